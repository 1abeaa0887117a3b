#include "text/slug.h"

#include <algorithm>
#include <iterator>

#include "base/strings.h"
#include "base/utf8.h"
#include "text/punctuation.h"

namespace milepost {

namespace {

struct SlugRange {
  char32_t first;
  char32_t last;
};

// Symbols, controls, fractions and private characters past ASCII; a few letters
// that look like symbols (U+211D) lie among them.
constexpr SlugRange kSymbols[] = {
    {0x80, 0xA9},       {0xAC, 0xB4},       {0xB7, 0xB9},       {0xBC, 0xBE},
    {0xD7, 0xD7},       {0xF7, 0xF7},       {0x2C2, 0x2C5},     {0x2D2, 0x2DF},
    {0x384, 0x385},     {0x200B, 0x200B},   {0x200E, 0x203E},   {0x2041, 0x2053},
    {0x2055, 0x2070},   {0x2072, 0x207E},   {0x2080, 0x208F},   {0x20A0, 0x20CF},
    {0x2100, 0x2BFF},   {0x3000, 0x3004},   {0x3008, 0x3020},   {0x309B, 0x309C},
    {0x3200, 0x33FF},   {0xE000, 0xF8FF},   {0xFF00, 0xFF0F},   {0xFFE0, 0xFFFF},
    {0x1D000, 0x1D35F}, {0x1F000, 0x1FAFF}, {0xE0000, 0xE00FF}, {0xF0000, 0x10FFFF},
};

// Marks drawn over other characters, joiners and selectors. They stay in a slug,
// unseen, and are left out by whoever types it.
constexpr SlugRange kMarks[] = {
    {0x300, 0x36F},   {0x200C, 0x200D}, {0x20D0, 0x20FF},
    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF},
};

// Alphabets whose capitals stand so far before their small letters.
struct Alphabet {
  char32_t first;
  char32_t last;
  char32_t distance;
};
constexpr Alphabet kAlphabets[] = {
    {0xC0, 0xDE, 0x20},   {0x386, 0x386, 0x26},   {0x388, 0x38A, 0x25}, {0x38C, 0x38C, 0x40},
    {0x38E, 0x38F, 0x3F}, {0x391, 0x3AB, 0x20},   {0x400, 0x40F, 0x50}, {0x410, 0x42F, 0x20},
    {0x531, 0x556, 0x30}, {0xFF21, 0xFF3A, 0x20},
};

template <std::size_t N>
bool in(const SlugRange (&ranges)[N], char32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [&](const SlugRange& range) { return range.first <= c && c <= range.last; });
}

bool is_connector(char32_t c) {
  return c == 0x203F || c == 0x2040 || c == 0x2054 || c == 0xFE33 || c == 0xFE34 ||
         (c >= 0xFE4D && c <= 0xFE4F) || c == 0xFF3F;
}

char32_t to_small(char32_t c) {
  for (const Alphabet& alphabet : kAlphabets) {
    if (alphabet.first <= c && c <= alphabet.last) return c + alphabet.distance;
  }
  // Here each capital stands before its small letter: on an even place, or an odd one.
  const bool odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
  if (odd) return c + (c & 1U);
  const bool even = (c >= 0x100 && c <= 0x137 && c != 0x130) || (c >= 0x14A && c <= 0x177) ||
                    (c >= 0x460 && c <= 0x481) || (c >= 0x48A && c <= 0x4BF) ||
                    (c >= 0x4D0 && c <= 0x52F) || (c >= 0x1E00 && c <= 0x1E95) ||
                    (c >= 0x1EA0 && c <= 0x1EFF);
  if (even) return c | 1U;
  return c == 0x178 ? 0xFF : c;
}

bool stays(char32_t c) {
  if (is_connector(c)) return true;
  return !in(kSymbols, c) && !is_unicode_space(c) && !is_unicode_punctuation(c);
}

// Appends the character past ASCII at the front of `text`, in lower case, if
// `wanted` says so, and gives its length. A bad byte is none.
template <typename Wanted>
std::size_t append_other(std::string_view text, std::string& out, Wanted wanted) {
  const auto decoded = utf8::decode(text);
  if (decoded.valid && wanted(decoded.code_point)) {
    utf8::append(out, to_small(decoded.code_point));
  }
  return decoded.length;
}

}  // namespace

std::string github_slug(std::string_view text) {
  std::string slug;
  slug.reserve(text.size());
  while (!text.empty()) {
    const char c = text.front();
    std::size_t length = 1;
    if (c == ' ') {
      slug += '-';
    } else if (is_alnum(c) || c == '-' || c == '_') {
      slug += to_lower(c);
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      length = append_other(text, slug, stays);
    }
    text.remove_prefix(length);
  }
  return slug;
}

std::string slug_key(std::string_view slug) {
  std::string key;
  key.reserve(slug.size());
  while (!slug.empty()) {
    const char c = slug.front();
    std::size_t length = 1;
    if (static_cast<unsigned char>(c) < 0x80) {
      key += to_lower(c);
    } else {
      length = append_other(slug, key, [](char32_t other) {
        return stays(other) && !is_connector(other) && !in(kMarks, other);
      });
    }
    slug.remove_prefix(length);
  }
  return key;
}

std::string SlugCounter::unique(const std::string& slug) {
  std::string found = slug;
  // A number that a heading bears by itself ("Step 1") is passed over.
  while (used_.contains(found)) found = slug + '-' + std::to_string(++used_[slug]);
  used_.emplace(found, 0);
  return found;
}

}  // namespace milepost
