// A table of texts, for the terminal, for spreadsheets and for Markdown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace milepost {

struct TableColumn {
  std::string title;
  bool right = false;    // aligned to the right, as numbers are
  bool shrinks = false;  // may be cut when the terminal is narrow
};

struct Table {
  std::vector<TableColumn> columns;
  std::vector<std::vector<std::string>> rows;  // as many texts as there are columns
};

// Fitted into `width` columns of the terminal; 0 for no limit. What is cut ends with "…"; where
// cutting is not enough, a row goes on in indented lines.
std::string render_table_text(const Table& table, std::uint32_t width);

// RFC 4180, with the titles first. A text that a spreadsheet would take for a
// formula gets an apostrophe before it. A program gets all other characters as they are; for
// a terminal those that it obeys or that mislead are escaped, as in a table of text.
std::string render_table_csv(const Table& table, bool for_terminal);

std::string render_table_markdown(const Table& table);

// One line of text that Markdown shows as it is.
std::string markdown_text(std::string_view text);

// The text cut to at most `width` columns, "…" at its end when something is
// missing.
std::string fitted(std::string_view text, std::uint32_t width);

}  // namespace milepost
