#include "features/track/issue_stamp.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"

namespace milepost::track {

namespace {

constexpr std::string_view kOpen = "<!-- milepost export ";
constexpr std::string_view kClose = " -->";
// More than a digest has, or the name of a release: somebody wrote something else.
constexpr std::size_t kLongestWord = 64;

}  // namespace

std::string to_string(const IssueStamp& stamp) {
  return fmt::format("{} {}{}{}", stamp.version, stamp.digest, stamp.release.empty() ? "" : " ",
                     stamp.release);
}

std::optional<IssueStamp> parse_stamp(std::string_view words) {
  IssueStamp stamp;
  const auto [version, rest] = cut(words, ' ');
  const auto [digest, release] = cut(rest, ' ');
  const auto [end, failed] =
      std::from_chars(version.data(), version.data() + version.size(), stamp.version);
  const bool hex =
      !digest.empty() && std::ranges::all_of(digest, [](char c) { return hex_value(c) >= 0; });
  const bool short_words = digest.size() <= kLongestWord && release.size() <= kLongestWord;
  const bool number = failed == std::errc() && end == version.data() + version.size();
  if (!number || !hex || !short_words) return std::nullopt;
  stamp.digest = digest;
  stamp.release = release;
  return stamp;
}

std::string stamped(std::string_view text, const IssueStamp& stamp) {
  // A last line without an end goes on, so that the text is the same without the stamp.
  const bool whole = text.empty() || text.ends_with('\n');
  return fmt::format("{}{}{}{}{}", text, kOpen, to_string(stamp), kClose,
                     whole ? line_end_of(text) : std::string_view());
}

Unstamped without_stamp(std::string_view text) {
  const std::size_t open = text.rfind(kOpen);
  const std::size_t close = open == text.npos ? open : text.find(kClose, open);
  const std::size_t line = open == text.npos ? open : text.find('\n', open);
  if (close == text.npos || close > line) return {std::string(text), std::nullopt};
  const std::size_t begin = open + kOpen.size();
  auto stamp = parse_stamp(text.substr(begin, close - begin));
  if (!stamp) return {std::string(text), std::nullopt};
  std::size_t end = close + kClose.size();
  // On a line of its own it goes with the line.
  const bool alone = open == 0 || text[open - 1] == '\n';
  if (alone && end < text.size() && text[end] == '\r') ++end;
  if (alone && end < text.size() && text[end] == '\n') ++end;
  return {std::string(text.substr(0, open)).append(text.substr(end)), std::move(stamp)};
}

}  // namespace milepost::track
