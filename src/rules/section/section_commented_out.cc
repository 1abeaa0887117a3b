// MP205 section-commented-out: sections that are due stand inside comments,
// where no reader sees them. One finding for all of them.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

bool in_closed_comment(const RuleInput& in, const SectionVerdict& verdict) {
  if (verdict.hidden_in.empty() || verdict.hidden_in_code) return false;
  return in.proposal.document.text(verdict.hidden_in).ends_with("-->");
}

}  // namespace

void section_commented_out(const RuleInput& in, Sink& sink) {
  const Source& source = in.proposal.document.source();
  std::vector<std::string_view> titles;
  Span place;
  Severity severity = Severity::kInfo;  // before they are due, worth knowing
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (!in.judgement.missing(t) || !in_closed_comment(in, verdict)) continue;
    if (in.judgement.lacking(t)) severity = severity_of_gap(in);
    if (titles.empty()) place = verdict.hidden_in;
    titles.push_back(in.judgement.wanted(t).title);
  }
  if (!titles.empty()) {
    sink.report(severity, source, first_line(source, place),
                fmt::format("{} commented out: {}",
                            titles.size() == 1 ? "a section is"
                                               : fmt::format("{} sections are", titles.size()),
                            listed(titles)))
        .section = titles.front();
  }
  // The heading is there, but all of its text is in the author's own comment.
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (verdict.fill != Fill::kCommented || !unanswered(in, t)) continue;
    sink.report(severity_of_unanswered(in, t), source, first_line(source, verdict.fill_at),
                fmt::format("all of \"{}\" is inside a comment; {}",
                            path_of(in.judgement.pattern(), t), due_text(in, t)))
        .section = in.judgement.wanted(t).title;
  }
}

}  // namespace milepost
