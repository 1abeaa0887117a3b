#include "rules/section/new_section.h"

#include <algorithm>
#include <string>

#include "base/edits.h"
#include "proposal/guidance.h"
#include "proposal/judgement.h"
#include "proposal/proposal.h"

namespace milepost {

namespace {

// How many line ends stand before an offset, up to two.
int line_ends_before(std::string_view text, std::size_t offset) {
  int count = 0;
  while (count < 2 && offset > 0 && text[offset - 1] == '\n') {
    ++count;
    --offset;
    if (offset > 0 && text[offset - 1] == '\r') --offset;
  }
  return count;
}

// A section is deeper than the one it belongs to, wherever that stands.
int lowest(const RuleInput& in, std::size_t t) {
  const std::uint32_t parent = in.judgement.wanted(t).parent;
  if (parent == kNone) return 1;
  const Match& match = in.judgement.matching.sections[parent];
  if (!match.found() || match.bold != kNone) return 1;
  const Document& document = in.proposal.document;
  constexpr int kDeepest = 6;
  return std::min(kDeepest, document.heading_of(document.sections()[match.section]).level + 1);
}

}  // namespace

std::optional<Edit> new_sections(const RuleInput& in, const std::vector<std::size_t>& wanted,
                                 std::size_t neighbour) {
  const Judgement& judgement = in.judgement;
  if (neighbour == kNone) return std::nullopt;
  const Match& match = judgement.matching.sections[neighbour];
  if (match.section == kNone || match.bold != kNone) return std::nullopt;
  return new_sections(in, wanted, neighbour, match.section);
}

std::optional<Edit> new_sections(const RuleInput& in, const std::vector<std::size_t>& wanted,
                                 std::size_t neighbour, std::uint32_t at) {
  const Judgement& judgement = in.judgement;
  const Document& document = in.proposal.document;
  const Section& beside = document.sections()[at];
  const bool inside = judgement.wanted(wanted.front()).parent == neighbour;
  const std::uint32_t offset = inside ? beside.body.end : beside.span.end;
  // What the neighbour stands in is at the level of the sections themselves.
  const bool own =
      judgement.missing(neighbour) || judgement.matching.sections[neighbour].section == at;
  const std::size_t like = own ? neighbour : wanted.front();
  const int shift = document.heading_of(beside).level - judgement.wanted(like).level;

  std::string text;
  for (const std::size_t t : wanted) {
    const TemplateSection& section = judgement.wanted(t);
    constexpr int kDeepest = 6;
    const auto level =
        static_cast<std::size_t>(std::clamp(section.level + shift, lowest(in, t), kDeepest));
    text.append(level, '#').append(" ").append(section.title).append("\n\n");
    const std::string below = guidance(*judgement.kind, section);
    if (!below.empty()) text.append(below).append("\n\n");
  }
  const bool last = offset >= document.text().size();
  if (last) text.pop_back();
  text.insert(0, static_cast<std::size_t>(2 - line_ends_before(document.text(), offset)), '\n');
  return Edit{{offset, offset}, with_line_ends(text, line_end_of(document.text()))};
}

}  // namespace milepost
