// MP602 title-placeholder: the title is still, wholly or in part, the template's.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void title_placeholder(const RuleInput& in, Sink& sink) {
  const std::string_view placeholder = placeholder_in_title(in);
  if (placeholder.empty()) return;
  const Document& document = in.proposal.document;
  const Heading& heading = document.heading_of(document.sections()[in.judgement.matching.title]);
  sink.report(Severity::kError, document.source(), heading.text_span,
              fmt::format("the title still has the template's \"{}\"; put the proposal's own there",
                          placeholder));
}

}  // namespace milepost
