#include "render/markdown_guard.h"

#include <algorithm>

#include "base/limits.h"
#include "base/strings.h"

namespace milepost {

namespace {

// The length of the list or quote marker at the front, 0 for none.
std::size_t container_marker(std::string_view text) {
  const auto ends_at = [&](std::size_t at) {
    return at == text.size() || text[at] == ' ' || text[at] == '\t' || text[at] == '\n';
  };
  if (text.empty()) return 0;
  if (text[0] == '>') return 1;
  if (text[0] == '-' || text[0] == '+' || text[0] == '*') return ends_at(1) ? 1 : 0;
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  if (digits == 0 || digits == text.size()) return 0;
  const bool delimited = text[digits] == '.' || text[digits] == ')';
  return delimited && ends_at(digits + 1) ? digits + 1 : 0;
}

// The offset of the first marker of a line that is too deep, npos when none is. An item's text
// stands two columns further in at least.
std::size_t too_deep_marker(std::string_view line) {
  constexpr std::size_t kTabColumns = 4;
  std::size_t columns = 0;
  std::size_t markers = 0;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ' || line[at] == '\t') {
      columns += line[at] == '\t' ? kTabColumns : 1;
      ++at;
      continue;
    }
    const std::size_t length = container_marker(line.substr(at));
    if (length == 0) return line.npos;
    ++markers;
    const std::size_t blanks = columns - std::min(columns, markers - 1);
    if (markers + blanks / 2 > static_cast<std::size_t>(kLimits.nesting)) return at;
    at += length;
  }
  return line.npos;
}

void append_bounded(std::string& out, std::string_view line) {
  std::size_t marker = too_deep_marker(line);
  if (marker == line.npos) {
    out += line;
    return;
  }
  // Of a number, the delimiter alone can be escaped.
  while (is_digit(line[marker])) ++marker;
  out.append(line.substr(0, marker)).append("\\").append(line.substr(marker));
}

// Nobody writes a paragraph of so many lines.
constexpr std::size_t kMostLines = 2000;

}  // namespace

std::string guarded_markdown(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t run = 0;  // lines since the last blank one
  while (!text.empty()) {
    std::size_t end = std::min(text.find_first_of("\r\n"), text.size() - 1) + 1;
    if (text[end - 1] == '\r' && end < text.size() && text[end] == '\n') ++end;
    const std::string_view line = text.substr(0, end);
    run = trim(line).empty() ? 0 : run + 1;
    if (run > kMostLines) {
      out += '\n';
      run = 1;
    }
    append_bounded(out, line);
    text.remove_prefix(end);
  }
  return out;
}

bool has_too_many_addresses(std::string_view text) {
  constexpr std::string_view kMark = "www.";
  constexpr std::size_t kMost = 4000;
  std::size_t marks = 0;
  for (std::size_t at = text.find(kMark); at != text.npos; at = text.find(kMark, at + 1)) {
    if (++marks > kMost) return true;
  }
  return false;
}

}  // namespace milepost
