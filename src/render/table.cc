#include "render/table.h"

#include <algorithm>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"

namespace milepost {

namespace {

constexpr std::uint32_t kGap = 2;
constexpr std::uint32_t kLeastShrunk = 12;
constexpr std::uint32_t kFolded = 6;  // what a row goes on with is indented

std::vector<std::uint32_t> natural_widths(const std::vector<std::vector<std::string>>& rows,
                                          std::size_t columns) {
  std::vector<std::uint32_t> widths(columns, 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < columns; ++i) widths[i] = std::max(widths[i], utf8::width(row[i]));
  }
  return widths;
}

// Columns that stand in one line, the last one excluded.
struct ColumnRange {
  std::size_t begin = 0, end = 0;
};

std::uint32_t width_of(const std::vector<std::uint32_t>& widths, ColumnRange columns) {
  std::uint32_t total = 1;
  for (std::size_t i = columns.begin; i < columns.end; ++i) {
    total += widths[i] == 0 ? 0 : widths[i] + kGap;
  }
  return total == 1 ? total : total - kGap;
}

// All columns in one line where they fit when they are cut. Otherwise the line ends after the
// first that may be cut, such as a title, and the others follow it, as many as fit.
std::vector<ColumnRange> lines_of(const Table& table, std::vector<std::uint32_t> widths,
                                  std::uint32_t width) {
  const std::size_t count = table.columns.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (table.columns[i].shrinks) widths[i] = std::min(widths[i], kLeastShrunk);
  }
  if (width == 0 || width_of(widths, {0, count}) <= width) return {{0, count}};
  const auto first = std::ranges::find_if(table.columns, &TableColumn::shrinks);
  const auto head = static_cast<std::size_t>(first - table.columns.begin()) + 1;
  std::vector<ColumnRange> lines = {{0, 0}};
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t room = lines.size() == 1 ? width : width - std::min(width, kFolded);
    const bool fits = width_of(widths, {lines.back().begin, i + 1}) <= room;
    const bool alone = lines.back().begin == i;
    if (!alone && (!fits || i == head)) lines.push_back({i, i});
    lines.back().end = i + 1;
  }
  return lines;
}

// Takes from the widest column that may shrink, until all fit.
void shrink(std::vector<std::uint32_t>& widths, const Table& table, ColumnRange columns,
            std::uint32_t width) {
  std::uint32_t total = width_of(widths, columns);
  while (total > width) {
    std::size_t widest = widths.size();
    for (std::size_t i = columns.begin; i < columns.end; ++i) {
      if (!table.columns[i].shrinks || widths[i] <= kLeastShrunk) continue;
      if (widest == widths.size() || widths[i] > widths[widest]) widest = i;
    }
    if (widest == widths.size()) return;
    --widths[widest];
    --total;
  }
}

void append_padded(std::string& line, std::string_view text, std::uint32_t width, bool right) {
  const std::uint32_t taken = utf8::width(text);
  const std::string padding(width > taken ? width - taken : 0, ' ');
  line.append(right ? padding : "").append(text).append(right ? "" : padding);
}

std::string line_of(const Table& table, const std::vector<std::uint32_t>& widths,
                    const std::vector<std::string>& row, ColumnRange columns) {
  std::string line;
  for (std::size_t i = columns.begin; i < columns.end; ++i) {
    if (widths[i] == 0) continue;
    line.append(line.empty() ? 1 : kGap, ' ');
    append_padded(line, fitted(row[i], widths[i]), widths[i], table.columns[i].right);
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

// "@" begins a handle far more often than a formula, which needs more than names.
bool is_formula(std::string_view text) {
  if (text.empty()) return false;
  if (text[0] == '@') return text.find_first_of("(|!=+*\"'{") != text.npos;
  return std::string_view("=+-\t\r").find(text[0]) != std::string_view::npos;
}

// With U+FFFD for each byte that is no UTF-8: the file says of itself that it is.
std::string repaired(std::string_view text) {
  std::string out;
  for (std::size_t bad = utf8::find_invalid(text); bad != text.npos;
       bad = utf8::find_invalid(text)) {
    out += text.substr(0, bad);
    utf8::append(out, 0xFFFD);
    text.remove_prefix(bad + 1);
  }
  return out.append(text);
}

std::string csv_text(std::string_view text) {
  std::string out(text);
  if (is_formula(text)) out.insert(out.begin(), '\'');
  if (out.find_first_of(",\"\r\n") == out.npos) return out;
  std::string quoted = "\"";
  for (const char c : out) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    constexpr std::string_view kMarkup = "\\`*_[]<>|#&~";
    if (kMarkup.find(c) != kMarkup.npos) out += '\\';
    out += c;
  }
  return out;
}

std::string fitted(std::string_view text, std::uint32_t width) {
  if (utf8::width(text) <= width) return std::string(text);
  std::string out;
  std::uint32_t used = 1;  // the ellipsis
  while (!text.empty()) {
    const std::string_view one = text.substr(0, utf8::decode(text).length);
    used += utf8::width(one);
    if (used > width) break;
    out += one;
    text.remove_prefix(one.size());
  }
  while (out.ends_with(' ')) out.pop_back();
  return out + "…";
}

std::string render_table_text(const Table& table, std::uint32_t width) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : table.rows) {
    std::vector<std::string>& shown = rows.emplace_back();
    for (const std::string& text : row) shown.push_back(printable(text));
  }
  std::vector<std::uint32_t> widths = natural_widths(rows, table.columns.size());
  const std::vector<ColumnRange> lines = lines_of(table, widths, width);
  for (const ColumnRange& columns : lines) {
    const std::uint32_t indent = columns.begin == 0 ? 0 : kFolded;
    if (width > indent) shrink(widths, table, columns, width - indent);
  }
  std::string out;
  for (const auto& row : rows) {
    for (const ColumnRange& columns : lines) {
      const std::string line = line_of(table, widths, row, columns);
      if (line.empty() && columns.begin > 0) continue;
      out.append(columns.begin == 0 ? 0 : kFolded, ' ').append(line).push_back('\n');
    }
  }
  return out;
}

std::string render_table_csv(const Table& table, bool for_terminal) {
  std::string out;
  const auto add_line = [&](const auto& cells, const auto& text_of) {
    bool first = true;
    for (const auto& cell : cells) {
      if (!first) out += ',';
      first = false;
      out += csv_text(text_of(cell));
    }
    out += "\r\n";
  };
  add_line(table.columns, [](const TableColumn& column) { return column.title; });
  for (const auto& row : table.rows) {
    add_line(row, [&](const std::string& text) {
      return for_terminal ? printable(text) : repaired(text);
    });
  }
  return out;
}

std::string render_table_markdown(const Table& table) {
  std::string out = "|";
  for (const TableColumn& column : table.columns) out += " " + markdown_text(column.title) + " |";
  out += "\n|";
  for (const TableColumn& column : table.columns) out += column.right ? "---:|" : "---|";
  out += '\n';
  for (const auto& row : table.rows) {
    out += '|';
    for (const std::string& text : row) out += " " + markdown_text(text) + " |";
    out += '\n';
  }
  return out;
}

}  // namespace milepost
