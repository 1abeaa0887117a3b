#include "base/diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/common_lines.h"

namespace milepost {

namespace {

constexpr std::uint32_t kContext = 3;

struct Range {
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t size() const { return end - begin; }
};

// Old lines that give way to new ones; either may be none.
struct Change {
  Range old_lines;
  Range new_lines;
};

std::vector<Change> changes_between(std::span<const LinePair> common, std::uint32_t old_count,
                                    std::uint32_t new_count) {
  std::vector<Change> changes;
  std::uint32_t old_done = 0;
  std::uint32_t new_done = 0;
  const auto reach = [&](std::uint32_t old_line, std::uint32_t new_line) {
    if (old_line > old_done || new_line > new_done) {
      changes.push_back({{old_done, old_line}, {new_done, new_line}});
    }
    old_done = old_line + 1;
    new_done = new_line + 1;
  };
  for (const LinePair& pair : common) reach(pair.old_line, pair.new_line);
  reach(old_count, new_count);
  return changes;
}

void append_line(std::string& out, char sign, std::string_view line) {
  out += sign;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

void append_range(std::string& out, char sign, Range lines) {
  // An empty range is named by the line before it; lines count from 1.
  out += sign;
  out += std::to_string(lines.size() == 0 ? lines.begin : lines.begin + 1);
  if (lines.size() != 1) out += ',' + std::to_string(lines.size());
}

void append_hunk(std::string& out, std::span<const Change> changes,
                 std::span<const std::string_view> old_lines,
                 std::span<const std::string_view> new_lines) {
  const Change& first = changes.front();
  const Change& last = changes.back();
  const std::uint32_t before = std::min(kContext, first.old_lines.begin);
  const std::uint32_t after =
      std::min(kContext, static_cast<std::uint32_t>(old_lines.size()) - last.old_lines.end);
  out += "@@ ";
  append_range(out, '-', {first.old_lines.begin - before, last.old_lines.end + after});
  out += ' ';
  append_range(out, '+', {first.new_lines.begin - before, last.new_lines.end + after});
  out += " @@\n";

  std::uint32_t line = first.old_lines.begin - before;
  for (const Change& change : changes) {
    for (; line < change.old_lines.begin; ++line) append_line(out, ' ', old_lines[line]);
    for (; line < change.old_lines.end; ++line) append_line(out, '-', old_lines[line]);
    for (std::uint32_t i = change.new_lines.begin; i < change.new_lines.end; ++i) {
      append_line(out, '+', new_lines[i]);
    }
  }
  for (; line < last.old_lines.end + after; ++line) append_line(out, ' ', old_lines[line]);
}

std::string quoted(std::string path) {
  constexpr std::string_view kLetters = "abtnvfr";  // from BEL, 7, to CR, 13
  const auto is_odd = [](char c) {
    return static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) >= 0x7F ||
           c == '"' || c == '\\';
  };
  if (std::none_of(path.begin(), path.end(), is_odd)) return path;
  std::string out = "\"";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_odd(c)) out += '\\';
    if (byte >= 7 && byte <= 13) {
      out += kLetters[byte - 7U];
    } else if (is_odd(c) && c != '"' && c != '\\') {
      for (const unsigned shift : {6U, 3U, 0U})
        out += static_cast<char>('0' + (byte >> shift & 7U));
    } else {
      out += c;
    }
  }
  return out + '"';
}

// The name in a line of its own. A TAB ends one with spaces: what follows it
// could be a date.
std::string header_name(const std::string& name) {
  return name + (name.find(' ') == name.npos ? "\n" : "\t\n");
}

}  // namespace

std::string unified_diff(std::optional<std::string_view> old_text,
                         std::optional<std::string_view> new_text, std::string_view path) {
  if (old_text == new_text) return {};
  const std::string old_name = quoted("a/" + std::string(path));
  const std::string new_name = quoted("b/" + std::string(path));
  std::string out;
  if (!old_text || !new_text) {
    // An empty file comes and goes without a hunk: only this line tells.
    out += "diff --git " + old_name + ' ' + new_name + '\n';
    out += old_text ? "deleted file mode 100644\n" : "new file mode 100644\n";
  }
  const auto old_lines = split_lines(old_text.value_or(""));
  const auto new_lines = split_lines(new_text.value_or(""));
  const auto changes = changes_between(common_lines(old_lines, new_lines),
                                       static_cast<std::uint32_t>(old_lines.size()),
                                       static_cast<std::uint32_t>(new_lines.size()));
  if (changes.empty()) return out;

  out += "--- " + (old_text ? header_name(old_name) : "/dev/null\n");
  out += "+++ " + (new_text ? header_name(new_name) : "/dev/null\n");
  for (auto begin = changes.begin(); begin != changes.end();) {
    auto end = begin + 1;
    while (end != changes.end() &&
           end->old_lines.begin - std::prev(end)->old_lines.end <= 2 * kContext) {
      ++end;
    }
    append_hunk(out, {begin, end}, old_lines, new_lines);
    begin = end;
  }
  return out;
}

}  // namespace milepost
