// MP221 mark-left: text is marked as unfinished, such as by "FIXME:". A section that says
// nothing else is MP202. One finding for all of them.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// At the beginning, after a bracket, or before a colon; elsewhere it may be a word.
bool stands_as_mark(std::string_view text, std::size_t at, std::size_t size) {
  const char after = at + size < text.size() ? text[at + size] : ' ';
  if (is_alnum(after) || after == '_' || after == '-') return false;
  std::string_view before = text.substr(0, at);
  if (!before.empty() && (is_alnum(before.back()) || before.back() == '-')) return false;
  before = without_markers(before);
  while (!before.empty() && (before.back() == '*' || before.back() == '_')) before.remove_suffix(1);
  const bool begins =
      before.empty() || before.ends_with('(') || before.ends_with('[') || before.ends_with('\n');
  return begins || after == ':';
}

bool stands_in_code(std::string_view text, std::size_t at) {
  return std::ranges::count(text.substr(0, at), '`') % 2 == 1;
}

bool is_answered(const RuleInput& in, std::uint32_t offset) {
  const std::uint32_t section = in.proposal.document.section_at(offset);
  const std::uint32_t t = section == kNone ? kNone : in.judgement.matching.claimed_by[section];
  return t == kNone || in.judgement.sections[t].fill != Fill::kPlaceholder;
}

}  // namespace

void mark_left(const RuleInput& in, Sink& sink) {
  if (in.judgement.small_set || is_closed(in)) return;
  const Document& document = in.proposal.document;
  std::size_t count = 0;
  Span first;
  std::string_view said;
  for (const std::string& mark : in.process.words.promises.marks) {
    if (document.text().find(mark) == std::string_view::npos) continue;
    for (const Block& block : document.blocks()) {
      if (block.kind != BlockKind::kParagraph) continue;
      const std::string_view text = document.text(block.span);
      for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + 1)) {
        if (!stands_as_mark(text, at, mark.size()) || stands_in_code(text, at)) continue;
        if (!is_answered(in, block.span.begin)) continue;
        const std::uint32_t begin = block.span.begin + static_cast<std::uint32_t>(at);
        if (count++ == 0 || begin < first.begin) {
          first = {begin, begin + static_cast<std::uint32_t>(mark.size())};
          said = mark;
        }
      }
    }
  }
  if (count == 0) return;
  const std::string more =
      count == 1 ? "" : fmt::format(" and {}", counted(count - 1, "more mark"));
  sink.report(document.source(), first,
              fmt::format("“{}”{} {} left in the text; write what is missing", said, more,
                          count == 1 ? "is" : "are"));
}

}  // namespace milepost
