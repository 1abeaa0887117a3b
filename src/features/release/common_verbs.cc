#include "features/release/common_verbs.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "base/version.h"
#include "features/common/verbs.h"
#include "workspace/as_of.h"

namespace milepost::release {

tl::expected<ReleaseRequest, Complaint> release_request(const Arguments& arguments,
                                                        std::size_t operand) {
  ReleaseRequest request;
  request.directory = directory_of(arguments);
  request.process = process_of(arguments);
  request.store = store_of(arguments);
  const auto moment = moment_of(arguments);
  if (!moment) return tl::unexpected(moment.error());
  request.now = *moment;
  const auto as_of = day_of(arguments, "--as-of");
  if (!as_of) return tl::unexpected(as_of.error());
  if (*as_of) request.before = end_of(**as_of);
  if (operand >= arguments.operands().size()) return request;
  request.release = arguments.operands()[operand];
  const auto version = parse_version(request.release);
  if (version && !version->is_zero()) return request;
  return tl::unexpected(Complaint{
      fmt::format("a release is a version such as v1.37, not \"{}\"", printable(request.release)),
      {}});
}

bool report_view(const ReleaseView& view, Console& console) {
  report_notes(view.notes, console);
  report_troubles(view.troubles, console);
  return view.troubles.empty();
}

}  // namespace milepost::release
