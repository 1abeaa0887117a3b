#include "features/track/common_verbs.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/verb.h"
#include "features/common/verbs.h"

namespace milepost::track {

tl::expected<TrackOptions, UsageError> track_options(const Arguments& arguments) {
  // What is wrong with --now is reported before what is wrong with --release.
  if (const auto moment = moment_of(arguments); !moment) return tl::unexpected(moment.error());
  TrackOptions options;
  if (!arguments.operands().empty()) options.subject = arguments.operands().front();
  options.release = arguments.value("--release");
  if (const auto wrong = wrong_release(options.release)) return tl::unexpected(*wrong);
  options.person = identity_of(arguments);
  options.comment = arguments.value("--comment");
  options.dry_run = arguments.has("--dry-run");
  return options;
}

int report_outcome(const Result<TrackOutcome>& outcome, const Arguments& arguments,
                   Console& console) {
  if (!outcome) return console.report_error(outcome.error().message);
  if (arguments.has("--dry-run")) {
    for (const NewEvent& event : outcome->events) {
      console.out += fmt::format("would record: {}", printable(event.kind));
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

bool was_recorded(const Result<TrackOutcome>& outcome, const Arguments& arguments) {
  return outcome && !arguments.has("--dry-run") && !outcome->events.empty();
}

}  // namespace milepost::track
