#include "features/review/approvers.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/strings.h"
#include "workspace/examine.h"
#include "workspace/stored_evidence.h"

namespace milepost::review {

namespace {

// An approval of somebody in a role for a stage.
struct Given {
  std::string person, role, stage;
  friend auto operator<=>(const Given&, const Given&) = default;
};

class ApprovalReader {
 public:
  ApprovalReader(const Process& process, const StoredEvidence& evidence, const Selected& selected)
      : process_(process), evidence_(evidence), selected_(selected) {}

  std::set<std::string> read() {
    std::set<Given> outdated;
    std::set<std::string> people = read_evidence(outdated);
    for (const ReviewFile* const file : selected_.at->facts().reviews_of(*selected_.card)) {
      for (const std::string& stage : process_.stage_names()) {
        for (const Scalar& entry : people_in(process_, file->approver(stage))) {
          const auto handle = read_handle(entry.text);
          if (!handle) continue;
          std::string person = lower(handle->name);
          if (!outdated.contains({person, file->review->id, stage})) {
            people.insert(std::move(person));
          }
        }
      }
    }
    return people;
  }

 private:
  // Each stage is examined once, since what is due there decides what the text is.
  std::set<std::string> read_evidence(std::set<Given>& outdated) const {
    std::set<std::string> people;
    std::set<std::pair<std::string, std::string>> asked;  // stage and role
    for (const ApprovalState& approval : evidence_.state_of(*selected_.card).approvals) {
      asked.emplace(approval.stage, approval.role);
    }
    for (auto next = asked.begin(); next != asked.end();) {
      const std::string& stage = next->first;
      const Examined examined = examine(selected_, stage);
      for (; next != asked.end() && next->first == stage; ++next) {
        if (!examined.proposal) continue;
        const TextEvidence text(evidence_, process_, selected_.at->judged().judge,
                                {*examined.proposal, examined.judgement});
        for (const Approval& approval : text.approvals(*selected_.card, next->second, stage)
                                            .value_or(std::vector<Approval>())) {
          std::string person = lower(approval.by);
          if (approval.valid) {
            people.insert(std::move(person));
          } else {
            outdated.insert({std::move(person), next->second, stage});
          }
        }
      }
    }
    return people;
  }

  const Process& process_;
  const StoredEvidence& evidence_;
  const Selected& selected_;
};

}  // namespace

Result<Approvers> read_approvers(const Workspace& workspace) {
  SelectOptions all;
  all.whole = true;
  TRY(const auto selection, workspace.select(all));
  Approvers approvers;
  if (selection.workspaces.empty()) return approvers;
  const Workspace& at = *selection.workspaces.front();
  TRY(const auto evidence, stored_evidence(at, nullptr));
  approvers.recorded = evidence.known();
  if (!approvers.recorded && at.process().reviews.empty()) {
    return failure(
        "who approved what is not known: there is no record here; milepost approve begins one");
  }
  std::vector<std::set<std::string>> people(selection.proposals.size());
  parallel_for(selection.proposals.size(), workspace.jobs(), [&](std::size_t i) {
    const Selected& selected = selection.proposals[i];
    people[i] = ApprovalReader(selected.at->process(), evidence, selected).read();
  });
  for (std::size_t i = 0; i < people.size(); ++i) {
    if (!people[i].empty()) {
      approvers.by_stream[stream_of(*selection.proposals[i].card)].merge(people[i]);
    }
  }
  return approvers;
}

}  // namespace milepost::review
