// MP207 section-duplicate: a section of the template stands twice in one place.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void section_duplicate(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  for (const Matching::Duplicate& duplicate : in.judgement.matching.duplicates) {
    const Match& match = in.judgement.matching.sections[duplicate.pattern];
    const Heading& again = document.heading_of(document.sections()[duplicate.section]);
    const Source& source = document.source();
    sink.report(source, first_line(source, again.span),
                fmt::format("\"{}\" is here again; the first is at line {}", again.text,
                            source.line_at(match.heading.begin) + 1))
        .section = in.judgement.wanted(duplicate.pattern).title;
  }
}

}  // namespace milepost
