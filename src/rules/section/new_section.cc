#include "rules/section/new_section.h"

#include <algorithm>
#include <string>

#include "base/edits.h"
#include "base/strings.h"
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

// A section is deeper than the one it belongs to, where it comes to stand in it.
int lowest(const RuleInput& in, std::size_t t, std::uint32_t offset) {
  const std::uint32_t parent = in.judgement.wanted(t).parent;
  if (parent == kNone) return 1;
  const Match& match = in.judgement.matching.sections[parent];
  if (!match.found() || match.bold != kNone) return 1;
  const Document& document = in.proposal.document;
  const Section& section = document.sections()[match.section];
  if (offset <= section.span.begin || offset > section.span.end) return 1;
  constexpr int kDeepest = 6;
  return std::min(kDeepest, document.heading_of(section).level + 1);
}

// Before the comments at the end of a section that hide headings: once they are shown, what
// stands after them would be theirs.
std::uint32_t before_hidden(const Document& document, Span section) {
  std::uint32_t end = section.end;
  for (std::size_t i = document.comments().size(); i > 0; --i) {
    const Comment& comment = document.comments()[i - 1];
    if (comment.span.begin >= end) continue;
    const bool last = comment.span.begin >= section.begin && comment.block &&
                      trim(document.text({comment.span.end, end})).empty();
    if (!last || !trim(document.text(comment.inner)).starts_with('#')) break;
    end = comment.span.begin;
  }
  return end;
}

// Where to add `t` in the document's section `parent`: before the first that the template has
// after it, else at the end.
std::uint32_t place_inside(const RuleInput& in, std::size_t t, const Section& parent) {
  const Document& document = in.proposal.document;
  std::uint32_t offset = before_hidden(document, parent.span);
  for (std::size_t later = t + 1; later < in.judgement.sections.size(); ++later) {
    const Match& match = in.judgement.matching.sections[later];
    if (!match.found() || match.section == kNone || match.bold != kNone) continue;
    if (in.judgement.wanted(later).parent != in.judgement.wanted(t).parent) continue;
    const std::uint32_t begin = document.sections()[match.section].span.begin;
    if (begin >= parent.body.end && begin < offset) offset = begin;
  }
  return offset;
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
  const std::uint32_t offset =
      inside ? place_inside(in, wanted.front(), beside) : before_hidden(document, beside.span);
  // What the neighbour stands in is at the level of the sections themselves.
  const bool own =
      judgement.missing(neighbour) || judgement.matching.sections[neighbour].section == at;
  const std::size_t like = own ? neighbour : wanted.front();
  const int shift = document.heading_of(beside).level - judgement.wanted(like).level;

  std::string text;
  for (const std::size_t t : wanted) {
    const TemplateSection& section = judgement.wanted(t);
    constexpr int kDeepest = 6;
    const auto level = static_cast<std::size_t>(
        std::clamp(section.level + shift, lowest(in, t, offset), kDeepest));
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
