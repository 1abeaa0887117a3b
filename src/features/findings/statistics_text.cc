#include "features/findings/statistics_text.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/findings/formats.h"

namespace milepost::findings {

namespace {

std::string fixable_text(const RuleCount& rule) {
  std::vector<std::string> parts;
  if (rule.fixable > 0) parts.push_back(fmt::format("{} fixable", rule.fixable));
  if (rule.unsafe > 0) parts.push_back(fmt::format("{} by --fix --unsafe", rule.unsafe));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string rule_table(const std::vector<RuleCount>& rules) {
  std::size_t widest = 0;
  for (const RuleCount& rule : rules) widest = std::max(widest, rule.name.size());
  std::string out;
  for (const RuleCount& rule : rules) {
    std::string line = fmt::format("{:>7}  {:<7}  {} {:<{}}  {}", rule.count, name(rule.severity),
                                   rule.code, rule.name, widest, fixable_text(rule));
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::string counts_text(const Run& run) {
  std::string text =
      run.proposals > 0 ? counted(run.proposals, "proposal") : counted(run.files, "file");
  for (const auto severity : {Severity::kError, Severity::kWarning, Severity::kInfo}) {
    if (const std::size_t count = run.count(severity); count > 0) {
      text += ", " + counted(count, name(severity));
    }
  }
  return text;
}

std::size_t sum_of(const std::vector<RuleCount>& rules, std::size_t RuleCount::* member) {
  std::size_t sum = 0;
  for (const RuleCount& rule : rules) sum += rule.*member;
  return sum;
}

}  // namespace

std::vector<RuleCount> count_by_rule(const Run& run) {
  std::map<std::pair<std::string_view, Severity>, RuleCount> by_code;
  for (const Finding& finding : run.findings) {
    RuleCount& rule = by_code[{finding.code, finding.severity}];
    rule.code = finding.code;
    rule.name = finding.name;
    rule.severity = finding.severity;
    ++rule.count;
    if (finding.fixes.empty()) continue;
    ++(finding.fixes.front().unsafe ? rule.unsafe : rule.fixable);
  }
  std::vector<RuleCount> rules;
  for (const auto& [key, rule] : by_code) rules.push_back(rule);
  std::ranges::stable_sort(rules, [](const RuleCount& a, const RuleCount& b) {
    return std::tuple(b.severity, b.count) < std::tuple(a.severity, a.count);
  });
  return rules;
}

std::string render_statistics(const Run& run, const TextOptions& options) {
  std::string out = rule_table(count_by_rule(run));
  if (!options.quiet) out += counts_text(run) + '\n';
  return out;
}

bool is_flood(const Run& run) {
  return run.proposals >= kManyProposals && run.findings.size() >= kManyFindings;
}

std::string render_summary(const Run& run, const TextOptions& options) {
  Run errors = run;
  keep_errors(errors);
  Run rest = run;
  std::erase_if(rest.findings,
                [](const Finding& finding) { return finding.severity == Severity::kError; });
  TextOptions without_counts = options;
  without_counts.quiet = true;
  std::string out = render_text(errors, without_counts);
  const std::vector<RuleCount> rules = count_by_rule(rest);
  if (!out.empty() && !rules.empty()) out += '\n';
  if (!rules.empty() && !options.quiet) out += "warnings and infos by rule\n" + rule_table(rules);
  if (options.quiet) return out;
  out += '\n';
  for (const std::string& note : run.notes) out += printable(note) + '\n';
  out += counts_text(run);
  if (options.elapsed) out += " in " + describe(*options.elapsed);
  out += '\n';
  const std::vector<RuleCount> all = count_by_rule(run);
  if (const std::size_t fixable = sum_of(all, &RuleCount::fixable); fixable > 0) {
    out +=
        fmt::format("  milepost check --fix         repairs {} (--dry-run shows how)\n", fixable);
  }
  const std::string_view most = rules.empty() ? all.front().code : rules.front().code;
  out += fmt::format("  milepost check --rule {}  lists the findings of a rule\n", most);
  out +=
      "  milepost check --errors      lists errors only\n"
      "  milepost check --statistics  counts by rule, errors too\n"
      "  milepost check --all         lists every finding\n";
  return out;
}

void keep_errors(Run& run) {
  std::erase_if(run.findings,
                [](const Finding& finding) { return finding.severity != Severity::kError; });
  std::erase_if(run.unlisted,
                [](const Unlisted& rest) { return rest.severity != Severity::kError; });
}

}  // namespace milepost::findings
