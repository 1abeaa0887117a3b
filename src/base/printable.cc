#include "base/printable.h"

#include <algorithm>

#include <fmt/format.h>

namespace milepost {

namespace {

// Bidirectional controls, invisible characters, tags and line separators. The joiners
// U+200C and U+200D and the selectors U+FE00 to U+FE0F stay: scripts and emoji need them.
bool misleads(char32_t c) {
  return c == 0x00AD || c == 0x034F || c == 0x115F || c == 0x1160 || c == 0x2800 || c == 0x3164 ||
         c == 0xFFA0 || (c >= 0xE0100 && c <= 0xE01EF) || c == 0x061C || c == 0x180E ||
         c == 0x200B || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) ||
         (c >= 0xE0000 && c <= 0xE007F);
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

std::string printable_json(std::string json) {
  // Nothing is read back wrongly when more is escaped: the joiners are, too.
  const auto is_escaped = [](char32_t c) {
    return c >= 0x7F && (is_control(c) || misleads(c) || c == 0x200C || c == 0x200D);
  };
  const auto unit = [](std::string& out, std::uint32_t value) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", value);
  };
  std::string out;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < json.size();) {
    const auto byte = static_cast<unsigned char>(json[at]);
    if (byte < 0x7F) {
      ++at;
      continue;
    }
    const auto decoded = utf8::decode(std::string_view(json).substr(at));
    const auto c = static_cast<std::uint32_t>(decoded.code_point);
    if (decoded.valid && is_escaped(decoded.code_point)) {
      out.append(json, copied, at - copied);
      if (c < 0x10000) {
        unit(out, c);
      } else {
        unit(out, 0xD800 + ((c - 0x10000) >> 10U));
        unit(out, 0xDC00 + ((c - 0x10000) & 0x3FFU));
      }
      copied = at + decoded.length;
    }
    at += decoded.length;
  }
  if (copied == 0) return json;
  return out.append(json, copied);
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
    } else if (is_control(c) || misleads(c)) {
      // As a reference, lest a parser turn it into a space, or a terminal obey it.
      fmt::format_to(std::back_inserter(out), "&#{};", static_cast<std::uint32_t>(c));
    } else {
      out.append(text.substr(0, decoded.length));
    }
    text.remove_prefix(decoded.length);
  }
  return out;
}

}  // namespace milepost
