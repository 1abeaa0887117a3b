// How mdtoc tells the lines of a text apart. Each function looks at the front of
// `rest`, which is what is left of the text or a line of it with its line end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/strings.h"

namespace milepost::mdtoc {

// How many of the first characters are `c`, looking at no more than `most`.
inline std::size_t run_of(std::string_view rest, char c,
                          std::size_t most = std::string_view::npos) {
  const std::size_t run = std::min(rest.find_first_not_of(c), rest.size());
  return std::min(run, most);
}

// The length of the line with its line end when there is nothing on it, else 0.
inline std::size_t blank_line(std::string_view rest) {
  const std::size_t end = std::min(rest.find_first_not_of(" \t"), rest.size());
  if (end == rest.size()) return end;
  return rest[end] == '\n' ? end + 1 : 0;
}

// "## Title".
inline bool is_heading(std::string_view rest) {
  const std::size_t level = run_of(rest, '#', 6);
  return level > 0 && level < rest.size() && rest[level] == ' ';
}

// ".# Abstract", a heading without a level.
inline bool is_special_heading(std::string_view rest) {
  return rest.size() >= 4 && rest.starts_with(".# ");
}

// 1 for "===", 2 for "---"; 0 for what underlines nothing.
inline int underline_level(std::string_view rest) {
  const char mark = rest.empty() ? '\0' : rest.front();
  if (mark != '=' && mark != '-') return 0;
  std::size_t end = run_of(rest, mark);
  end += run_of(rest.substr(end), ' ');
  if (end == rest.size() || rest[end] != '\n') return 0;
  return mark == '=' ? 1 : 2;
}

// "* * *".
inline bool is_rule(std::string_view rest) {
  const std::size_t begin = run_of(rest, ' ', 3);
  if (begin == rest.size()) return false;
  const char mark = rest[begin];
  if (mark != '*' && mark != '-' && mark != '_') return false;
  const std::string_view line = rest.substr(0, rest.find('\n'));
  for (const char c : line.substr(begin)) {
    if (c != mark && c != ' ') return false;
  }
  return std::ranges::count(line, mark) >= 3;
}

struct Fence {
  std::size_t length = 0;  // of its line with the line end; 0: it is none
  char mark = '`';
  std::size_t run = 0;
};

// The line's end after a fence; 0 when anything but spaces stands before it.
inline std::size_t fence_line_end(std::string_view rest, std::size_t at) {
  at += run_of(rest.substr(at), ' ');
  if (at == rest.size()) return at;
  return rest[at] == '\n' ? at + 1 : 0;
}

// "```", and whether one word at most, or something in braces, follows it.
inline Fence fence(std::string_view rest, bool opening) {
  Fence found;
  std::size_t at = run_of(rest, ' ', 3);
  if (at == rest.size() || (rest[at] != '`' && rest[at] != '~')) return found;
  found.mark = rest[at];
  found.run = run_of(rest.substr(at), found.mark);
  if (found.run < 3) return found;
  at += found.run;
  if (opening) {
    at += run_of(rest.substr(at), ' ');
    if (at < rest.size() && rest[at] == '{') {
      at = rest.find_first_of("}\n", at + 1);
      if (at == rest.npos || rest[at] != '}') return found;
      ++at;
    } else {
      while (at < rest.size() && !is_space(rest[at])) ++at;
    }
  }
  found.length = fence_line_end(rest, at);
  return found;
}

// The lengths of what stands before a quote's text, code, or a list item; 0 for none.
inline std::size_t quote_mark(std::string_view rest) {
  const std::size_t at = run_of(rest, ' ', 3);
  if (at == rest.size() || rest[at] != '>') return 0;
  return at + 1 < rest.size() && rest[at + 1] == ' ' ? at + 2 : at + 1;
}

inline std::size_t code_mark(std::string_view rest) {
  if (rest.starts_with('\t')) return 1;
  return rest.starts_with("    ") ? 4 : 0;
}

inline bool is_gap(std::string_view rest, std::size_t at) {
  return at < rest.size() && (rest[at] == ' ' || rest[at] == '\t');
}

inline std::size_t bullet_mark(std::string_view rest) {
  const std::size_t at = run_of(rest, ' ', 3);
  if (at >= rest.size() || (rest[at] != '*' && rest[at] != '+' && rest[at] != '-')) return 0;
  return is_gap(rest, at + 1) ? at + 2 : 0;
}

inline std::size_t number_mark(std::string_view rest) {
  const std::size_t begin = run_of(rest, ' ', 3);
  std::size_t at = begin;
  while (at < rest.size() && is_digit(rest[at])) ++at;
  if (at == begin || at >= rest.size() || (rest[at] != '.' && rest[at] != ')')) return 0;
  return is_gap(rest, at + 1) ? at + 2 : 0;
}

inline std::size_t definition_mark(std::string_view rest) {
  return rest.starts_with(':') && is_gap(rest, 1) ? 2 : 0;
}

}  // namespace milepost::mdtoc
