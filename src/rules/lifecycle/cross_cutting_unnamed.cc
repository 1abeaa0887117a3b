// MP518 cross-cutting-unnamed: a proposal cuts across groups, and the group that looks
// after such proposals has no part in it.
#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "proposal/facts.h"
#include "rules/all.h"
#include "rules/lifecycle/cross_cutting.h"
#include "rules/need.h"
#include "rules/wording.h"
#include "text/inline.h"

namespace milepost {

namespace {

// The paragraph in which the proposal says so; empty when it does not.
Span paragraph_saying_so(const RuleInput& in) {
  const Document& document = in.proposal.document;
  for (const Block& block : document.blocks()) {
    if (block.kind != BlockKind::kParagraph) continue;
    const std::string words = heading_words(plain_text(document.text(block.span)));
    for (const std::string& phrase : in.process.cross_cutting.phrases) {
      if (has_words(words, phrase)) return first_line(document.source(), block.span);
    }
  }
  return {};
}

}  // namespace

void cross_cutting_unnamed(const RuleInput& in, Sink& sink) {
  const CrossCutting& cross = in.process.cross_cutting;
  const Field* field = in.process.field(FieldRole::kParticipatingGroups);
  if (cross.group.empty() || !field || is_closed(in) || !in.proposal.metadata->complete()) return;
  if (is_overseen(in.process, in.card)) return;
  // Where there is no such group, nobody misses it.
  if (in.facts.rosters().spelled(field->roster, cross.group).empty()) return;
  const std::string what = fmt::format("name {} in \"{}\"", cross.group, field->id);
  if (concerns_many(in.process, in.card)) {
    const YamlNode* node = in.proposal.metadata->find(*field);
    sink.report(*in.proposal.metadata->source, node ? node->span : asking_place(in),
                fmt::format("{} beside its own take part, so it cuts across; {}",
                            counted(other_groups(in.card).size(), "group"), what));
    return;
  }
  const Span said = paragraph_saying_so(in);
  if (said.empty()) return;
  sink.report(in.proposal.document.source(), said,
              fmt::format("the proposal says that it cuts across groups; {}", what));
}

}  // namespace milepost
