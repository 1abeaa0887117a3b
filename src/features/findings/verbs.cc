#include "features/findings/verbs.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/verb.h"
#include "rules/rule.h"

namespace milepost::findings {

int exit_status(const Run& run, bool strict) {
  if (!run.read_errors.empty()) return kCouldNotRun;
  const bool fails =
      run.count(Severity::kError) > 0 || (strict && run.count(Severity::kWarning) > 0);
  return fails ? kFound : kClean;
}

int report_findings(const Run& run, const Arguments& arguments, Console& console,
                    std::chrono::steady_clock::time_point begun, Extent extent) {
  FormatOptions options;
  options.text = text_options(arguments, console);
  options.text.concise = arguments.has("--concise");
  options.strict = arguments.has("--strict");
  options.rules = all_rules();
  if (console.out_is_terminal) {
    options.text.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begun);
  }
  const auto format = parse_format(arguments.value("--format")).value_or(Format::kText);
  const bool whole = format != Format::kText || extent == Extent::kFindings;
  console.out += whole                        ? render(format, run, options)
                 : extent == Extent::kSummary ? render_summary(run, options.text)
                                              : render_statistics(run, options.text);
  // What another program reads stays free of them.
  const bool in_text =
      format == Format::kText && options.text.terminal && extent != Extent::kStatistics;
  if (!in_text && !options.text.quiet) report_notes(run.notes, console);
  report_read_errors(run.read_errors, console);
  return exit_status(run, options.strict);
}

}  // namespace milepost::findings
