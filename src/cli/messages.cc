#include "cli/messages.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>
#include <vector>

#include "base/strings.h"
#include "base/utf8.h"
#include "render/excerpt.h"

namespace milepost {

namespace {

constexpr std::uint32_t kIndent = 2;

std::uint32_t width_of_errors(const Console& console) {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : console.columns;
}

// Words with what is in quotes kept whole: "milepost log 4" and `layout: {url: …}` are one each.
std::vector<std::string_view> pieces_of(std::string_view line) {
  std::vector<std::string_view> pieces;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ') {
      ++at;
      continue;
    }
    std::size_t end = at;
    char open = 0;
    for (; end < line.size() && (open != 0 || line[end] != ' '); ++end) {
      const char c = line[end];
      if (open != 0) {
        if (c == open) open = 0;
      } else if ((c == '"' || c == '`') && line.find(c, end + 1) != line.npos) {
        open = c;
      }
    }
    pieces.push_back(line.substr(at, end - at));
    at = end;
  }
  return pieces;
}

bool are_carets(std::string_view line) {
  const std::string_view marks = trim(line);
  return marks.starts_with('^') || marks.starts_with('~');
}

void add_wrapped(std::string& out, std::string_view line, std::uint32_t columns) {
  const auto indent = static_cast<std::uint32_t>(line.find_first_not_of(' '));
  out.append(indent, ' ');
  std::uint32_t used = indent;
  bool begun = false;
  for (const std::string_view piece : pieces_of(line)) {
    const std::uint32_t width = utf8::width(piece);
    if (begun && used + 1 + width > columns) {
      out.append("\n").append(indent + kIndent, ' ');
      used = indent + kIndent;
    } else if (begun) {
      out += ' ';
      ++used;
    }
    out += piece;
    used += width;
    begun = true;
  }
}

}  // namespace

std::string wrap_messages(std::string_view text, std::uint32_t columns) {
  std::string out;
  while (!text.empty()) {
    const bool ends = text.find('\n') != text.npos;
    const auto [line, rest] = cut(text, '\n');
    const bool is_command = trim(line).starts_with("milepost ");
    const bool fits = utf8::width(line) <= std::max(columns, kLeastColumns);
    if (fits || is_command || are_carets(cut(rest, '\n').first)) {
      out += line;
    } else {
      add_wrapped(out, line, std::max(columns, kLeastColumns));
    }
    if (ends) out += '\n';
    text = rest;
  }
  return out;
}

bool write_messages(const Console& console) {
  return write_all(STDERR_FILENO, console.err_is_terminal
                                      ? wrap_messages(console.err, width_of_errors(console))
                                      : console.err);
}

}  // namespace milepost
