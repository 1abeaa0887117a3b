// Drift between the files of reviews, the record's approvals, and the stage.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/drift/words.h"
#include "gates/conditions.h"
#include "gates/roles.h"
#include "proposal/review_edit.h"
#include "rules/codes.h"

namespace milepost::drift {

namespace {

class ReviewDrifts {
 public:
  ReviewDrifts(const DriftInput& input, const Review& review) : input_(input), review_(review) {
    for (const Role& role : input.process.roles) {
      if (review_given_by(input.process, role.id) == &review) roles_.push_back(role.id);
    }
    file_ = find_review(input.facts, input.card, review);
  }

  std::vector<Drift> find() {
    std::vector<std::string> stages;
    for (const ApprovalState* approval : approvals()) {
      if (std::ranges::find(stages, approval->stage) == stages.end()) {
        stages.push_back(approval->stage);
      }
    }
    for (const std::string& stage : stages) compare_approvals(stage);
    // What was approved at stages before the record was begun is in the files alone.
    const bool recorded = std::ranges::find(stages, input_.stage) != stages.end();
    if (!recorded && !stages.empty()) compare_entry();
    return std::move(found_);
  }

 private:
  // Those of the review, for one stage or ("") for any.
  std::vector<const ApprovalState*> approvals(std::string_view stage = {}) const {
    std::vector<const ApprovalState*> given;
    for (const ApprovalState& approval : input_.state.approvals) {
      const bool of_review = std::ranges::find(roles_, approval.role) != roles_.end();
      if (!of_review || approval.stage.empty()) continue;
      if (stage.empty() || approval.stage == stage) given.push_back(&approval);
    }
    return given;
  }

  Steps approve(const std::string& stage, std::string_view person) const {
    return {remedy::Approve{called(input_.card), roles_.front(), stage, std::string(person)}};
  }

  static std::string_view handle_of(const Scalar& entry) {
    const auto handle = read_handle(entry.text);
    return handle ? handle->name : entry.text;
  }

  DriftSide file_side(std::string_view stage) const {
    if (!file_) {
      const std::string path = review_path(review_, input_.card);
      return {"there is no such file", {input_.repository.shown_path(path), 0, 0}};
    }
    const YamlNode* const approver = file_->approver(stage);
    const YamlEntry* const entry = file_->yaml->root().find_entry(stage);
    const Span span = approver ? approver->span : entry ? entry->key_span : Span{};
    const auto people = people_in(input_.process, approver);
    return {people.empty() ? fmt::format("nobody for {}", stage)
                           : fmt::format("{}: {}", stage, people.front().text),
            spot_of(*file_->source, span)};
  }

  // Who approved by the record is who approved by the file.
  void compare_approvals(const std::string& stage) {
    if (file_ && !file_->yaml->complete()) return;
    const std::vector<const ApprovalState*> recorded = approvals(stage);
    const auto entered =
        file_ ? people_in(input_.process, file_->approver(stage)) : std::vector<Scalar>{};
    for (const ApprovalState* approval : recorded) {
      const bool same = std::ranges::any_of(entered, [&](const Scalar& entry) {
        return equal_ignoring_case(handle_of(entry), approval->action.by);
      });
      if (same) return;
    }
    const ApprovalState& last = *recorded.back();
    Drift drift{entered.empty() ? DriftKind::kReviewUnentered : DriftKind::kReviewApprover,
                fmt::format("the {} of {}", review_.title, stage),
                file_side(stage),
                record_side(with_action(fmt::format("{} approved", stage), last.action)),
                {},
                stage};
    if (entered.empty()) {
      drift.remedies.push_back(approve(stage, last.action.by));
    } else {
      drift.remedies.push_back(approve(stage, handle_of(entered.front())));
      drift.remedies.push_back(
          {set_field(drift.one.spot, review_.approver, fmt::format("\"@{}\"", last.action.by))});
    }
    found_.push_back(std::move(drift));
  }

  // The file has an approver for the stage in force, and the record, which has others,
  // has not.
  void compare_entry() {
    if (!file_ || input_.stage.empty()) return;
    const auto entered = people_in(input_.process, file_->approver(input_.stage));
    if (entered.empty()) return;
    found_.push_back({DriftKind::kReviewUnrecorded,
                      fmt::format("the {} of {}", review_.title, input_.stage),
                      file_side(input_.stage),
                      record_side(fmt::format("no approval of {}", input_.stage)),
                      {approve(input_.stage, handle_of(entered.front()))},
                      input_.stage});
  }

  const DriftInput& input_;
  const Review& review_;
  std::vector<std::string> roles_;
  const ReviewFile* file_ = nullptr;
  std::vector<Drift> found_;
};

// The stage was reached, and the review that it needs is not there: what the rules say.
void add_missing(const DriftInput& input, const Review& review,
                 const std::vector<Finding>& findings, std::vector<Drift>& found) {
  const ReviewFile* const file = find_review(input.facts, input.card, review);
  const bool missing = std::ranges::any_of(findings, [&](const Finding& finding) {
    if (finding.code == rules::kReviewUnapproved) {
      return file && finding.source == file->source.get();
    }
    return finding.code == rules::kReviewMissing && !file;
  });
  const bool entered_already = std::ranges::any_of(found, [&](const Drift& drift) {
    return drift.kind == DriftKind::kReviewUnentered && drift.stage == input.stage;
  });
  if (!missing || entered_already) return;
  Drift drift{DriftKind::kReviewMissing,
              fmt::format("the stage and its {}", review.title),
              stage_side(input),
              {fmt::format("nobody for {}", input.stage),
               {input.repository.shown_path(review_path(review, input.card)), 0, 0}},
              {},
              input.stage};
  if (file) {
    const YamlEntry* const entry = file->yaml->root().find_entry(input.stage);
    drift.two.spot = spot_of(*file->source, entry ? entry->key_span : Span{});
  } else {
    drift.two.says = "there is no such file";
  }
  for (const Role& role : input.process.roles) {
    if (review_given_by(input.process, role.id) != &review) continue;
    drift.remedies.push_back({remedy::Approve{called(input.card), role.id, input.stage}});
    break;
  }
  if (drift.remedies.empty()) {
    drift.remedies.push_back(
        {remedy::EnterApprover{review.title, input.stage, drift.two.spot.path}});
  }
  found.push_back(std::move(drift));
}

}  // namespace

std::vector<Drift> review_drifts(const DriftInput& input, const std::vector<Finding>& findings) {
  std::vector<Drift> found;
  for (const Review& review : input.process.reviews) {
    for (Drift& drift : ReviewDrifts(input, review).find()) found.push_back(std::move(drift));
    add_missing(input, review, findings, found);
  }
  return found;
}

}  // namespace milepost::drift
