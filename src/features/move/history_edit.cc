#include "features/move/history_edit.h"

#include <algorithm>
#include <utility>

#include "base/edits.h"
#include "base/strings.h"
#include "proposal/links.h"
#include "rules/section/new_section.h"

namespace milepost::move {

namespace {

std::uint32_t section_called(const Document& document, std::string_view title) {
  for (std::uint32_t i = 0; i < document.sections().size(); ++i) {
    const Heading& heading = document.headings()[document.sections()[i].heading];
    if (equal_ignoring_case(heading.text, title)) return i;
  }
  return kNone;
}

// The marker of the section's outermost items, and whether the last line belongs
// to one.
std::pair<std::string, bool> marker_before(const Document& document, Span body,
                                           std::uint32_t last) {
  std::string marker = "-";
  bool in_list = false;
  std::uint32_t least = UINT32_MAX;
  const auto [first, end] = document.blocks_in(body);
  for (std::uint32_t b = first; b < end; ++b) {
    const Block& block = document.blocks()[b];
    const std::string_view text = document.text(block.span);
    const std::size_t begin = text.find_first_not_of(" \t");
    if (block.kind != BlockKind::kItem || begin == text.npos) continue;
    const char c = text[begin];
    const std::uint32_t column =
        document.source().position(block.span.begin + static_cast<std::uint32_t>(begin)).column;
    if ((c != '-' && c != '*' && c != '+') || column > least) continue;
    least = column;
    marker = std::string(1, c);
    in_list = document.source().line_at(block.span.end - 1) >= last;
  }
  return {marker, in_list};
}

// After the last line of the section that says something.
Edit append_entry(const Document& document, Span body, const std::string& entry) {
  const std::string_view text = document.text(body);
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  const std::string newline(line_end_of(document.text()));
  if (end == text.npos) return {{body.begin, body.begin}, newline + "- " + entry + newline};
  const std::uint32_t last =
      document.source().line_at(body.begin + static_cast<std::uint32_t>(end));
  const std::uint32_t at = document.source().line(last).end;
  const auto [marker, in_list] = marker_before(document, body, last);
  return {{at, at}, (in_list ? newline : newline + newline) + marker + " " + entry};
}

// The heading alone and the entry: what the template asks for is now there.
std::string filled(const std::string& section, const std::string& entry,
                   const std::string& newline) {
  const std::size_t begin = std::min(section.find_first_not_of("\r\n"), section.size());
  const std::size_t heading = section.find_first_of("\r\n", begin);
  const std::size_t end = section.find_last_not_of("\r\n");
  const std::string tail = end == section.npos ? "" : section.substr(end + 1);
  return section.substr(0, heading) + newline + newline + "- " + entry +
         (tail.empty() ? newline : tail);
}

// After the nearest section of the template before it that the document has.
std::optional<Edit> add_section(const Selected& selected, const Examined& examined, std::uint32_t t,
                                const std::string& entry) {
  const Process& process = selected.at->process();
  const Document& document = examined.proposal->document;
  const Judgement& judgement = examined.judgement;
  const Links links(process, document, selected.card->files.document);
  const RuleInput in{process,        *examined.proposal,   judgement,
                     *selected.card, selected.at->facts(), links};
  for (std::uint32_t before = t; before-- > 0;) {
    const bool below = judgement.wanted(before).level > judgement.wanted(t).level;
    if (below || judgement.missing(before)) continue;
    auto edit = new_sections(in, {t}, before);
    if (!edit) continue;
    edit->text = filled(edit->text, entry, std::string(line_end_of(document.text())));
    return edit;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Edit> history_edit(const Selected& selected, const Examined& examined,
                                 const std::string& entry) {
  const std::string& title = selected.at->process().history;
  if (title.empty() || examined.proposal->document_missing) return std::nullopt;
  const Document& document = examined.proposal->document;
  const std::uint32_t t = examined.judgement.find(title);
  if (t != kNone && examined.judgement.missing(t)) {
    if (examined.judgement.wanted(t).pack_only) return std::nullopt;
    return add_section(selected, examined, t, entry);
  }
  // The template of a kind may have no such section, and the document one all the same.
  const std::uint32_t section =
      t == kNone ? section_called(document, title)
                 : document.section_at(examined.judgement.matching.sections[t].heading.begin);
  if (section == kNone) return std::nullopt;
  return append_entry(document, document.sections()[section].body, entry);
}

}  // namespace milepost::move
