// MP208 section-level: a heading stands at another level than in the template.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// The template skips a level there, and the document does not.
bool mends_a_jump(const RuleInput& in, std::size_t t) {
  const TemplateSection& wanted = in.judgement.wanted(t);
  if (wanted.parent == kNone || wanted.level <= in.judgement.wanted(wanted.parent).level + 1) {
    return false;
  }
  const Document& document = in.proposal.document;
  const std::vector<Section>& sections = document.sections();
  const Section& own = sections[in.judgement.matching.sections[t].section];
  return own.parent != kNone &&
         document.heading_of(own).level == document.heading_of(sections[own.parent]).level + 1;
}

}  // namespace

void section_level(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  const Source& source = document.source();
  std::vector<std::string_view> titles;
  const Heading* first = nullptr;
  std::size_t first_t = 0;
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const Match& match = in.judgement.matching.sections[t];
    const bool heading = match.found() && match.bold == kNone && match.step != MatchStep::kMerged;
    if (!heading || match.section == in.judgement.matching.title) continue;
    const Heading& own = document.heading_of(document.sections()[match.section]);
    if (own.level == in.judgement.wanted(t).level) continue;
    const std::string marked = std::string(own.level, '#') + " " + std::string(own.text);
    if (in.judgement.kind->lineage.marked_titles.contains(marked)) continue;
    if (mends_a_jump(in, t)) continue;
    if (titles.empty()) {
      first = &own;
      first_t = t;
    }
    titles.push_back(own.text);
  }
  if (titles.empty()) return;
  const TemplateSection& wanted = in.judgement.wanted(first_t);
  std::string message =
      titles.size() == 1 ? fmt::format("\"{}\" is at level {}; the template has it at level {}",
                                       first->text, first->level, wanted.level)
                         : fmt::format("{} headings are at other levels than in the template: {}",
                                       titles.size(), listed(titles));
  sink.report(source, first_line(source, first->span), std::move(message)).section = wanted.title;
}

}  // namespace milepost
