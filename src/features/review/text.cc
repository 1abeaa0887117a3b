#include "features/review/text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"

namespace milepost::review {

namespace {

// "@jane (claimed) on 2026-01-30"
std::string who_and_when(const Action& action) {
  return fmt::format("@{}{} on {}", action.by, action.claimed ? " (claimed)" : "",
                     to_string(date_of(action.time)));
}

std::string with_comment(std::string line, const Action& action) {
  return action.comment.empty() ? line : fmt::format("{}: {}", line, action.comment);
}

std::string approval_line(const RecordedApproval& approval) {
  std::string line = fmt::format("{} approved{} as {} by {}", approval.valid ? "✓" : "✗",
                                 approval.stage.empty() ? "" : " for " + approval.stage,
                                 approval.role, who_and_when(approval.action));
  if (!approval.valid) line += "; void, the text has changed since";
  if (!approval.changes.empty()) line += fmt::format(" ({})", fmt::join(approval.changes, ", "));
  return with_comment(std::move(line), approval.action);
}

}  // namespace

std::vector<std::string> review_lines(const ReviewsGiven& given, std::string_view but_stage) {
  std::vector<std::string> lines;
  if (but_stage.empty() && given.hold) {
    lines.push_back(
        with_comment(fmt::format("✗ held by {}", who_and_when(*given.hold)), *given.hold));
  }
  for (const ConcernState& concern : given.concerns) {
    if (!but_stage.empty() && !concern.resolved) continue;
    std::string line = with_comment(fmt::format("{} concern {} of {}", concern.resolved ? "✓" : "✗",
                                                concern.id, who_and_when(concern.action)),
                                    concern.action);
    if (concern.resolved) {
      line = with_comment(fmt::format("{}; resolved by {}", line, who_and_when(*concern.resolved)),
                          *concern.resolved);
    }
    lines.push_back(std::move(line));
  }
  for (const RecordedApproval& approval : given.approvals) {
    if (but_stage.empty() || approval.stage != but_stage) lines.push_back(approval_line(approval));
  }
  for (std::string& line : lines) line = printable(line);
  return lines;
}

}  // namespace milepost::review
