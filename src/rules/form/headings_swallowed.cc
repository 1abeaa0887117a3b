// MP607 headings-swallowed: a code block, or an unclosed comment or HTML block, hides headings
// the template requires. Reported once, at the cause.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

std::string_view holder(const Document& document, Span region, bool code) {
  if (!code) return "comment is never closed and";
  return document.text(region).starts_with('<') ? "HTML is never closed and" : "code block";
}

}  // namespace

void headings_swallowed(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  const Source& source = document.source();
  for (const Span region : in.judgement.swallowed) {
    std::vector<std::string_view> titles;
    const SectionVerdict* first = nullptr;
    for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
      const SectionVerdict& verdict = in.judgement.sections[t];
      if (verdict.need != Need::kDue || verdict.hidden_in != region) continue;
      if (!first) first = &verdict;
      titles.push_back(in.judgement.wanted(t).title);
    }
    sink.report(error_while_open(in), source, first_line(source, region),
                fmt::format("this {} swallows {} (line {}); close it before",
                            holder(document, region, first->hidden_in_code), listed(titles),
                            source.line_at(first->hidden_line_offset) + 1))
        .section = titles.front();
  }
}

}  // namespace milepost
