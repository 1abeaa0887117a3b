// The stamp of an exported issue: a comment that says which of its states the text is a
// copy of, so that what somebody edits in it can be told from what others did since.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace milepost::track {

struct IssueStamp {
  std::uint64_t version = 0;  // of what is recorded of the proposal
  std::string digest;         // the beginning of that of the text
  std::string release;        // whose ticks it shows; "" for none
  friend bool operator==(const IssueStamp&, const IssueStamp&) = default;
};

// "17 3fa9c0d2e1b4 v1.14"
std::string to_string(const IssueStamp& stamp);
std::optional<IssueStamp> parse_stamp(std::string_view words);

// The text with the stamp at its end.
std::string stamped(std::string_view text, const IssueStamp& stamp);

struct Unstamped {
  std::string text;  // as it was before it was stamped, but for what was edited
  std::optional<IssueStamp> stamp;
};

// Wherever the stamp stands now; the last one counts.
Unstamped without_stamp(std::string_view text);

}  // namespace milepost::track
