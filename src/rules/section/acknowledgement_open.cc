// MP225 acknowledgement-open: the template has the author confirm something in a
// section, and the box is not ticked although the section is written.
#include <algorithm>

#include <fmt/format.h>

#include "process/heading_key.h"
#include "rules/all.h"
#include "rules/wording.h"
#include "text/inline.h"

namespace milepost {

namespace {

bool has_phrase(std::string_view text, const std::vector<std::string>& phrases) {
  const std::string words = heading_words(plain_text(text));
  return std::ranges::any_of(
      phrases, [&](const std::string& phrase) { return words.find(phrase) != std::string::npos; });
}

}  // namespace

void acknowledgement_open(const RuleInput& in, Sink& sink) {
  if (is_closed(in) || in.judgement.small_set) return;
  const Document& document = in.proposal.document;
  for (const Acknowledgement& asked : in.process.substance.acknowledged) {
    const std::uint32_t t = in.judgement.find(asked.section);
    if (t == kNone || in.judgement.sections[t].fill != Fill::kFilled) continue;
    const Match& match = in.judgement.matching.sections[t];
    if (match.section == kNone) continue;
    const Span section = document.sections()[match.section].span;
    for (const TaskItem& task : document.tasks()) {
      const bool here = section.begin <= task.span.begin && task.span.begin < section.end;
      if (!here || task.ticked || !has_phrase(document.text(task.text), asked.texts)) continue;
      sink.report(document.source(), task.box_span,
                  fmt::format("\"{}\" is written, but what it asks you to acknowledge is not "
                              "ticked; tick it once it holds",
                              asked.section))
          .section = asked.section;
    }
  }
}

}  // namespace milepost
