#include "store/checkpoint.h"

#include <charconv>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr std::string_view kFirst = "milepost checkpoint 1";

// The value of a line "key value"; "" when the next line is another.
std::string_view take(std::string_view& rest, std::string_view key) {
  const auto [line, more] = cut(rest, '\n');
  rest = more;
  const auto [found, value] = cut(line, ' ');
  return found == key ? value : std::string_view();
}

}  // namespace

std::string to_text(const Checkpoint& checkpoint) {
  return fmt::format("{}\nrecord {}\nevents {}\ndigest {}\ntime {}\n", kFirst, checkpoint.record,
                     checkpoint.head.number, checkpoint.head.digest.hex(),
                     to_string(checkpoint.time));
}

Result<Checkpoint> parse_checkpoint(std::string_view text) {
  constexpr const char* kWrong = "is no checkpoint of a record, or was changed";
  std::string_view rest = text;
  const auto [first, more] = cut(rest, '\n');
  if (first != kFirst) return failure(kWrong);
  rest = more;
  Checkpoint checkpoint;
  checkpoint.record = take(rest, "record");
  const std::string_view events = take(rest, "events");
  const auto digest = parse_digest(take(rest, "digest"));
  const auto time = parse_instant(take(rest, "time"));
  const auto [end, failed] =
      std::from_chars(events.data(), events.data() + events.size(), checkpoint.head.number);
  if (failed != std::errc() || !digest || !time) return failure(kWrong);
  checkpoint.head.digest = *digest;
  checkpoint.time = *time;
  if (to_text(checkpoint) != text) return failure(kWrong);
  return checkpoint;
}

}  // namespace milepost
