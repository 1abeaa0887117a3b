#include "features/check/fix_verbs.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "cli/output.h"
#include "cli/verb.h"

namespace milepost::check {

std::optional<int> fix(const Result<FixRun>& run, const Arguments& arguments, Console& console) {
  if (!run) return console.report_error(run.error().message);
  report_read_errors(run->left_alone, console);
  if (arguments.has("--dry-run")) {
    for (const FixedFile& file : run->files) {
      console.out += shown_change(file.change, console);
    }
    report_read_errors(run->read_errors, console);
    return run->read_errors.empty() && run->left_alone.empty() ? kClean : kCouldNotRun;
  }
  if (auto applied = apply_fixes(*run); !applied) {
    return console.report_error("the fixes were not written: " + applied.error().message);
  }
  if (run->fixed > 0 && !arguments.has("--quiet")) {
    console.err += fmt::format("fixed {} in {}\n", counted(run->fixed, "finding"),
                               counted(run->files.size(), "file"));
  }
  return std::nullopt;
}

}  // namespace milepost::check
