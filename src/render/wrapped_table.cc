#include "render/wrapped_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/utf8.h"
#include "render/excerpt.h"

namespace milepost {

namespace {

constexpr std::uint32_t kColumnGap = 2;
constexpr std::uint32_t kLongestWord = 24;  // a longer one is cut

using WrappedRow = std::vector<std::string>;

std::uint32_t longest_word(std::string_view text) {
  std::uint32_t longest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    longest = std::max(longest, utf8::width(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::min(longest, kLongestWord);
}

class WrappedTable {
 public:
  WrappedTable(const Table& table, std::span<const std::string> notes, std::uint32_t width,
               const ColumnColours& colours)
      : table_(table),
        notes_(notes),
        width_(width),
        colours_(colours),
        widths_(table.columns.size(), 0) {
    WrappedRow& titles = rows_.emplace_back();
    for (const TableColumn& column : table.columns) titles.push_back(printable(column.title));
    for (const WrappedRow& row : table.rows) {
      WrappedRow& shown = rows_.emplace_back();
      for (const std::string& text : row) shown.push_back(printable(text));
    }
    leave_out_empty();
    if (width_ > 0) shrink();
  }

  std::string render() const {
    std::string out;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      add_row(out, rows_[i], i > 0 && i <= colours_.codes.size() ? colours_.codes[i - 1] : 0);
      if (i > 0 && i <= notes_.size() && !notes_[i - 1].empty()) add_note(out, notes_[i - 1]);
    }
    return out;
  }

 private:
  // A column that no row says anything in has no title either.
  void leave_out_empty() {
    for (std::size_t c = 0; c < widths_.size(); ++c) {
      const bool used = std::any_of(rows_.begin() + 1, rows_.end(),
                                    [&](const WrappedRow& row) { return !row[c].empty(); });
      if (!used) continue;
      for (const WrappedRow& row : rows_) widths_[c] = std::max(widths_[c], utf8::width(row[c]));
    }
  }

  std::uint32_t total() const {
    std::uint32_t total = 0;
    for (const std::uint32_t column : widths_) total += column == 0 ? 0 : column + kColumnGap;
    return total == 0 ? 0 : total - kColumnGap + 1;
  }

  // Takes from the widest column that may shrink, never less than its longest word.
  void shrink() {
    std::vector<std::uint32_t> least(widths_.size(), 0);
    for (const WrappedRow& row : rows_) {
      for (std::size_t c = 0; c < row.size(); ++c) {
        least[c] = std::max(least[c], longest_word(row[c]));
      }
    }
    while (total() > width_) {
      std::size_t widest = widths_.size();
      for (std::size_t c = 0; c < widths_.size(); ++c) {
        if (!table_.columns[c].shrinks || widths_[c] <= least[c]) continue;
        if (widest == widths_.size() || widths_[c] > widths_[widest]) widest = c;
      }
      if (widest == widths_.size()) return;
      --widths_[widest];
    }
  }

  void add_row(std::string& out, const WrappedRow& row, int colour) const {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 1;
    for (std::size_t c = 0; c < row.size(); ++c) {
      cells.push_back(wrap(row[c], std::max(widths_[c], 1U), std::max(widths_[c], 1U)));
      if (widths_[c] > 0) height = std::max(height, cells.back().size());
    }
    for (std::size_t i = 0; i < height; ++i) {
      std::string line;
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (widths_[c] == 0) continue;
        line.append(line.empty() ? 1 : kColumnGap, ' ');
        std::string text = i < cells[c].size() ? fitted(cells[c][i], widths_[c]) : "";
        const std::string padding(widths_[c] - utf8::width(text), ' ');
        if (colour != 0 && c == colours_.column && !text.empty()) {
          text = fmt::format("\x1b[{}m{}\x1b[0m", colour, text);
        }
        line += table_.columns[c].right ? padding + text : text + padding;
      }
      while (line.ends_with(' ')) line.pop_back();
      out.append(line).push_back('\n');
    }
  }

  void add_note(std::string& out, const std::string& note) const {
    const std::uint32_t indent = 1 + widths_.front() + kColumnGap;
    const std::uint32_t room = width_ > indent + kLongestWord ? width_ - indent : kLongestWord;
    for (const std::string& line : wrap(printable(note), room, room)) {
      out += std::string(indent, ' ') + (width_ > 0 ? fitted(line, room) : line) + "\n";
    }
  }

  const Table& table_;
  const std::span<const std::string> notes_;
  const std::uint32_t width_;
  const ColumnColours& colours_;
  std::vector<std::uint32_t> widths_;
  std::vector<WrappedRow> rows_;  // the titles, and what the table has
};

}  // namespace

std::string render_table_wrapped(const Table& table, std::span<const std::string> notes,
                                 std::uint32_t width, const ColumnColours& colours) {
  return WrappedTable(table, notes, width, colours).render();
}

}  // namespace milepost
