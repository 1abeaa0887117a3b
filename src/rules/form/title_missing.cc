// MP601 title-missing: the document has no title of its own.
#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// Whether the document begins with a heading that is no section of the template.
bool stands_alone(const RuleInput& in, const Document& document) {
  const Heading& first = document.heading_of(document.sections().front());
  const std::uint32_t begin = document.front_matter().span.end;
  const std::string_view before = document.text().substr(begin, first.span.begin - begin);
  return first.level > 1 && trim(before).empty() &&
         in.judgement.matching.claimed_by.front() == kNone &&
         heading_words(first.text) != "table of contents";
}

}  // namespace

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
  if (any && stands_alone(in, document)) {
    const Heading& first = document.heading_of(document.sections().front());
    sink.report(
        warning_while_open(in), document.source(), first_line(document.source(), first.span),
        fmt::format("the title \"{}\" is a heading of level {}; make it one of level 1, and "
                    "raise those below it",
                    first.text, first.level));
    return;
  }
  sink.report(error_while_open(in), in.proposal.document.source(), title_place(in),
              "the document has no title; begin it with a heading of level 1");
}

}  // namespace milepost
