#include "features/review/approvers.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/strings.h"
#include "workspace/examine.h"
#include "workspace/known.h"
#include "workspace/plan.h"

namespace milepost::review {

namespace {

// An approval of somebody in a role for a stage.
struct Given {
  std::string person, role, stage;
  friend auto operator<=>(const Given&, const Given&) = default;
};

class ApprovalReader {
 public:
  ApprovalReader(const Process& process, const StoredRecord& record, const Selected& task)
      : process_(process), record_(record), task_(task) {}

  std::set<std::string> read() {
    std::set<Given> outdated;
    std::set<std::string> people = read_record(outdated);
    for (const ReviewFile* const file : task_.at->facts().reviews_of(*task_.card)) {
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
  std::set<std::string> read_record(std::set<Given>& outdated) const {
    std::set<std::string> people;
    std::set<std::pair<std::string, std::string>> asked;  // stage and role
    for (const ApprovalState& approval : record_.state_of(*task_.card).approvals) {
      asked.emplace(approval.stage, approval.role);
    }
    for (auto next = asked.begin(); next != asked.end();) {
      const std::string& stage = next->first;
      const Examined examined = examine(task_, stage);
      for (; next != asked.end() && next->first == stage; ++next) {
        if (!examined.proposal) continue;
        const TextRecord text(record_, process_, task_.at->judged().judge,
                              {*examined.proposal, examined.judgement});
        for (const Approval& approval :
             text.approvals(*task_.card, next->second, stage).value_or(std::vector<Approval>())) {
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
  const StoredRecord& record_;
  const Selected& task_;
};

}  // namespace

Result<Approvers> read_approvers(const ApproversRequest& request) {
  CheckRequest check;
  check.directory = request.directory;
  check.process = request.process;
  check.whole = true;
  check.today = date_of(request.now);
  check.jobs = request.jobs;
  const auto plan = make_plan(check);
  if (!plan) return tl::unexpected(plan.error());
  Approvers approvers;
  if (plan->workspaces.empty()) return approvers;
  const Workspace& at = *plan->workspaces.front();
  const auto known = read_known(at.repository(), request.store, request.now, nullptr);
  if (!known) return tl::unexpected(known.error());
  approvers.recorded = known->record.known();
  if (!approvers.recorded && at.process().reviews.empty()) {
    return failure(
        "who approved what is not known: there is no record here; milepost approve begins one");
  }
  std::vector<std::set<std::string>> people(plan->proposals.size());
  parallel_for(plan->proposals.size(), request.jobs, [&](std::size_t i) {
    const Selected& task = plan->proposals[i];
    people[i] = ApprovalReader(task.at->process(), known->record, task).read();
  });
  for (std::size_t i = 0; i < people.size(); ++i) {
    if (!people[i].empty()) {
      approvers.by_stream[stream_of(*plan->proposals[i].card)].merge(people[i]);
    }
  }
  return approvers;
}

}  // namespace milepost::review
