#include "base/utf8.h"

#include <algorithm>
#include <bit>
#include <iterator>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace milepost::utf8 {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Marks drawn over the character before them, joiners and selectors: the
// scripts and symbols that turn up in proposals and in people's names.
constexpr Range kNoColumn[] = {
    {0x0300, 0x036F},   {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2},
    {0x05C4, 0x05C5},   {0x0610, 0x061A}, {0x064B, 0x065F}, {0x06D6, 0x06DC}, {0x06DF, 0x06E4},
    {0x06E7, 0x06E8},   {0x06EA, 0x06ED}, {0x0900, 0x0902}, {0x093C, 0x093C}, {0x0941, 0x0948},
    {0x094D, 0x094D},   {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF},   {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2064}, {0x20D0, 0x20FF},
    {0x302A, 0x302D},   {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
    {0xE0100, 0xE01EF},
};

constexpr Range kTwoColumns[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x23F0, 0x23F0},
    {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},   {0x2648, 0x2653},
    {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},   {0x26AA, 0x26AB},
    {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},   {0x26D4, 0x26D4},
    {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},   {0x26FA, 0x26FA},
    {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},   {0x2728, 0x2728},
    {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},   {0x2757, 0x2757},
    {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},   {0x2B1B, 0x2B1C},
    {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
    {0x3400, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97C},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE10, 0xFE19},   {0xFE30, 0xFE6B},   {0xFF01, 0xFF60},
    {0xFFE0, 0xFFE6},   {0x16FE0, 0x18CFF}, {0x1B000, 0x1B2FF}, {0x1F004, 0x1F004},
    {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320},
    {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA},
    {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E},
    {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E},
    {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4},
    {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2},
    {0x1F6D5, 0x1F6D7}, {0x1F6DC, 0x1F6DF}, {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC},
    {0x1F7E0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF},
    {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD},
};

template <std::size_t N>
bool in(const Range (&ranges)[N], char32_t c) {
  const auto* const after =
      std::upper_bound(std::begin(ranges), std::end(ranges), c,
                       [](char32_t value, const Range& range) { return value < range.first; });
  return after != std::begin(ranges) && c <= std::prev(after)->last;
}

std::size_t ascii_prefix(std::string_view text) {
  return std::min(find_beyond_ascii(text, 0), text.size());
}

}  // namespace

std::size_t find_beyond_ascii(std::string_view text, std::size_t from) {
  std::size_t at = from;
#ifdef __SSE2__
  for (; at + 16 <= text.size(); at += 16) {
    const auto* const bytes = reinterpret_cast<const __m128i*>(text.data() + at);
    const int high_bits = _mm_movemask_epi8(_mm_loadu_si128(bytes));
    if (high_bits != 0) {
      return at + static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(high_bits)));
    }
  }
#endif
  for (; at < text.size(); ++at) {
    if (static_cast<unsigned char>(text[at]) >= 0x80) return at;
  }
  return std::string_view::npos;
}

Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};

  std::uint32_t length = 0;
  char32_t code_point = 0;
  // The second byte's range rules out overlong forms, surrogates and values
  // past U+10FFFF; later bytes have no such exceptions.
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
    code_point = lead & 0x1FU;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    code_point = lead & 0x0FU;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    code_point = lead & 0x07U;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return {};
  }
  if (text.size() < length || byte(1) < low || byte(1) > high) return {};
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code_point = (code_point << 6U) | (byte(i) & 0x3FU);
  }
  return {code_point, length, true};
}

Counts count(std::string_view text) {
  Counts counts;
  while (true) {
    const std::size_t plain = ascii_prefix(text);
    counts.code_points += static_cast<std::uint32_t>(plain);
    counts.utf16_units += static_cast<std::uint32_t>(plain);
    text.remove_prefix(plain);
    if (text.empty()) return counts;
    const Decoded next = decode(text);
    counts.code_points += 1;
    counts.utf16_units += next.code_point > 0xFFFF ? 2 : 1;
    text.remove_prefix(next.length);
  }
}

std::uint32_t width(std::string_view text) {
  constexpr char32_t kJoiner = 0x200D;
  std::uint32_t columns = 0;
  bool joined = false;
  while (!text.empty()) {
    const Decoded next = decode(text);
    text.remove_prefix(next.length);
    // What a joiner joins is drawn within the emoji before it.
    const bool hidden = joined && in(kTwoColumns, next.code_point);
    joined = next.code_point == kJoiner;
    if (hidden) continue;
    if (next.code_point < 0x300) {
      ++columns;
    } else if (in(kTwoColumns, next.code_point)) {
      columns += 2;
    } else if (!in(kNoColumn, next.code_point)) {
      ++columns;
    }
  }
  return columns;
}

std::size_t find_invalid(std::string_view text) {
  std::size_t at = 0;
  while (true) {
    at += ascii_prefix(text.substr(at));
    if (at == text.size()) return std::string_view::npos;
    const Decoded next = decode(text.substr(at));
    if (!next.valid) return at;
    at += next.length;
  }
}

void append(std::string& out, char32_t code_point) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  const auto put_tail = [&](unsigned shift) { put(0x80U | ((code_point >> shift) & 0x3FU)); };
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (surrogate || code_point > 0x10FFFF) code_point = 0xFFFD;
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0U | (code_point >> 6U));
    put_tail(0);
  } else if (code_point < 0x10000) {
    put(0xE0U | (code_point >> 12U));
    put_tail(6);
    put_tail(0);
  } else {
    put(0xF0U | (code_point >> 18U));
    put_tail(12);
    put_tail(6);
    put_tail(0);
  }
}

bool looks_binary(std::string_view text) {
  // A stray NUL is damage in a text; one in every few hundred bytes is not text.
  constexpr std::size_t kLookedAt = 8192;
  constexpr std::size_t kOneIn = 200;
  const std::string_view head = text.substr(0, kLookedAt);
  if (head.find('\0') == head.npos) return false;
  const auto nuls = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\0'));
  return nuls * kOneIn >= head.size();
}

}  // namespace milepost::utf8
