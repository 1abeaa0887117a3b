#include "features/release/common_verbs.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "base/version.h"
#include "features/common/verbs.h"
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

bool report_view(const ReleaseView& view, Console& console) {
  report_notes(view.notes, console);
  report_read_errors(view.read_errors, console);
  return view.read_errors.empty();
}

}  // namespace milepost::release
