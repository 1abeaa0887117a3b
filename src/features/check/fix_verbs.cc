#include "features/check/fix_verbs.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "rules/rule.h"

namespace milepost::check {

namespace {

// "  MP609 checkbox-odd  12"
std::string rule_lines(const FixedRules& rules) {
  std::string lines;
  for (const auto& [code, count] : rules) {
    const Rule* const rule = find_rule(code);
    lines += fmt::format("  {:>6}  {} {}\n", count, code, rule ? rule->name : "");
  }
  return lines;
}

void report_fixed(const FixRun& run, bool dry_run, Console& console) {
  if (run.fixed == 0) return;
  console.err += fmt::format("{} {} in {}\n", dry_run ? "would fix" : "fixed",
                             counted(run.fixed, "finding"), counted(run.files.size(), "file"));
  FixedRules rules;
  for (const FixedFile& file : run.files) {
    for (const auto& [code, count] : file.rules) rules[code] += count;
  }
  console.err += rule_lines(rules);
}

// What nobody asked for is offered rule by rule, to be looked at first.
void report_held_back(const FixRun& run, Console& console) {
  if (run.held_back.empty()) return;
  std::size_t count = 0;
  for (const auto& [code, one] : run.held_back) count += one;
  const std::string_view code = run.held_back.begin()->first;
  console.err += fmt::format(
      "left alone: {} whose repair removes or rewords text\n{}"
      "  milepost check --fix --unsafe --dry-run --select {} PROPOSAL shows what that would do\n",
      counted(count, "finding"), rule_lines(run.held_back), code);
}

}  // namespace

std::optional<int> fix(const Result<FixRun>& run, const Arguments& arguments, Console& console) {
  if (!run) return console.report_error(run.error().message);
  report_read_errors(run->left_alone, console);
  if (arguments.has("--dry-run")) {
    for (const FixedFile& file : run->files) {
      console.out += shown_change(file.change, console);
    }
    report_read_errors(run->read_errors, console);
    if (!arguments.has("--quiet")) {
      report_fixed(*run, true, console);
      report_held_back(*run, console);
    }
    return run->read_errors.empty() && run->left_alone.empty() ? kClean : kCouldNotRun;
  }
  if (auto applied = apply_fixes(*run); !applied) {
    return console.report_error("the fixes were not written: " + applied.error().message);
  }
  if (!arguments.has("--quiet")) {
    report_fixed(*run, false, console);
    report_held_back(*run, console);
  }
  return std::nullopt;
}

}  // namespace milepost::check
