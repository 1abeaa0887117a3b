// MP606 instructions-left: instruction comments of the template are still there
// in a proposal that is past its draft. One finding for all of them.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// Its first lines are the template's. Licences, TOC marks and directives to
// tools are short or not in any template's text as instructions.
bool is_instruction(const RuleInput& in, std::string_view inner) {
  const std::string_view whole = inner;
  constexpr std::size_t kTelling = 5;
  std::size_t lines = 0;
  std::size_t known = 0;
  while (!inner.empty() && lines < kTelling) {
    const auto [line, rest] = cut(inner, '\n');
    inner = rest;
    if (trim(line).empty()) continue;
    ++lines;
    if (in.judgement.fills->is_template_line(line)) ++known;
  }
  if (known > 0 && known * 5 >= lines * 4) return true;
  return in.judgement.fills->is_template_line(whole);  // wrapped anew
}

bool is_kept(std::string_view inner) {
  constexpr std::size_t kShort = 400;
  if (inner.size() >= kShort) return false;
  constexpr std::string_view kKept[] = {"licen", "copyright", "toc", "milepost-", "directive:"};
  return std::ranges::any_of(
      kKept, [&](std::string_view word) { return find_ignoring_case(inner, word) != inner.npos; });
}

}  // namespace

void instructions_left(const RuleInput& in, Sink& sink) {
  if (in.judgement.small_set) return;
  const Document& document = in.proposal.document;
  std::size_t left = 0;
  Span first;
  for (const Comment& comment : document.comments()) {
    const std::string_view inner = document.text(comment.inner);
    if (!comment.closed || !is_instruction(in, inner) || is_kept(inner)) continue;
    const bool hides_section = std::ranges::any_of(
        in.judgement.sections,
        [&](const SectionVerdict& verdict) { return verdict.hidden_in == comment.span; });
    if (hides_section) continue;  // MP205
    if (left++ == 0) first = comment.span;
  }
  if (left == 0) return;
  const Source& source = document.source();
  sink.report(source, first_line(source, first),
              fmt::format("{} of the template {} left; remove {} where the text is complete",
                          counted(left, "instruction comment"), left == 1 ? "is" : "are",
                          left == 1 ? "it" : "them"));
}

}  // namespace milepost
