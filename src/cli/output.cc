#include "cli/output.h"

#include <fmt/format.h>

#include "base/diff.h"
#include "base/printable.h"
#include "base/strings.h"

namespace milepost {

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
  if (!console.out_is_terminal) return diff;
  std::string out;
  std::string_view rest = diff;
  while (!rest.empty()) {
    const auto [line, tail] = cut(rest, '\n');
    out += printable(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line) + '\n';
    rest = tail;
  }
  return out;
}

std::string shown_change(const FileChange& change, const Console& console) {
  return shown_diff(unified_diff(change.before, change.after, change.path), console);
}

}  // namespace milepost
