#include "base/strings.h"

#include <algorithm>
#include <bit>
#include <vector>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace milepost {

namespace {

// The edit distance of two texts, or more than `most` when it is more. Only
// the cells within `most` of the diagonal can matter, so only they are filled.
std::size_t distance(std::string_view a, std::string_view b, std::size_t most) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > most) return most + 1;
  if (a.empty()) return b.size();

  const std::size_t beyond = most + 1;
  std::vector<std::size_t> row(b.size() + 1, beyond);
  for (std::size_t j = 0; j <= std::min(b.size(), most); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const std::size_t first = i > most ? i - most : 1;
    const std::size_t last = std::min(b.size(), i + most);
    std::size_t diagonal = row[first - 1];
    row[first - 1] = first == 1 ? std::min(i, beyond) : beyond;
    std::size_t least = row[first - 1];
    for (std::size_t j = first; j <= last; ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1, beyond});
      least = std::min(least, row[j]);
    }
    if (least > most) return beyond;
  }
  return row[b.size()];
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string single_spaced(std::string_view text) {
  std::string line;
  for (const char c : trim(text)) {
    const bool blank = static_cast<unsigned char>(c) <= ' ' || c == '\x7F';
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

std::string lower(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), to_lower);
  return lowered;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return to_lower(x) == to_lower(y);
         });
}

// Looks for the first and the last byte of the needle at their places, 16 places
// at a time. Bit 0x20 makes a capital small; it changes other bytes too, so what
// is found is compared in full.
std::size_t find_ignoring_case(std::string_view text, std::string_view lower_needle) {
  const std::size_t size = lower_needle.size();
  if (size == 0) return 0;
  const auto is_at = [&](std::size_t at) {
    return equal_ignoring_case(text.substr(at, size), lower_needle);
  };
  std::size_t at = 0;
#ifdef __SSE2__
  const __m128i small = _mm_set1_epi8(0x20);
  const __m128i first = _mm_or_si128(_mm_set1_epi8(lower_needle.front()), small);
  const __m128i last = _mm_or_si128(_mm_set1_epi8(lower_needle.back()), small);
  const auto places = [&](const char* begin, __m128i byte) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(begin));
    return _mm_cmpeq_epi8(_mm_or_si128(bytes, small), byte);
  };
  const auto find_from = [&](std::size_t from) {
    const char* const begin = text.data() + from;
    auto left = static_cast<unsigned>(
        _mm_movemask_epi8(_mm_and_si128(places(begin, first), places(begin + size - 1, last))));
    for (; left != 0; left &= left - 1) {
      const auto offset = static_cast<std::size_t>(std::countr_zero(left));
      if (is_at(from + offset)) return from + offset;
    }
    return std::string_view::npos;
  };
  for (; at + size + 15 <= text.size(); at += 16) {
    if (const std::size_t found = find_from(at); found != text.npos) return found;
  }
  // The last places, with some of those before once more.
  if (at > 0) return find_from(text.size() - size - 15);
#endif
  for (; at + size <= text.size(); ++at) {
    if (to_lower(text[at]) == lower_needle.front() && is_at(at)) return at;
  }
  return std::string_view::npos;
}

std::pair<std::string_view, std::string_view> cut(std::string_view text, char at) {
  const std::size_t found = text.find(at);
  if (found == std::string_view::npos) return {text, {}};
  return {text.substr(0, found), text.substr(found + 1)};
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = high < 0 ? -1 : hex_value(text[i + 2]);
    if (low < 0) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

bool is_swapped(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto [in_a, in_b] = std::ranges::mismatch(a, b);
  const auto at = static_cast<std::size_t>(in_a - a.begin());
  return at + 1 < a.size() && a[at] == b[at + 1] && a[at + 1] == b[at] &&
         a.substr(at + 2) == b.substr(at + 2);
}

double similarity(std::string_view a, std::string_view b, double at_least) {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer == 0) return 1;
  const double length = static_cast<double>(longer);
  // A hair more than the bound allows: rounding must not lose an exact hit.
  const double allowed = std::clamp((1 - at_least) * length + 1e-9, 0.0, length);
  const auto most = static_cast<std::size_t>(allowed);
  const std::size_t found = distance(a, b, most);
  return found > most ? 0 : 1 - static_cast<double>(found) / length;
}

std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3U;
  }
  hash ^= hash >> 33U;
  hash *= 0xFF51AFD7ED558CCDU;
  hash ^= hash >> 33U;
  hash *= 0xC4CEB9FE1A85EC53U;
  hash ^= hash >> 33U;
  return hash;
}

std::string counted(std::size_t count, std::string_view noun) {
  std::string text = std::to_string(count) + ' ';
  if (count == 1 || noun.empty()) return text.append(noun);
  const std::size_t size = noun.size();
  const bool vowel_before = size < 2 || std::string_view("aeiou").find(noun[size - 2]) != noun.npos;
  if (noun.back() == 'y' && !vowel_before) return text.append(noun.substr(0, size - 1)) + "ies";
  const bool hisses =
      noun.ends_with('s') || noun.ends_with('x') || noun.ends_with("ch") || noun.ends_with("sh");
  return text.append(noun) + (hisses ? "es" : "s");
}

}  // namespace milepost
