// MP205 section-commented-out: sections that are due stand inside comments,
// where no reader sees them. One finding for all of them.
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
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (!in.judgement.lacking(t)) continue;
    if (!in_closed_comment(in, verdict)) continue;
    if (titles.empty()) place = verdict.hidden_in;
    titles.push_back(in.judgement.wanted(t).title);
  }
  if (!titles.empty()) {
    sink.report(source, first_line(source, place),
                fmt::format("{} {} inside comments: {}",
                            titles.size() == 1 ? "a required section is" : "required sections are",
                            titles.size() == 1 ? "hidden" : "hidden", listed(titles)))
        .section = titles.front();
  }
  // The heading is there, but all of its text is in the author's own comment.
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (!unanswered(in, t) || verdict.fill != Fill::kCommented) continue;
    sink.report(verdict.need == Need::kDrift ? Severity::kInfo : Severity::kWarning, source,
                first_line(source, verdict.fill_at),
                fmt::format("all of \"{}\" is inside a comment; it is due{}",
                            path_of(in.judgement.pattern(), t),
                            from_stage(in.judgement.wanted(t))))
        .section = in.judgement.wanted(t).title;
  }
}

}  // namespace milepost
