#include "features/release/common_verbs.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/version.h"
#include "features/common/verbs.h"
#include "features/release/rows.h"
#include "workspace/as_of.h"

namespace milepost::release {

namespace {

tl::expected<std::string, UsageError> release_of(const Arguments& arguments, std::size_t operand) {
  if (operand >= arguments.operands().size()) return std::string();
  const std::string& release = arguments.operands()[operand];
  const auto version = parse_version(release);
  if (version && !version->is_zero()) return release;
  return tl::unexpected(UsageError{
      fmt::format("a release is a version such as v1.37, not \"{}\"", printable(release)), {}});
}

}  // namespace

tl::expected<OpenedRelease, UsageError> open_release(const Arguments& arguments,
                                                     std::size_t operand, Access access) {
  // What is wrong with the words is reported before the repository is looked at.
  TRY(moment_of(arguments).map([](const Instant&) {}));
  TRY(const auto as_of, day_of(arguments, "--as-of"));
  TRY(auto release, release_of(arguments, operand));
  TRY(auto workspace, open_with_unmerged(arguments, {}, access));
  if (as_of) {
    auto then = workspace->at(end_of(*as_of));
    if (!then) return tl::unexpected(UsageError{then.error().message, {}});
    workspace = std::move(*then);
  }
  return OpenedRelease{std::move(workspace), std::move(release)};
}

int report_refused(const std::vector<RefusedRow>& refused, std::size_t of, bool dry_run,
                   Console& console) {
  if (refused.empty()) return kClean;
  const bool all = refused.size() == of;
  const bool alike = std::ranges::all_of(
      refused, [&](const RefusedRow& row) { return row.why == refused.front().why; });
  if (all && alike) {
    return console.report_error("nothing was recorded: " + refused.front().why);
  }
  std::string message = all ? std::string("nothing was recorded")
                            : fmt::format("{} of {} refused; the others {} recorded",
                                          refused.size(), of, dry_run ? "would be" : "are");
  for (const RefusedRow& row : refused) message += "\n" + row_text(row.called, row.why);
  console.report_error(message);
  return all ? kCouldNotRun : kFound;
}

bool report_view(const ReleaseView& view, Console& console) {
  report_notes(view.notes, console);
  report_read_errors(view.read_errors, console);
  return view.read_errors.empty();
}

}  // namespace milepost::release
