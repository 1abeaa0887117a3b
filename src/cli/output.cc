#include "cli/output.h"

#include <fmt/format.h>

#include "base/diff.h"
#include "base/printable.h"
#include "base/strings.h"

namespace milepost {

namespace {

// The colours that git gives to the lines of a diff: its head, then hunks.
std::string_view code_of(std::string_view line, bool in_hunk) {
  if (!in_hunk) return "1";
  if (line.starts_with('@')) return "36";
  return line.starts_with('+') ? "32" : line.starts_with('-') ? "31" : "";
}

}  // namespace

void report_notes(const std::vector<std::string>& notes, Console& console) {
  for (const std::string& note : notes) console.err += printable(note) + "\n";
}

void report_read_errors(const std::vector<ReadError>& read_errors, Console& console) {
  for (const ReadError& read_error : read_errors) {
    const std::string place = read_error.path.empty() ? "" : printable_path(read_error.path) + ": ";
    console.err += fmt::format("milepost: {}{}\n", place, printable(read_error.message));
  }
}

std::string shown_diff(std::string diff, const Console& console) {
  if (!console.out_is_terminal && !console.has_colour()) return diff;
  std::string out;
  bool in_hunk = false;
  std::string_view rest = diff;
  while (!rest.empty()) {
    const auto [line, tail] = cut(rest, '\n');
    const std::string text =
        printable(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
    in_hunk = in_hunk || line.starts_with('@');
    const std::string_view code = console.has_colour() ? code_of(line, in_hunk) : "";
    out += code.empty() ? text + '\n' : fmt::format("\x1b[{}m{}\x1b[0m\n", code, text);
    rest = tail;
  }
  return out;
}

std::string shown_change(const FileChange& change, const Console& console) {
  return shown_diff(unified_diff(change.before, change.after, change.path), console);
}

}  // namespace milepost
