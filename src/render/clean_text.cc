#include "render/clean_text.h"

#include <algorithm>

#include "base/utf8.h"

namespace milepost {

namespace {

constexpr bool is_control_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f') || byte == 0x7F;
}

// C1 controls, and what Unicode says is never a character.
constexpr bool is_no_character(char32_t c) {
  return (c >= 0x80 && c < 0xA0) || (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFE) == 0xFFFE;
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const std::size_t plain = std::min(utf8::find_beyond_ascii(text, 0), text.size());
    for (const char c : text.substr(0, plain)) {
      if (is_control_byte(c)) {
        utf8::append(clean, 0xFFFD);
      } else {
        clean += c;
      }
    }
    text.remove_prefix(plain);
    if (text.empty()) break;
    const utf8::Decoded decoded = utf8::decode(text);
    if (decoded.valid && !is_no_character(decoded.code_point)) {
      clean += text.substr(0, decoded.length);
    } else {
      utf8::append(clean, 0xFFFD);
    }
    text.remove_prefix(decoded.length);
  }
  return clean;
}

}  // namespace milepost
