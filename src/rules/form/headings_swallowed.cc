// MP607 headings-swallowed: a code block or an unclosed comment hides headings
// the template requires. Reported once, at the cause.
#include <algorithm>

#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void headings_swallowed(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  const Source& source = document.source();
  std::vector<Span> said;
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (!in.judgement.lacking(t) || verdict.hidden_in.empty()) continue;
    const bool closed_comment =
        !verdict.hidden_in_code && document.text(verdict.hidden_in).ends_with("-->");
    if (closed_comment) continue;  // MP205
    if (std::ranges::find(said, verdict.hidden_in) != said.end()) continue;
    said.push_back(verdict.hidden_in);

    std::vector<std::string_view> titles;
    for (std::size_t other = t; other < in.judgement.sections.size(); ++other) {
      const SectionVerdict& same = in.judgement.sections[other];
      if (same.need == Need::kDue && same.hidden_in == verdict.hidden_in) {
        titles.push_back(in.judgement.wanted(other).title);
      }
    }
    sink.report(error_while_open(in), source, first_line(source, verdict.hidden_in),
                fmt::format("this {} swallows {} (line {}); close it before",
                            verdict.hidden_in_code ? "code block" : "comment is never closed and",
                            listed(titles), source.line_at(verdict.hidden_line_offset) + 1))
        .section = titles.front();
  }
}

}  // namespace milepost
