// Small helpers on text. ASCII only where case matters: proposals are written
// in English, and Unicode case folding would make anchors and names surprising.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace milepost {

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_alpha(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }
constexpr bool is_alnum(char c) { return is_alpha(c) || is_digit(c); }
constexpr bool is_punct(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}
// The value of a hexadecimal digit, -1 for any other character.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view trim(std::string_view text);
std::string lower(std::string_view text);
// On one line, with one space where there was white space or a control character.
std::string single_spaced(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);
// Finds `needle`, which must be lower case, ignoring the case of `text`.
std::size_t find_ignoring_case(std::string_view text, std::string_view lower_needle);

// Splits at the first `at`: the part before it and the part after it (empty
// when there is none).
std::pair<std::string_view, std::string_view> cut(std::string_view text, char at);

// "a%20b" as "a b"; a "%" that begins no such code stays.
std::string percent_decoded(std::string_view text);

// 1 − edit distance / longer length; 1 for equal texts. Gives up early and
// returns 0 once the result must fall below `at_least`.
double similarity(std::string_view a, std::string_view b, double at_least);

// Whether one is the other but for two neighbouring letters that changed places: "titel".
bool is_swapped(std::string_view a, std::string_view b);

// The candidate most like `word`, if it is like enough to be a slip of the pen.
template <typename Range>
std::string_view nearest(std::string_view word, const Range& candidates) {
  double best = 0.6;
  std::string_view found;
  for (const auto& candidate : candidates) {
    const std::string meant = lower(std::string_view(candidate));
    if (is_swapped(lower(word), meant)) return candidate;
    const double score = similarity(lower(word), meant, best);
    if (score > best) {
      best = score;
      found = candidate;
    }
  }
  return found;
}

// A stable 64-bit hash of bytes (FNV-1a with a final mix). Files hold its
// values, so it never changes.
std::uint64_t hash_bytes(std::string_view bytes);

// "1 error", "3 errors".
std::string counted(std::size_t count, std::string_view noun);

}  // namespace milepost
