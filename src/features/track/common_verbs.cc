#include "features/track/common_verbs.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/verb.h"
#include "features/common/verbs.h"

namespace milepost::track {

tl::expected<TrackRequest, Complaint> track_request(const Arguments& arguments) {
  const auto moment = moment_of(arguments);
  if (!moment) return tl::unexpected(moment.error());
  TrackRequest request;
  request.directory = directory_of(arguments);
  request.process = process_of(arguments);
  if (!arguments.operands().empty()) request.subject = arguments.operands().front();
  request.store = store_of(arguments);
  request.release = arguments.value("--release");
  if (const auto wrong = wrong_release(request.release)) return tl::unexpected(*wrong);
  request.person = identity_of(arguments);
  request.comment = arguments.value("--comment");
  request.now = *moment;
  request.dry_run = arguments.has("--dry-run");
  return request;
}

int report_outcome(const Result<TrackOutcome>& outcome, const Arguments& arguments,
                   Console& console) {
  if (!outcome) return console.complain(outcome.error().message);
  if (arguments.has("--dry-run")) {
    for (const NewEvent& event : outcome->events) {
      console.out += fmt::format("would put down: {}", printable(event.kind));
      for (const auto& [key, value] : event.fields) {
        console.out += fmt::format(" {}={}", printable(key), printable(value));
      }
      console.out += "\n";
    }
  }
  const bool would = arguments.has("--dry-run") && !outcome->events.empty();
  if (!would) console.err += printable(outcome->message) + "\n";
  return kClean;
}

}  // namespace milepost::track
