// MP601 title-missing: the document has no title of its own.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void title_missing(const RuleInput& in, Sink& sink) {
  const auto& wanted = in.judgement.pattern().sections();
  const bool required = !wanted.empty() && wanted.front().level == 1 && wanted.front().required;
  if (!required || in.judgement.matching.title != kNone) return;
  const Document& document = in.proposal.document;
  const bool any = !document.sections().empty();
  if (any && document.heading_of(document.sections().front()).level == 1 &&
      in.judgement.matching.claimed_by.front() != kNone) {
    const Heading& first = document.heading_of(document.sections().front());
    sink.report(error_while_open(in), document.source(), first_line(document.source(), first.span),
                fmt::format("the section \"{}\" stands in the title's place; put the title above "
                            "it, as a heading of level 1",
                            first.text));
    return;
  }
  sink.report(error_while_open(in), in.proposal.document.source(), title_place(in),
              "the document has no title; begin it with a heading of level 1");
}

}  // namespace milepost
