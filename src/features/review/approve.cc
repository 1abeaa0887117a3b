#include "features/review/approve.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/review_edit.h"

namespace milepost::review {

namespace {

std::string_view handle_of(const Scalar& entry) {
  const auto handle = read_handle(entry.text);
  return handle ? handle->name : std::string_view(entry.text);
}

// Why the approval of somebody whom the file names counts no more; "" when it stands.
std::string why_not(const Selected& selected, const Review& review, std::string_view person,
                    const std::vector<Approval>& recorded) {
  const Rosters& rosters = selected.at->facts().rosters();
  if (rosters.knows(review.roster) && !rosters.has(review.roster, person)) {
    return "who is not on the roster";
  }
  for (const Approval& approval : recorded) {
    if (!approval.valid && equal_ignoring_case(approval.by, person)) {
      return fmt::format("whose approval of {} is void", approval.when);
    }
  }
  return {};
}

Result<FileChange> set_approver(const ReviewFile& file, std::string_view stage,
                                std::string_view approver) {
  TRY(auto text, with_approver(file, stage, approver));
  return FileChange{file.path, std::string(file.source->text()), std::move(text)};
}

}  // namespace

Result<ReviewEdit> enter_approval(const Selected& selected, const Review& review,
                                  const std::string& stage, const std::string& person,
                                  const std::vector<Approval>& recorded) {
  const Card& card = *selected.card;
  const ReviewFile* const file = find_review(selected.at->facts(), card, review);
  // Some tools know the name only as the roster writes it.
  const std::string_view listed = selected.at->facts().rosters().spelled(review.roster, person);
  const std::string name = fmt::format("@{}", listed.empty() ? person : listed);
  if (!file) {
    const std::string path = review_path(review, card);
    if (path.empty()) return failure("the proposal has no number, so its review has no place");
    return ReviewEdit{{{path, std::nullopt, new_review(review, card.number, stage, name)}}, {}};
  }
  ReviewEdit edit;
  const auto given = people_in(selected.at->process(), file->approver(stage));
  if (std::ranges::any_of(given, [&](const Scalar& entry) {
        return equal_ignoring_case(handle_of(entry), person);
      })) {
    return edit;
  }
  for (const Scalar& entry : given) {
    const std::string reason = why_not(selected, review, handle_of(entry), recorded);
    if (reason.empty()) {
      return failure(fmt::format("{} has {} for {} already, whose approval stands",
                                 file->source->path(), entry.text, stage));
    }
    edit.replaced +=
        fmt::format("{}@{}, {}", edit.replaced.empty() ? "" : "; ", handle_of(entry), reason);
  }
  TRY(auto change, set_approver(*file, stage, name));
  edit.changes.push_back(std::move(change));
  return edit;
}

Result<ReviewEdit> take_out_approval(const Selected& selected, const Review& review,
                                     const std::string& stage, const std::string& person) {
  const ReviewFile* const file = find_review(selected.at->facts(), *selected.card, review);
  if (!file) return ReviewEdit{};
  const auto given = people_in(selected.at->process(), file->approver(stage));
  std::string others;
  bool named = false;
  for (const Scalar& entry : given) {
    if (equal_ignoring_case(handle_of(entry), person)) {
      named = true;
    } else {
      others += fmt::format("{}{}", others.empty() ? "" : ", ", entry.text);
    }
  }
  if (!named) return ReviewEdit{};
  TRY(auto change, set_approver(*file, stage, others));
  return ReviewEdit{{std::move(change)}, {}};
}

}  // namespace milepost::review
