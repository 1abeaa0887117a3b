#include "rules/new_section.h"

#include <algorithm>
#include <string>

#include "base/edits.h"
#include "base/strings.h"
#include "proposal/judgement.h"
#include "proposal/proposal.h"

namespace milepost {

namespace {

// The template's own text below a heading, directives left out.
std::string guidance(const Template& pattern, const TemplateSection& section) {
  const Document& document = pattern.document();
  const auto& sections = document.sections();
  const auto own = std::ranges::find_if(sections, [&](const Section& candidate) {
    return document.heading_of(candidate).span == section.span;
  });
  // A section that came from the repository's own template has no text here.
  if (own == sections.end() || document.heading_of(*own).text != section.title) return {};
  std::string text;
  std::string_view rest = trim(document.text(own->body));
  while (!rest.empty()) {
    const auto [line, tail] = cut(rest, '\n');
    rest = tail;
    if (trim(line).starts_with("<!--DIRECTIVE") || trim(line).starts_with("<!-- DIRECTIVE")) {
      continue;
    }
    text.append(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line).push_back('\n');
  }
  return std::string(trim(text));
}

std::string with_line_ends(std::string_view text, bool carriage_returns) {
  if (!carriage_returns) return std::string(text);
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

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

}  // namespace

std::optional<Edit> new_sections(const RuleInput& in, const std::vector<std::size_t>& wanted,
                                 std::size_t neighbour) {
  const Judgement& judgement = in.judgement;
  if (neighbour == kNone) return std::nullopt;
  const Match& match = judgement.matching.sections[neighbour];
  if (match.section == kNone || match.bold != kNone) return std::nullopt;
  const Document& document = in.proposal.document;
  const Section& beside = document.sections()[match.section];
  const bool inside = judgement.wanted(wanted.front()).parent == neighbour;
  const std::uint32_t offset = inside ? beside.body.end : beside.span.end;
  const int shift = document.heading_of(beside).level - judgement.wanted(neighbour).level;

  std::string text;
  for (const std::size_t t : wanted) {
    const TemplateSection& section = judgement.wanted(t);
    constexpr int kDeepest = 6;
    const auto level = static_cast<std::size_t>(std::clamp(section.level + shift, 1, kDeepest));
    text.append(level, '#').append(" ").append(section.title).append("\n\n");
    const std::string below = guidance(judgement.pattern(), section);
    if (!below.empty()) text.append(below).append("\n\n");
  }
  const bool last = offset >= document.text().size();
  if (last) text.pop_back();
  text.insert(0, static_cast<std::size_t>(2 - line_ends_before(document.text(), offset)), '\n');
  return Edit{{offset, offset}, with_line_ends(text, line_end_of(document.text()) == "\r\n")};
}

}  // namespace milepost
