// Recognises what a line begins, from its text alone: the line is given from its
// first character that is no space, without its line end. Which containers the
// line stands in is the business of blocks.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace milepost::starts {

struct AtxHeading {
  int level = 0;          // 0: no heading
  std::size_t begin = 0;  // of its text
  std::size_t end = 0;
};
AtxHeading atx_heading(std::string_view line);

// 1 for "===", 2 for "---", 0 for neither.
int setext_level(std::string_view line);

// The length of the run of "`" or "~" that opens a fence; 0 for none.
std::size_t opening_fence(std::string_view line);
bool closes_fence(std::string_view line, char mark, std::size_t length);

// On failure sets `failed_at` to the offset of the character that spoiled it:
// what begins before it, with the same mark, is no break either.
bool thematic_break(std::string_view line, std::size_t& failed_at);

struct ListMarker {
  std::uint32_t width = 0;  // "-" is 1 wide, "10." is 3; 0: no marker
  char mark = '-';          // the bullet, or the character after the number
  bool ordered = false;
};
ListMarker list_marker(std::string_view line, bool in_paragraph);

// The number of columns of a table's delimiter row such as "|:--|--:|"; 0 for
// any other line.
std::size_t delimiter_columns(std::string_view line);

// The number of cells in a table row.
std::size_t row_cells(std::string_view line);

// Calls `cell(begin, end)` with the trimmed extent of each cell of a row.
template <typename Function>
void for_each_cell(std::string_view line, Function cell) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; };
  std::size_t at = 0;
  const auto skip_blanks = [&] {
    while (at < line.size() && is_blank(line[at])) ++at;
  };
  if (!line.empty() && line[0] == '|') {
    ++at;
    skip_blanks();
  }
  while (at < line.size()) {
    const std::size_t begin = at;
    while (at < line.size() && (line[at] != '|' || (at > begin && line[at - 1] == '\\'))) ++at;
    std::size_t end = at;
    while (end > begin && is_blank(line[end - 1])) --end;
    cell(begin, end);
    if (at < line.size()) ++at;
    skip_blanks();
  }
}

}  // namespace milepost::starts
