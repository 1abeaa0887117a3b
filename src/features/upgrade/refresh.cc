#include "features/upgrade/refresh.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/edits.h"
#include "base/strings.h"
#include "features/upgrade/checklist_merge.h"
#include "features/upgrade/outline.h"
#include "features/upgrade/template_reader.h"
#include "process/boilerplate.h"
#include "proposal/guidance.h"
#include "text/document.h"

namespace milepost::upgrade {

namespace {

// A comment in which fewer lines differ has a word put right: no text to decide on.
constexpr std::size_t kEditedLines = 2;

bool defines(const Document& document, std::string_view label) {
  return std::ranges::any_of(document.definitions(), [&](const LinkDefinition& definition) {
    return equal_ignoring_case(document.text(definition.label), label);
  });
}

bool is_blank(std::string_view text) { return trim(text).empty(); }

// A comment that stands on lines of its own, in no list or quote.
struct Instruction {
  Span lines;  // with its last line end
  Reading reading;
  bool ticked = false;  // a box in it is: somebody goes by it

  bool is_untouched() const { return reading.own == 0 && !ticked; }
};

class Refresher {
 public:
  Refresher(std::string_view body, std::string_view wanted, SectionForm form,
            const FillJudge& fills)
      : body_(as_document(body)),
        wanted_(as_document(wanted)),
        line_end_(line_end_of(body)),
        form_(form),
        reader_(wanted, fills) {}

  Refreshed run() && {
    read_comments();
    if (form_ != SectionForm::kComments && is_untouched()) {
      replace_all();
    } else {
      replace_comments();
      if (form_ == SectionForm::kChecklist) merge_items();
    }
    std::vector<std::vector<Edit>> groups;
    for (Edit& edit : edits_) groups.push_back({std::move(edit)});
    result_.text = splice(body_.text(), groups).text;
    // One of an earlier run still waits for a person.
    result_.conflict = result_.text.find(kConflictOpen) != std::string::npos;
    return std::move(result_);
  }

 private:
  const Source& source() const { return body_.source(); }

  // What is under debate is left to those who debate it.
  bool is_debated(Span span) const {
    return std::ranges::any_of(body_.unresolved(), [&](const Unresolved& block) {
      const std::uint32_t end = block.close.empty() ? source().size() : block.close.end;
      return !block.open.empty() && block.open.begin <= span.begin && span.begin < end;
    });
  }

  // A section that somebody has commented out begins with its heading.
  static bool hides_section(std::string_view inner) { return trim(inner).starts_with('#'); }

  // What a tool goes by: "START doctoc generated TOC please keep comment here to allow auto
  // update".
  static bool is_of_tool(std::string_view inner) {
    constexpr std::string_view kBegins[] = {"START ", "BEGIN ", "END ", "DON'T EDIT",
                                            "DO NOT EDIT"};
    return std::ranges::any_of(
        kBegins, [&](std::string_view words) { return trim(inner).starts_with(words); });
  }

  void read_comments() {
    for (const Comment& comment : body_.comments()) {
      if (is_of_tool(body_.text(comment.inner))) continue;
      const std::uint32_t last = source().line_at(comment.span.end - 1);
      const Span lines{source().line(source().line_at(comment.span.begin)).begin,
                       source().next_line_begin(last)};
      Reading reading;
      reader_.read(body_.text(comment.span), reading);
      const bool alone = lines.begin == comment.span.begin &&
                         is_blank(body_.text({comment.span.end, source().line(last).end}));
      const bool instructs = comment.closed && comment.block && alone &&
                             !is_debated(comment.span) && !hides_section(body_.text(comment.inner));
      if (instructs) {
        instructions_.push_back({lines, reading, has_tick(body_.text(comment.span))});
      } else {
        seen_own_ = seen_own_ || reading.own > 0 || !comment.closed;
      }
    }
  }

  // A text without its comments and its definitions of links.
  static std::string visible(const Document& document) {
    std::vector<Span> hidden;
    for (const Comment& comment : document.comments()) hidden.push_back(comment.span);
    for (const LinkDefinition& definition : document.definitions()) {
      hidden.push_back(document.blocks()[definition.block].span);
    }
    std::ranges::sort(hidden, {}, &Span::begin);
    std::string text;
    std::uint32_t begin = 0;
    for (const Span span : hidden) {
      if (span.begin > begin) text += document.text({begin, span.begin});
      begin = std::max(begin, span.end);
    }
    text += document.text({begin, document.source().size()});
    return text;
  }

  // All of it is the template's, some of it is out of date, and the template has
  // something to put in its place.
  bool is_untouched() const {
    Reading seen;
    const std::string shown = visible(body_);
    reader_.read(shown, seen);
    const bool ticked = has_tick(shown) || std::ranges::any_of(body_.tasks(), &TaskItem::ticked);
    if (seen_own_ || seen.own > 0 || !seen.stale || ticked) return false;
    return std::ranges::all_of(instructions_, &Instruction::is_untouched) &&
           !is_blank(replacement());
  }

  // An author who deleted the instructions, and left a form to fill in, does not want
  // them back. Without a form, what is left are instructions.
  std::string replacement() const {
    std::string form = instructions_.empty() ? visible(wanted_) : std::string();
    return is_blank(form) ? std::string(wanted_.text()) : form;
  }

  // The white space around the text stays, and so do definitions of links: other
  // sections may go by them.
  void replace_all() {
    std::string text(trim(replacement()));
    std::string_view lead = "\n\n";
    const Document instead = as_document(text);
    for (const LinkDefinition& definition : body_.definitions()) {
      if (defines(instead, body_.text(definition.label))) continue;
      text += lead;
      text += trim(body_.text(body_.blocks()[definition.block].span));
      lead = "\n";
    }
    const std::string_view whole = body_.text();
    const std::string_view inner = trim(whole);
    const auto first = static_cast<std::uint32_t>(inner.data() - whole.data());
    const auto end = static_cast<std::uint32_t>(first + inner.size());
    const std::uint32_t begin = source().line(source().line_at(first)).begin;  // with its indent
    edits_.push_back({{begin, end}, with_line_ends(text, line_end_)});
    result_.instructions = true;
  }

  // The template's comments of which something does not stand in the body.
  std::string missing_comments() const {
    std::unordered_set<std::uint64_t> there;
    add_line_hashes(body_.text(), there);
    std::string text;
    for (const Comment& comment : wanted_.comments()) {
      const bool marker = std::ranges::any_of(
          wanted_.toc_markers(), [&](const TocMarker& one) { return one.span == comment.span; });
      bool missing = false;
      std::string_view lines = wanted_.text(comment.span);
      while (!lines.empty()) {
        const auto [line, rest] = cut(lines, '\n');
        missing =
            missing || !(is_blank(without_comment_marks(line)) || there.contains(line_hash(line)));
        lines = rest;
      }
      if (!missing || marker) continue;
      if (!text.empty()) text += "\n\n";
      text += wanted_.text(comment.span);
    }
    if (!text.empty()) text += '\n';
    return with_line_ends(text, line_end_);
  }

  // The first that is out of date gives way to what the template has instead, the
  // others go. One that the author has worked on stays, with the template's beside it.
  void replace_comments() {
    std::string instead = missing_comments();
    for (const Instruction& one : instructions_) {
      if (!one.reading.stale || !one.is_untouched()) continue;
      const Span cut_out = instead.empty() ? with_blank_line(one.lines) : one.lines;
      // At the end of the document there may be no line end.
      if (!body_.text(one.lines).ends_with('\n') && !instead.empty()) {
        instead.resize(instead.size() - line_end_.size());
      }
      edits_.push_back({cut_out, std::exchange(instead, {})});
      result_.instructions = true;
    }
    for (const Instruction& one : instructions_) {
      if (instead.empty() || form_ == SectionForm::kComments) return;
      if (!one.reading.stale || one.reading.own < kEditedLines) continue;
      const std::string open = std::string(kConflictOpen).append(line_end_);
      std::string close = body_.text(one.lines).ends_with('\n') ? "" : std::string(line_end_);
      close.append(std::exchange(instead, {})).append(kConflictClose).append(line_end_);
      edits_.push_back({{one.lines.begin, one.lines.begin}, open});
      edits_.push_back({{one.lines.end, one.lines.end}, close});
    }
  }

  // A blank line after what goes would be one too many.
  Span with_blank_line(Span lines) const {
    if (lines.end >= source().size()) return lines;
    const std::uint32_t next = source().line_at(lines.end);
    if (is_blank(body_.text(source().line(next)))) lines.end = source().next_line_begin(next);
    return lines;
  }

  void merge_items() {
    MergedItems merged = merge_checklist(body_, wanted_, line_end_);
    result_.items = merged.added;
    std::ranges::move(merged.edits, std::back_inserter(edits_));
  }

  const Document body_;
  const Document wanted_;
  const std::string_view line_end_;
  const SectionForm form_;
  const TemplateReader reader_;
  std::vector<Instruction> instructions_;
  bool seen_own_ = false;  // an author's line in some other comment
  std::vector<Edit> edits_;
  Refreshed result_;
};

}  // namespace

Refreshed refresh(std::string_view body, std::string_view wanted, SectionForm form,
                  const FillJudge& fills) {
  return Refresher(body, wanted, form, fills).run();
}

bool has_own_text(std::string_view text, const FillJudge& fills) {
  Reading reading;
  TemplateReader("", fills).read(text, reading);
  const Document document = as_document(text);
  return reading.own > 0 || has_tick(text) ||
         std::ranges::any_of(document.tasks(), &TaskItem::ticked);
}

}  // namespace milepost::upgrade
