#include "base/printable.h"

#include <algorithm>

#include <fmt/format.h>

namespace milepost {

namespace {

// Bidirectional controls, invisible characters and line separators. The joiners
// U+200C and U+200D stay: scripts and emoji need them.
bool misleads(char32_t c) {
  return c == 0x00AD || c == 0x061C || c == 0x180E || c == 0x200B || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xFFF9 && c <= 0xFFFB);
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c <= 0x9F); }

bool in_xml(char32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c != 0xFFFE && c != 0xFFFF);
}

bool is_plain_ascii(char c) { return c >= 0x20 && c < 0x7F; }

}  // namespace

void append_printable(std::string& out, const utf8::Decoded& decoded, std::string_view bytes) {
  if (!decoded.valid) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(bytes[0]));
    return;
  }
  const char32_t c = decoded.code_point;
  if (c == '\n') {
    out += "\\n";
  } else if (c == '\r') {
    out += "\\r";
  } else if (is_control(c)) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<std::uint32_t>(c));
  } else if (misleads(c)) {
    fmt::format_to(std::back_inserter(out), "\\u{{{:x}}}", static_cast<std::uint32_t>(c));
  } else {
    out.append(bytes.substr(0, decoded.length));
  }
}

std::string printable(std::string_view text) {
  if (std::ranges::all_of(text, is_plain_ascii)) return std::string(text);
  std::string out;
  out.reserve(text.size() + 16);
  while (!text.empty()) {
    const auto decoded = utf8::decode(text);
    if (decoded.code_point == '\t') {
      out.push_back(' ');
    } else {
      append_printable(out, decoded, text);
    }
    text.remove_prefix(decoded.length);
  }
  return out;
}

std::string printable_path(std::string_view path) {
  return path.starts_with("::") ? "./" + printable(path) : printable(path);
}

std::string xml_text(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  while (!text.empty()) {
    const auto decoded = utf8::decode(text);
    const char32_t c = decoded.code_point;
    if (!decoded.valid || !in_xml(c)) {
      utf8::append(out, 0xFFFD);
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c < 0x20) {
      // As a reference, lest a parser turn it into a space.
      fmt::format_to(std::back_inserter(out), "&#{};", static_cast<std::uint32_t>(c));
    } else {
      out.append(text.substr(0, decoded.length));
    }
    text.remove_prefix(decoded.length);
  }
  return out;
}

}  // namespace milepost
