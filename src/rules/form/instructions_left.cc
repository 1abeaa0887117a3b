// MP606 instructions-left: instruction comments of the template are still there
// although the text they ask for is written. One finding for all of them.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// All of it is some version of the template's, line by line or wrapped anew. What
// an author wrote into a comment is a remark, and theirs to keep.
bool is_instruction(const RuleInput& in, std::string_view inner) {
  const std::string_view whole = inner;
  bool any = false;
  while (!inner.empty()) {
    const auto [line, rest] = cut(inner, '\n');
    inner = rest;
    if (trim(line).empty()) continue;
    if (!in.judgement.fills->is_template_line(line)) {
      return in.judgement.fills->is_template_line(whole);
    }
    any = true;
  }
  return any;
}

bool is_kept(std::string_view inner) {
  constexpr std::size_t kShort = 400;
  if (inner.size() >= kShort) return false;
  constexpr std::size_t kLabelWords = 2;  // "Links"
  if (word_count(heading_words(inner)) <= kLabelWords) return true;
  constexpr std::string_view kKept[] = {"licen", "copyright", "toc", "milepost-", "directive:"};
  return std::ranges::any_of(
      kKept, [&](std::string_view word) { return find_ignoring_case(inner, word) != inner.npos; });
}

// Whether the section a comment stands in says what it should. One that is not
// filled still needs its instructions, and has a finding of its own.
bool is_filled_around(const RuleInput& in, Span comment) {
  const std::uint32_t section = in.proposal.document.section_at(comment.begin);
  if (section == kNone || section == in.judgement.matching.title) return true;
  const std::uint32_t t = in.judgement.matching.claimed_by[section];
  return t == kNone || is_answer(in.judgement.sections[t].fill);
}

// The comment with the line it stands on. A blank line stays where text would
// otherwise run together.
Edit removal(const Document& document, const Comment& comment) {
  const Source& source = document.source();
  const std::uint32_t first = source.line_at(comment.span.begin);
  const std::uint32_t last = source.line_at(comment.span.end - 1);
  const std::string_view before = document.text({source.line(first).begin, comment.span.begin});
  const std::string_view after = document.text({comment.span.end, source.line(last).end});
  if (!trim(before).empty() || !trim(after).empty()) return {comment.span, ""};
  const auto is_blank = [&](std::uint32_t line) {
    return line >= source.line_count() || trim(document.text(source.line(line))).empty();
  };
  std::uint32_t end = source.next_line_begin(last);
  const bool blank_before = first == 0 || is_blank(first - 1);
  const bool blank_after = is_blank(last + 1);
  if (blank_before && blank_after && last + 1 < source.line_count()) {
    end = source.next_line_begin(last + 1);
  }
  const bool runs_together = !blank_before && !blank_after;
  const std::string_view line_end =
      document.text({source.line(last).end, source.next_line_begin(last)});
  return {{source.line(first).begin, end}, runs_together ? std::string(line_end) : std::string()};
}

}  // namespace

void instructions_left(const RuleInput& in, Sink& sink) {
  if (in.judgement.small_set) return;
  const Document& document = in.proposal.document;
  const Source& source = document.source();
  std::vector<Span> left;
  Fix fix{"remove them", {}};
  for (const Comment& comment : document.comments()) {
    const std::string_view inner = document.text(comment.inner);
    if (!comment.closed || !is_instruction(in, inner) || is_kept(inner)) continue;
    const bool hides_section = std::ranges::any_of(
        in.judgement.sections,
        [&](const SectionVerdict& verdict) { return verdict.hidden_in == comment.span; });
    if (hides_section) continue;  // MP205
    if (!is_filled_around(in, comment.span)) continue;
    left.push_back(comment.span);
    fix.edits.push_back(removal(document, comment));
  }
  if (left.empty()) return;
  const bool one = left.size() == 1;
  sink.report(source, first_line(source, left.front()),
              fmt::format("{} of the template {} left where the text is written; remove {}",
                          counted(left.size(), "instruction comment"), one ? "is" : "are",
                          one ? "it" : "them"))
      .fixes.push_back(std::move(fix));
}

}  // namespace milepost
