#include "rules/wording.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"

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
  const Status* status = in.process.find_status(in.proposal.known_status);
  return status && status->closed;
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

bool unanswered(const RuleInput& in, std::size_t t) {
  const auto silent = [&](std::size_t at) {
    const SectionVerdict& verdict = in.judgement.sections[at];
    const bool asked = verdict.need == Need::kDue || verdict.need == Need::kDrift;
    return asked && !in.judgement.missing(at) && !is_answer(verdict.fill);
  };
  const std::uint32_t parent = in.judgement.wanted(t).parent;
  return silent(t) && (parent == kNone || !silent(parent));
}

std::string with_children(const RuleInput& in, std::size_t t) {
  const TemplateSection& wanted = in.judgement.wanted(t);
  std::size_t children = 0;
  for (std::size_t child = t + 1; child < wanted.end; ++child) {
    if (in.judgement.sections[child].need == in.judgement.sections[t].need) ++children;
  }
  if (children == 0) return fmt::format("\"{}\"", wanted.title);
  return fmt::format("\"{}\" with its {}", wanted.title, counted(children, "section"));
}

}  // namespace milepost
