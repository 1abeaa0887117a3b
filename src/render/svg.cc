#include "render/svg.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"

namespace milepost::svg {

namespace {

constexpr std::string_view kEllipsis = "…";

// Widths of the characters from space to tilde, in hundredths of the font size:
// the wider of DejaVu Sans and Arial. Few sans-serif fonts are wider.
constexpr std::uint8_t kAscii[] = {
    32, 41, 46, 84, 64, 96, 78, 28, 40,  40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 56, 102, 69, 69, 73, 77, 67, 62, 78, 76, 30, 50, 67, 56, 87, 75, 79,
    67, 79, 73, 67, 62, 74, 69, 99, 69,  67, 69, 40, 34, 40, 84, 56, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84};
static_assert(std::size(kAscii) == 95);

// Widths are summed in hundredths of the font size, as whole numbers: what was
// measured to fit a width then fits it.
using Hundredths = std::uint64_t;

// The character at the front of a text.
Hundredths advance(const utf8::Decoded& decoded, std::string_view bytes) {
  constexpr Hundredths kLetter = 72;   // of the other alphabets
  constexpr Hundredths kSymbol = 100;  // dashes, arrows, the ellipsis
  constexpr Hundredths kWide = 100;
  constexpr Hundredths kEmoji = 130;
  const char32_t c = decoded.code_point;
  if (c >= 0x20 && c < 0x7F) return kAscii[c - 0x20];
  switch (utf8::width(bytes.substr(0, decoded.length))) {
    case 0: return 0;
    case 1: return c >= 0x2000 && c < 0x2E80 ? kSymbol : kLetter;
    default: return c >= 0x1F000 && c < 0x20000 ? kEmoji : kWide;
  }
}

double scale(const Font& font) {
  constexpr double kBold = 1.2;
  return font.size / 100 * (font.bold ? kBold : 1);
}

Hundredths measure(std::string_view text) {
  Hundredths sum = 0;
  while (!text.empty()) {
    const auto decoded = utf8::decode(text);
    sum += advance(decoded, text);
    text.remove_prefix(decoded.length);
  }
  return sum;
}

Hundredths room_in(double width, const Font& font) {
  constexpr double kRounding = 1e-6;
  return static_cast<Hundredths>(std::max(0.0, width / scale(font) + kRounding));
}

Hundredths less_ellipsis(Hundredths room) { return room - std::min(room, measure(kEllipsis)); }

// How many bytes of the text fit, whole characters with their marks.
std::size_t fitting(std::string_view text, Hundredths room) {
  Hundredths used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto decoded = utf8::decode(text.substr(at));
    used += advance(decoded, text.substr(at));
    if (used > room) return at;
    at += decoded.length;
  }
  return at;
}

std::string colour_rules(const Colours& colours) {
  return fmt::format(".milepost .paper{{fill:{}}}\n.milepost text{{fill:{}}}\n", colours.paper,
                     colours.text);
}

}  // namespace

double text_width(std::string_view text, const Font& font) {
  return static_cast<double>(measure(text)) * scale(font);
}

std::string fit(std::string_view text, double width, const Font& font) {
  const Hundredths room = room_in(width, font);
  if (fitting(text, room) == text.size()) return std::string(text);
  std::string_view kept = text.substr(0, fitting(text, less_ellipsis(room)));
  while (kept.ends_with(' ')) kept.remove_suffix(1);
  return std::string(kept) + std::string(kEllipsis);
}

std::string fit_end(std::string_view text, double width, const Font& font) {
  const Hundredths room = room_in(width, font);
  Hundredths left = measure(text);
  if (left <= room) return std::string(text);
  while (!text.empty()) {
    const auto decoded = utf8::decode(text);
    const Hundredths next = advance(decoded, text);
    // A mark without the letter it belongs to would be drawn on the ellipsis.
    if (left <= less_ellipsis(room) && next > 0) break;
    left -= next;
    text.remove_prefix(decoded.length);
  }
  return std::string(kEllipsis) + std::string(text);
}

std::vector<std::string> wrap(std::string_view text, double width, const Font& font,
                              std::size_t most) {
  std::vector<std::string> lines;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    if (lines.size() + 1 == most) {
      lines.push_back(fit(text, width, font));
      break;
    }
    std::size_t end = fitting(text, room_in(width, font));
    if (end < text.size() && text[end] != ' ') {
      const std::size_t space = text.substr(0, end).rfind(' ');
      // A word longer than the line, or a script without spaces, breaks anywhere.
      if (space != text.npos && space > 0) end = space;
      if (end == 0) end = utf8::decode(text).length;
    }
    lines.emplace_back(trim(text.substr(0, end)));
    text.remove_prefix(end);
  }
  return lines;
}

std::string number(double value) {
  const auto tenths = static_cast<long long>(std::llround(value * 10));
  if (tenths % 10 == 0) return fmt::format("{}", tenths / 10);
  return fmt::format("{}{}.{}", tenths < 0 ? "-" : "", std::abs(tenths) / 10,
                     std::abs(tenths) % 10);
}

std::string text(std::string_view untrusted) { return xml_text(printable(untrusted)); }

std::string_view safe_link(std::string_view link) {
  // A browser skips these before it looks for a scheme.
  const auto skipped = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == '\\'; };
  if (std::ranges::any_of(link, skipped)) return {};
  const std::size_t colon = link.find_first_of(":/?#");
  if (colon == link.npos || link[colon] != ':') return link.starts_with("//") ? "" : link;
  const std::string scheme = lower(link.substr(0, colon));
  return scheme == "http" || scheme == "https" ? link : "";
}

std::string document(const Picture& picture) {
  const std::string width = number(std::ceil(picture.width));
  const std::string height = number(std::ceil(picture.height));
  // What is inside an image is not read out, so one with links is none.
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"milepost\" role=\"{}\" "
      "width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\">\n",
      picture.has_links ? "group" : "img", width, height, width, height);
  out += fmt::format("<title>{}</title>\n<desc>{}</desc>\n", text(picture.title),
                     text(picture.description));
  out += "<style>\n.milepost{font-family:\"Helvetica Neue\",Helvetica,Arial,";
  out += "\"Liberation Sans\",sans-serif}\n";
  out += picture.style + colour_rules(kLight) + picture.rules(kLight);
  out += "@media (prefers-color-scheme:dark){\n";
  out += colour_rules(kDark) + picture.rules(kDark);
  out += "}\n</style>\n";
  out += "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
  return out + picture.body + "</svg>\n";
}

std::string without_style(std::string_view document) {
  std::string out(document);
  const auto cut = [&](std::string_view from, std::string_view to) {
    const std::size_t begin = out.find(from);
    const std::size_t end = begin == out.npos ? out.npos : out.find(to, begin + from.size());
    if (end != out.npos) out.erase(begin, end + to.size() - begin);
  };
  cut("<style>", "</style>\n");
  cut("<rect class=\"paper\"", "/>\n");
  return out;
}

}  // namespace milepost::svg
