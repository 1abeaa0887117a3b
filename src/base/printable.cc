#include "base/printable.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace milepost {

namespace {

struct CharacterRange {
  char32_t first;
  char32_t last;
};

// The characters that show nothing by themselves or turn text around: all of Unicode's category
// Cf and all that it calls default-ignorable, the line separators, and blanks that pass for
// letters. Left out of it are marks that one sees (U+0600 to U+0605, U+06DD, U+070F, U+0890,
// U+0891, U+08E2, U+110BD and U+110CD are signs around numbers) and those that scripts and emoji
// are written with: the joiners U+200C and U+200D and the selectors U+FE00 to U+FE0F, U+180B to
// U+180D and U+180F.
constexpr CharacterRange kMisleading[] = {
    {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160},
    {0x17B4, 0x17B5},   {0x180E, 0x180E},   {0x200B, 0x200B},   {0x200E, 0x200F},
    {0x2028, 0x202E},   {0x2060, 0x206F},   {0x2800, 0x2800},   {0x3164, 0x3164},
    {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x13430, 0x1343F},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

bool misleads(char32_t c) {
  const auto* const range = std::ranges::lower_bound(kMisleading, c, {}, &CharacterRange::last);
  return range != std::end(kMisleading) && range->first <= c;
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
