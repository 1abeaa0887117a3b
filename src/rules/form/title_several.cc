// MP603 title-several: there are more headings of level 1 than the title.
#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void title_several(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  std::vector<std::string_view> others;
  Span first;
  for (std::uint32_t s = 0; s < document.sections().size(); ++s) {
    const Heading& heading = document.heading_of(document.sections()[s]);
    if (heading.level != 1 || s == in.judgement.matching.title) continue;
    if (others.empty()) first = heading.span;
    others.push_back(heading.text);
  }
  if (others.empty() || in.judgement.matching.title == kNone) return;
  const Source& source = document.source();
  sink.report(source, first_line(source, first),
              fmt::format("besides the title, {} of level 1: {}",
                          others.size() == 1 ? "there is a heading" : "there are headings",
                          listed(others)));
}

}  // namespace milepost
