// MP606 instructions-left: instructions of the template are still there although the text
// they ask for is written: comments, and three visible lines or more. One finding for all.
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
  if (count_words(inner, kLabelWords + 1) <= kLabelWords) return true;
  constexpr std::string_view kKept[] = {"licen", "copyright", "toc", "milepost-", "directive:"};
  return std::ranges::any_of(
      kKept, [&](std::string_view word) { return find_ignoring_case(inner, word) != inner.npos; });
}

// Whether a section says something; the title's holds metadata.
bool is_begun(const RuleInput& in) {
  const Matching& matching = in.judgement.matching;
  for (std::size_t t = 0; t < matching.sections.size(); ++t) {
    const bool is_title = matching.sections[t].section == matching.title;
    if (!is_title && is_answer(in.judgement.sections[t].fill)) return true;
  }
  return false;
}

// Whether the section a comment stands in says what it should. One that is not
// filled still needs its instructions, and has a finding of its own. What stands above all
// sections is for whoever begins to write.
bool is_filled_around(const RuleInput& in, Span place) {
  const std::uint32_t section = in.proposal.document.section_at(place.begin);
  if (section == kNone || section == in.judgement.matching.title) return is_begun(in);
  const std::uint32_t t = in.judgement.matching.claimed_by[section];
  return t == kNone || is_answer(in.judgement.sections[t].fill);
}

// What stands with a checklist explains it as long as it is used.
bool is_of_checklist(const RuleInput& in, Span place) {
  const std::uint32_t section = in.proposal.document.section_at(place.begin);
  const std::uint32_t t = section == kNone ? kNone : in.judgement.matching.claimed_by[section];
  if (t == kNone) return false;
  return std::ranges::any_of(in.process.checklists, [&](const Checklist& list) {
    return std::ranges::find(list.sections, in.judgement.wanted(t).title) != list.sections.end();
  });
}

// The place with the lines it stands on. A blank line stays where text would
// otherwise run together.
Edit removal(const Document& document, Span place) {
  const Source& source = document.source();
  const std::uint32_t first = source.line_at(place.begin);
  const std::uint32_t last = source.line_at(place.end - 1);
  const std::string_view before = document.text({source.line(first).begin, place.begin});
  const std::string_view after = document.text({place.end, source.line(last).end});
  if (before.find_first_not_of(" \t>") != before.npos || !trim(after).empty()) return {place, ""};
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

// Instructions that readers see. Fewer lines may be there by chance, or be meant to stay.
constexpr std::size_t kVisibleLines = 3;
constexpr std::size_t kInstructionWords = 4;

class VisibleInstructions {
 public:
  explicit VisibleInstructions(const RuleInput& in) : in_(in), document_(in.proposal.document) {}

  // The paragraphs, or the ends of them, that are all the template's.
  std::vector<Span> run() {
    for (std::uint32_t b = 0; b < document_.blocks().size(); ++b) {
      const Block& block = document_.blocks()[b];
      if (block.kind != BlockKind::kParagraph) continue;
      const Span own = text_after_question(block, b);
      if (own.empty() || !is_instruction(in_, document_.text(own))) continue;
      if (count_words(document_.text(own), kInstructionWords) < kInstructionWords) continue;
      if (!is_filled_around(in_, own) || explains_mark(own)) continue;
      found_.push_back(own);
    }
    return std::move(found_);
  }

 private:
  // What may be instructions of a paragraph: all of it, and in an item that begins with a
  // question in bold what follows that. Other items are what a form consists of, or examples
  // that authors take over.
  Span text_after_question(const Block& block, std::uint32_t b) const {
    const std::string_view text = document_.text(block.span);
    const bool item = block.parent != kNone && block.parent + 1 == b &&
                      document_.blocks()[block.parent].kind == BlockKind::kItem;
    const bool box = text.starts_with('[') && text.find(']') <= 5;
    const bool bold = text.starts_with("**");
    if (box || (item && !bold)) return {};
    if (!bold || (!item && !text.ends_with("**"))) return block.span;
    const std::size_t close = text.find("**", 2);
    const std::size_t line = close == text.npos ? text.npos : text.find('\n', close);
    if (line == text.npos) return {};
    const std::size_t begin = std::min(text.find_first_not_of(" \t\n", line), text.size());
    return {block.span.begin + static_cast<std::uint32_t>(begin), block.span.end};
  }

  // What explains the mark of a checklist's items stays with it.
  bool explains_mark(Span place) const {
    return std::ranges::any_of(in_.process.checklists, [&](const Checklist& list) {
      return !list.mark.empty() && document_.text(place).find(list.mark) != std::string_view::npos;
    });
  }

  const RuleInput& in_;
  const Document& document_;
  std::vector<Span> found_;
};

std::size_t count_lines(const Source& source, const std::vector<Span>& places) {
  std::size_t lines = 0;
  for (const Span place : places) {
    lines += source.line_at(place.end - 1) - source.line_at(place.begin) + 1;
  }
  return lines;
}

}  // namespace

void instructions_left(const RuleInput& in, Sink& sink) {
  if (in.judgement.small_set) return;
  const Document& document = in.proposal.document;
  const Source& source = document.source();
  std::vector<Span> comments;
  for (const Comment& comment : document.comments()) {
    const std::string_view inner = document.text(comment.inner);
    if (!comment.closed || !is_instruction(in, inner) || is_kept(inner)) continue;
    const bool hides_section = std::ranges::any_of(
        in.judgement.sections,
        [&](const SectionVerdict& verdict) { return verdict.hidden_in == comment.span; });
    if (hides_section) continue;  // MP205
    if (is_of_checklist(in, comment.span)) continue;
    if (is_filled_around(in, comment.span)) comments.push_back(comment.span);
  }
  std::vector<Span> visible = VisibleInstructions(in).run();
  std::size_t lines = count_lines(source, visible);
  if (lines < kVisibleLines) {
    visible.clear();
    lines = 0;
  }
  if (comments.empty() && visible.empty()) return;
  std::string what = comments.empty() ? "" : counted(comments.size(), "instruction comment");
  if (lines > 0) what += fmt::format("{}{}", what.empty() ? "" : " and ", counted(lines, "line"));
  const bool one = comments.size() + lines == 1;
  Fix fix{"remove them", {}, true};
  std::vector<Span> left = std::move(comments);
  left.insert(left.end(), visible.begin(), visible.end());
  std::ranges::sort(left, {}, &Span::begin);
  for (const Span place : left) fix.edits.push_back(removal(document, place));
  sink.report(source, first_line(source, left.front()),
              fmt::format("{} of the template {} left where the text is written; remove {}", what,
                          one ? "is" : "are", one ? "it" : "them"))
      .fixes.push_back(std::move(fix));
}

}  // namespace milepost
