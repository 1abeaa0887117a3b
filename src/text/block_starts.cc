#include "text/block_starts.h"

#include "base/strings.h"

namespace milepost::starts {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::size_t skip_blanks(std::string_view line, std::size_t at) {
  while (at < line.size() && is_blank(line[at])) ++at;
  return at;
}

std::size_t run_length(std::string_view line, char mark) {
  std::size_t at = 0;
  while (at < line.size() && line[at] == mark) ++at;
  return at;
}

}  // namespace

AtxHeading atx_heading(std::string_view line) {
  const std::size_t level = run_length(line, '#');
  if (level == 0 || level > 6) return {};
  if (level < line.size() && !is_blank(line[level])) return {};
  const std::size_t begin = skip_blanks(line, level);
  std::size_t end = line.size();
  while (end > begin && is_blank(line[end - 1])) --end;
  std::size_t hashes = end;
  while (hashes > begin && line[hashes - 1] == '#') --hashes;
  if (hashes < end && (hashes == begin || is_blank(line[hashes - 1]))) {
    end = hashes;
    while (end > begin && is_blank(line[end - 1])) --end;
  }
  return {static_cast<int>(level), begin, end};
}

int setext_level(std::string_view line) {
  if (line.empty() || (line[0] != '=' && line[0] != '-')) return 0;
  if (skip_blanks(line, run_length(line, line[0])) != line.size()) return 0;
  return line[0] == '=' ? 1 : 2;
}

std::size_t opening_fence(std::string_view line) {
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return 0;
  const std::size_t length = run_length(line, line[0]);
  if (length < 3) return 0;
  // "```x```" in one line is a code span.
  if (line[0] == '`' && line.find('`', length) != line.npos) return 0;
  return length;
}

bool closes_fence(std::string_view line, char mark, std::size_t length) {
  const std::size_t run = run_length(line, mark);
  return run >= length && skip_blanks(line, run) == line.size();
}

bool thematic_break(std::string_view line, std::size_t& failed_at) {
  const char mark = line[0];
  std::size_t count = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == mark) {
      ++count;
    } else if (!is_blank(line[at])) {
      failed_at = at;
      return false;
    }
  }
  failed_at = 0;
  return count >= 3;
}

ListMarker list_marker(std::string_view line, bool in_paragraph) {
  ListMarker marker;
  if (line[0] == '-' || line[0] == '*' || line[0] == '+') {
    if (line.size() > 1 && !is_blank(line[1])) return {};
    marker.width = 1;
    marker.mark = line[0];
  } else {
    constexpr std::uint32_t kMostDigits = 9;
    while (marker.width < line.size() && marker.width < kMostDigits &&
           is_digit(line[marker.width])) {
      ++marker.width;
    }
    if (marker.width == 0 || marker.width >= line.size()) return {};
    marker.mark = line[marker.width];
    if (marker.mark != '.' && marker.mark != ')') return {};
    if (in_paragraph) {
      std::size_t zeros = 0;
      while (line[zeros] == '0') ++zeros;
      if (line.substr(zeros, marker.width - zeros) != "1") return {};
    }
    marker.ordered = true;
    ++marker.width;
  }
  if (marker.width < line.size() && !is_blank(line[marker.width])) return {};
  if (in_paragraph && skip_blanks(line, marker.width) == line.size()) return {};
  return marker;
}

std::size_t delimiter_columns(std::string_view line) {
  std::size_t at = 0;
  std::size_t columns = 0;
  if (!line.empty() && line[0] == '|') ++at;
  for (;;) {
    at = skip_blanks(line, at);
    if (at < line.size() && line[at] == ':') ++at;
    const std::size_t dashes = at;
    while (at < line.size() && line[at] == '-') ++at;
    if (at == dashes) return 0;
    ++columns;
    if (at < line.size() && line[at] == ':') ++at;
    at = skip_blanks(line, at);
    if (at == line.size()) return columns;
    if (line[at] != '|') return 0;
    ++at;
    if (skip_blanks(line, at) == line.size()) return columns;
  }
}

std::size_t row_cells(std::string_view line) {
  std::size_t cells = 0;
  for_each_cell(line, [&](std::size_t, std::size_t) { ++cells; });
  return cells;
}

}  // namespace milepost::starts
