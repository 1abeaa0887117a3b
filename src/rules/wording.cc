#include "rules/wording.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"

namespace milepost {

std::string listed(const std::vector<std::string_view>& titles) {
  constexpr std::size_t kShown = 4;
  const std::size_t shown = titles.size() <= kShown + 1 ? titles.size() : kShown;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == titles.size();
    if (i > 0) text += last ? " and " : ", ";
    text += fmt::format("\"{}\"", titles[i]);
  }
  if (shown < titles.size()) text += fmt::format(" and {} more", titles.size() - shown);
  return text;
}

std::string from_stage(const TemplateSection& section) {
  return section.stage.empty() ? std::string() : " from " + section.stage;
}

std::string path_of(const Template& pattern, std::size_t t) {
  const TemplateSection& section = pattern.sections()[t];
  if (!section.is_question() || section.parent == kNone) return section.title;
  return pattern.sections()[section.parent].title + " › " + section.title;
}

bool is_closed(const RuleInput& in) {
  const Status* status = in.process.find_status(in.proposal.metadata->known_status);
  return status && status->closed;
}

Severity warning_while_open(const RuleInput& in) {
  return is_closed(in) ? Severity::kInfo : Severity::kWarning;
}

Span first_line(const Source& source, Span span) {
  return {span.begin, std::min(span.end, source.line(source.line_at(span.begin)).end)};
}

Span title_place(const RuleInput& in) {
  const Document& document = in.proposal.document;
  const std::uint32_t title = in.judgement.matching.title;
  if (title != kNone) return document.heading_of(document.sections()[title]).span;
  return document.source().line(0);
}

namespace {

bool silent(const RuleInput& in, std::size_t t) {
  const SectionVerdict& verdict = in.judgement.sections[t];
  const bool asked = verdict.need == Need::kDue || verdict.need == Need::kDrift;
  return asked && !in.judgement.missing(t) && !is_answer(verdict.fill);
}

bool speaks_for_children(const RuleInput& in, std::size_t t) {
  if (!silent(in, t)) return false;
  for (std::size_t below = t + 1; below < in.judgement.wanted(t).end; ++below) {
    const Fill fill = in.judgement.sections[below].fill;
    if (fill == Fill::kPlaceholder || fill == Fill::kCommented) return false;
  }
  return true;
}

}  // namespace

bool unanswered(const RuleInput& in, std::size_t t) {
  const TemplateSection& wanted = in.judgement.wanted(t);
  if (wanted.parent != kNone && speaks_for_children(in, wanted.parent)) return false;
  const bool leaf = wanted.end == t + 1;
  return leaf ? silent(in, t) : speaks_for_children(in, t);
}

Severity severity_of_unanswered(const RuleInput& in, std::size_t t) {
  return in.judgement.sections[t].need == Need::kDrift ? Severity::kInfo : Severity::kWarning;
}

std::string due_text(const RuleInput& in, std::size_t t) {
  const bool drift = in.judgement.sections[t].need == Need::kDrift;
  return (drift ? "newer templates ask for it" : "it is due") + from_stage(in.judgement.wanted(t));
}

bool blocks(const RuleInput& in, std::size_t t) {
  if (!is_closed(in)) return true;
  return std::ranges::any_of(in.process.statuses, [&](const Status& status) {
    const Gate* gate = in.process.find_gate(status.due);
    return gate && std::ranges::any_of(gate->sections, [&](const std::string& title) {
             return heading_key(title) == in.judgement.wanted(t).key;
           });
  });
}

std::string with_children(const RuleInput& in, std::size_t t) {
  const TemplateSection& wanted = in.judgement.wanted(t);
  std::size_t children = 0;
  for (std::size_t child = t + 1; child < wanted.end; ++child) {
    const bool same_need = in.judgement.sections[child].need == in.judgement.sections[t].need;
    if (same_need && in.judgement.missing(child) == in.judgement.missing(t)) ++children;
  }
  if (children == 0) return fmt::format("\"{}\"", wanted.title);
  return fmt::format("\"{}\" with its {}", wanted.title, counted(children, "section"));
}

}  // namespace milepost
