// MP216 topic-untested: a section is filled, but what it speaks of is not in the
// section that should cover it: upgrades in the test plan.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void topic_untested(const RuleInput& in, Sink& sink) {
  if (is_closed(in) || in.judgement.small_set) return;
  const Document& document = in.proposal.document;
  for (const CoveredTopic& topic : in.process.substance.covered) {
    const std::uint32_t t = in.judgement.find(topic.section);
    const std::uint32_t cover_t = in.judgement.find(topic.in);
    if (t == kNone || cover_t == kNone) continue;
    if (in.judgement.sections[t].fill != Fill::kFilled) continue;
    const Match& cover = in.judgement.matching.sections[cover_t];
    if (cover.section == kNone || in.judgement.sections[cover_t].fill != Fill::kFilled) continue;
    const std::string_view text = document.text(document.sections()[cover.section].span);
    const bool covered = std::ranges::any_of(topic.words, [&](const std::string& word) {
      return find_ignoring_case(text, word) != text.npos;
    });
    if (covered) continue;
    const Source& source = document.source();
    sink.report(source, first_line(source, cover.heading),
                fmt::format("\"{}\" does not speak of what \"{}\" describes; make it part of the "
                            "tests",
                            topic.in, topic.section))
        .section = topic.in;
  }
}

}  // namespace milepost
