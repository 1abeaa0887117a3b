#include "rules/engine.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "issue/issue.h"
#include "proposal/facts.h"
#include "proposal/judgement.h"
#include "proposal/proposal.h"
#include "rules/metadata/fields.h"
#include "rules/suppress.h"
#include "rules/wording.h"
#include "text/merge_conflict.h"
#include "text/toc.h"

namespace milepost {

namespace {

std::size_t index_of(const Rule& rule) {
  return static_cast<std::size_t>(&rule - all_rules().data());
}

bool named_by(const Rule& rule, std::string_view name) {
  if (equal_ignoring_case(rule.code, name) || equal_ignoring_case(rule.name, name)) return true;
  const bool prefix = name.size() >= 2 && name.size() < rule.code.size();
  return prefix && equal_ignoring_case(rule.code.substr(0, name.size()), name);
}

std::string no_such_rule(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Rule& rule : all_rules()) {
    names.push_back(rule.code);
    names.push_back(rule.name);
  }
  const std::string_view meant = nearest(name, names);
  return fmt::format(
      "no rule is called `{}`{}", name,
      meant.empty() ? "; `milepost rules` lists them" : fmt::format("; did you mean `{}`?", meant));
}

Result<void> mark(std::vector<bool>& wanted, const std::vector<std::string>& names, bool value) {
  for (const std::string& name : names) {
    bool any = false;
    for (const Rule& rule : all_rules()) {
      if (!named_by(rule, name)) continue;
      any = true;
      wanted[index_of(rule)] = value;
    }
    if (!any) return failure(no_such_rule(name));
  }
  return {};
}

void add_unknown(const std::vector<RuleSetting>& settings, std::vector<PackError>& errors) {
  for (const RuleSetting& setting : settings) {
    if (!find_rule(setting.rule)) errors.push_back({setting.place, no_such_rule(setting.rule)});
  }
}

void apply(const std::vector<RuleSetting>& settings,
           std::vector<std::optional<Severity>>& severities) {
  for (const RuleSetting& setting : settings) {
    severities[index_of(*find_rule(setting.rule))] = setting.severity;
  }
}

// The file a finding points into, relative to the root.
std::string_view path_of(const RepositoryInput& in, const Finding& finding) {
  const std::vector<ReviewFile>& reviews = in.facts.reviews();
  const auto found = std::ranges::find_if(
      reviews, [&](const ReviewFile& file) { return file.source.get() == finding.source; });
  if (found != reviews.end()) return found->path;
  for (const TemplateMetadata& file : in.facts.template_metadata()) {
    if (file.source.get() == finding.source) return file.path;
  }
  return finding.source->path();
}

// What a document holds in a region that code or a comment swallows is not known, so nothing is
// changed there, nor at its edges: the line after it may be code that should have begun there.
void drop_fixes_in(const std::vector<Span>& regions, const Source& source,
                   std::vector<Finding>& findings) {
  if (regions.empty()) return;
  const auto touches = [&](const Edit& edit) {
    return std::ranges::any_of(regions, [&](Span region) {
      const std::uint32_t end = source.next_line_begin(source.line_at(region.end));
      return edit.span.begin <= end && edit.span.end >= region.begin;
    });
  };
  for (Finding& finding : findings) {
    if (finding.source != &source) continue;
    std::erase_if(finding.fixes,
                  [&](const Fix& fix) { return std::ranges::any_of(fix.edits, touches); });
  }
}

// What swallows headings, and what would swallow those that a fix puts after it.
std::vector<Span> unknown_regions(const RuleInput& in) {
  std::vector<Span> regions = in.judgement.swallowed;
  for (const Block& block : in.proposal.document.blocks()) {
    if (block.depth == 0 && !block.closed) regions.push_back(block.span);
  }
  // Which of its sides the document is to have is not known.
  const Document& document = in.proposal.document;
  if (is_in_conflict(document)) regions.push_back({0, document.source().size()});
  return regions;
}

}  // namespace

std::vector<PackError> unknown_rules(const Process& process) {
  std::vector<PackError> errors;
  add_unknown(process.rules, errors);
  for (const PathSettings& path : process.paths) add_unknown(path.rules, errors);
  return errors;
}

Result<RuleEngine> RuleEngine::make(const Process& process, const std::vector<std::string>& select,
                                    const std::vector<std::string>& ignore, bool all) {
  RuleEngine engine(process);
  engine.all_ = all;
  engine.wanted_.assign(all_rules().size(), select.empty());
  engine.selected_ = !select.empty();
  TRY(mark(engine.wanted_, select, true));
  TRY(mark(engine.wanted_, ignore, false));
  const std::vector<PackError> unknown = unknown_rules(process);
  if (unknown.size() == 1) return failure(to_string(unknown.front()));
  if (!unknown.empty()) {
    return failure(fmt::format("{} (and {}; `milepost process check` lists them)",
                               to_string(unknown.front()),
                               counted(unknown.size() - 1, "more error")));
  }
  engine.severities_.resize(all_rules().size());
  apply(process.rules, engine.severities_);
  return engine;
}

bool RuleEngine::needs_age() const {
  return std::ranges::any_of(all_rules(), [&](const Rule& rule) {
    const auto severity = severities_[index_of(rule)];
    return rule.needs_age && wanted_[index_of(rule)] && severity != Severity::kOff &&
           is_named(severity);
  });
}

RuleEngine::Severities RuleEngine::at(std::string_view path) const {
  Severities severities = severities_;
  for (const PathSettings& settings : process_->paths) {
    if (settings.pattern.matches(path)) apply(settings.rules, severities);
  }
  return severities;
}

bool RuleEngine::is_spared(const Finding& finding, const Severities& severities) const {
  const Rule& rule = *find_rule(finding.code);
  return rule.remark && finding.severity == Severity::kInfo && !severities[index_of(rule)];
}

std::vector<Finding> RuleEngine::check(const RuleInput& input) const {
  const TocReader toc(input.proposal.document, input.process.toc);
  RuleInput in = input;
  in.toc = &toc;
  const Severities severities = at(in.card.files.document);
  Sink sink({});
  std::vector<Finding> findings;
  const auto is_run = [&](const Rule& rule) {
    const std::size_t index = index_of(rule);
    return wanted_[index] && severities[index] != Severity::kOff && !rule.check_change &&
           (!rule.needs_web || in.dead_links) &&
           (!rule.needs_age || (is_named(severities[index]) && in.facts.knows_ages()));
  };
  // What is no proposal yet is told so, and not what sections it lacks.
  const bool metadata_only = in.proposal.document_missing || is_unplaced(in);
  for (const Rule& rule : all_rules()) {
    const auto function = rule.check_metadata ? rule.check_metadata : rule.check;
    if (!function || !is_run(rule)) continue;
    if (rule.check && metadata_only) continue;
    const std::size_t before = sink.found().size();
    sink.set_rule(rule.id());
    function(in, sink);
    if (const auto severity = severities[index_of(rule)]) {
      for (std::size_t i = before; i < sink.found().size(); ++i)
        sink.found()[i].severity = *severity;
    }
  }
  findings = std::move(sink.found());
  drop_fixes_in(unknown_regions(in), in.proposal.document.source(), findings);
  const Rule& unused_rule = *find_rule("suppression-unused");
  RuleId unused_id = unused_rule.id();
  unused_id.severity = severities[index_of(unused_rule)].value_or(unused_id.severity);
  Sink unused(unused_id);
  apply_suppressions(
      in.proposal.document, findings, unused,
      [&](std::string_view code) { return is_run(*find_rule(code)); }, in.former);
  if (!all_ && is_at_rest(in)) {
    std::erase_if(findings, [&](const Finding& f) { return is_spared(f, severities); });
  }
  if (is_run(unused_rule)) std::ranges::move(unused.found(), std::back_inserter(findings));
  std::erase_if(findings, [](const Finding& f) { return f.severity == Severity::kOff; });
  return findings;
}

std::vector<Finding> RuleEngine::check_repository(const RepositoryInput& in) const {
  Sink sink({});
  for (const Rule& rule : all_rules()) {
    const std::size_t index = index_of(rule);
    if (!rule.check_repository || !wanted_[index]) continue;
    const std::size_t before = sink.found().size();
    sink.set_rule(rule.id());
    rule.check_repository(in, sink);
    for (std::size_t i = before; i < sink.found().size(); ++i) {
      Finding& finding = sink.found()[i];
      finding.severity = at(path_of(in, finding))[index].value_or(finding.severity);
      finding.fixes.clear();  // only proposals are mended
    }
  }
  std::erase_if(sink.found(), [](const Finding& f) { return f.severity == Severity::kOff; });
  return std::move(sink.found());
}

std::vector<Finding> RuleEngine::check_change(const ChangeInput& in) const {
  const ChangeSide& side = in.after ? *in.after : *in.before;
  const Severities severities = at(side.card.files.document);
  Sink sink({});
  for (const Rule& rule : all_rules()) {
    const std::size_t index = index_of(rule);
    if (!rule.check_change || !wanted_[index] || severities[index] == Severity::kOff) continue;
    const std::size_t before = sink.found().size();
    sink.set_rule(rule.id());
    rule.check_change(in, sink);
    for (std::size_t i = before; i < sink.found().size(); ++i) {
      sink.found()[i].severity = severities[index].value_or(sink.found()[i].severity);
    }
  }
  std::vector<Finding> findings = std::move(sink.found());
  Sink unused({});  // said when the proposal itself is checked
  apply_suppressions(
      side.proposal.document, findings, unused, [](std::string_view) { return false; }, in.former);
  return findings;
}

bool RuleEngine::reports_errors(std::string_view code, std::string_view path) const {
  const Rule& rule = *find_rule(code);
  return at(path)[index_of(rule)].value_or(rule.severity) == Severity::kError;
}

std::vector<Finding> RuleEngine::check_process(const ProcessChangeInput& in) const {
  Sink sink({});
  for (const Rule& rule : all_rules()) {
    const std::size_t index = index_of(rule);
    if (!rule.check_process || !wanted_[index] || severities_[index] == Severity::kOff) continue;
    RuleId id = rule.id();
    id.severity = severities_[index].value_or(id.severity);
    sink.set_rule(id);
    rule.check_process(in, sink);
  }
  return std::move(sink.found());
}

std::vector<Finding> RuleEngine::check_issue(const IssueInput& in) const {
  Sink sink({});
  for (const Rule& rule : all_rules()) {
    const std::size_t index = index_of(rule);
    if (!rule.check_issue || !wanted_[index] || severities_[index] == Severity::kOff) continue;
    const std::size_t before = sink.found().size();
    sink.set_rule(rule.id());
    rule.check_issue(in, sink);
    for (std::size_t i = before; i < sink.found().size(); ++i) {
      sink.found()[i].severity = severities_[index].value_or(sink.found()[i].severity);
    }
  }
  std::vector<Finding> findings = std::move(sink.found());
  Sink unused({});  // the issue has rules of its own only, so others are rightly unused
  apply_suppressions(in.issue.document, findings, unused, [](std::string_view) { return false; });
  return findings;
}

std::vector<Finding> RuleEngine::check_template(const TemplateInput& in) const {
  Sink sink({});
  for (const Rule& rule : all_rules()) {
    const std::size_t index = index_of(rule);
    if (!rule.check_template || !wanted_[index] || severities_[index] == Severity::kOff) continue;
    RuleId id = rule.id();
    id.severity = severities_[index].value_or(id.severity);
    sink.set_rule(id);
    rule.check_template(in, sink);
  }
  return std::move(sink.found());
}

}  // namespace milepost
