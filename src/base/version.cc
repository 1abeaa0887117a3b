#include "base/version.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

// Takes the digits at the front of `text` off it; false when there are none, or
// more than any version has.
bool take_number(std::string_view& text, unsigned& number) {
  if (text.empty() || !is_digit(text.front())) return false;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take_dot(std::string_view& text) {
  if (!text.starts_with('.')) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::optional<Version> parse_version(std::string_view text) {
  if (text.starts_with('v') || text.starts_with('V')) text.remove_prefix(1);
  Version version;
  if (!take_number(text, version.major) || !take_dot(text) || !take_number(text, version.minor)) {
    return std::nullopt;
  }
  if (take_dot(text) && !take_number(text, version.patch)) return std::nullopt;
  if (!text.empty()) return std::nullopt;
  return version;
}

std::string to_string(const Version& version) {
  if (version.patch == 0) return fmt::format("v{}.{}", version.major, version.minor);
  return fmt::format("v{}.{}.{}", version.major, version.minor, version.patch);
}

std::optional<std::size_t> releases_between(const std::vector<Version>& listed, const Version& from,
                                            const Version& to) {
  if (from > to) return std::nullopt;
  if (from.major == to.major) return to.minor - from.minor;
  const auto has = [&](const Version& version) {
    return std::ranges::find(listed, version) != listed.end();
  };
  if (!has(from) || !has(to)) return std::nullopt;
  return static_cast<std::size_t>(std::ranges::count_if(
      listed, [&](const Version& version) { return version > from && version <= to; }));
}

}  // namespace milepost
