// UTF-8 as bytes that may be wrong: decoding never fails, it says what is bad.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace milepost::utf8 {

struct Decoded {
  char32_t code_point = 0xFFFD;
  std::uint32_t length = 1;  // bytes taken; 1 for a bad byte
  bool valid = false;
};

// Decodes the character at the front of a non-empty text. Overlong forms,
// surrogates and values past U+10FFFF are bad bytes.
Decoded decode(std::string_view text);

struct Counts {
  std::uint32_t code_points = 0;
  std::uint32_t utf16_units = 0;
};
Counts count(std::string_view text);  // a bad byte counts as one

// Columns a terminal needs: combining marks none, East Asian wide and emoji two.
std::uint32_t width(std::string_view text);

// The offset of the next byte past ASCII, or npos.
std::size_t find_beyond_ascii(std::string_view text, std::size_t from);

// The offset of the first bad byte, or npos.
std::size_t find_invalid(std::string_view text);

// Whether the bytes are no text at all: an image, an archive, a program.
bool looks_binary(std::string_view text);

void append(std::string& out, char32_t code_point);

}  // namespace milepost::utf8
