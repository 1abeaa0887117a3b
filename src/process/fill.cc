#include "process/fill.h"

#include <algorithm>

#include "base/strings.h"
#include "process/boilerplate.h"
#include "process/heading_key.h"
#include "process/promise.h"
#include "text/inline.h"

namespace milepost {

namespace {

// "TBD when we get to beta" is still a placeholder; a longer text is an answer
// that happens to begin so.
constexpr std::size_t kPlaceholderWords = 10;
constexpr std::size_t kHedgeWords = 4;
constexpr std::size_t kPhraseWords = 6;       // "to be added in beta"
constexpr std::size_t kPlainWordLetters = 4;  // "todo" is a word, "tbd" is not

// Whether the text begins with the word in lower or mixed case, as a word of a
// sentence does.
bool begins_as_plain_word(std::string_view text, std::string_view word) {
  const std::size_t at = find_ignoring_case(text, word);
  if (at == text.npos) return true;
  return std::ranges::any_of(text.substr(at, word.size()),
                             [](char c) { return is_alpha(c) && !is_upper(c); });
}

std::vector<std::string> as_words(const std::vector<std::string>& texts) {
  std::vector<std::string> words;
  for (const std::string& text : texts) words.push_back(heading_words(text));
  return words;
}

// Most texts can be told from all of `texts` by their first word, or their last.
std::vector<std::string> unique(const std::vector<std::string>& texts,
                                std::string_view (*part)(std::string_view)) {
  std::vector<std::string> words;
  for (const std::string& text : texts) {
    std::string word(part(text));
    if (std::ranges::find(words, word) == words.end()) words.push_back(std::move(word));
  }
  return words;
}
std::string_view first_of(std::string_view words) { return cut(words, ' ').first; }
std::string_view last_of(std::string_view words) { return words.substr(words.rfind(' ') + 1); }

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

std::vector<const std::unordered_set<std::uint64_t>*> line_sets(const Process& process) {
  std::vector<const std::unordered_set<std::uint64_t>*> sets;
  for (const Kind& kind : process.kinds) {
    sets.push_back(&kind.pattern->lines());
    if (kind.repository) sets.push_back(&kind.repository->lines());
    sets.push_back(&kind.lineage.lines);
    if (const auto* past = kind.telling_past()) sets.push_back(&past->lines());
  }
  return sets;
}

// The spans of `within` that are not comments, in order.
std::vector<Span> outside_comments(const Document& document, Span within) {
  std::vector<Span> parts;
  const auto& comments = document.comments();
  auto at = std::ranges::lower_bound(comments, within.begin, {},
                                     [](const Comment& c) { return c.span.end; });
  std::uint32_t begin = within.begin;
  for (; at != comments.end() && at->span.begin < within.end; ++at) {
    if (begin < at->span.begin) parts.push_back({begin, at->span.begin});
    begin = std::max(begin, at->span.end);
  }
  if (begin < within.end) parts.push_back({begin, within.end});
  return parts;
}

// A word to some tool: "toc", "markdownlint-disable MD013", "cSpell:ignore …".
bool is_pragma(std::string_view inner) {
  if (inner.find('\n') != inner.npos) return false;
  return inner.size() < 40 || cut(inner, ' ').first.find_first_of("-:") != inner.npos;
}

// "<br>" alone puts nothing before a reader; an image does.
bool shows_nothing(std::string_view html) {
  if (find_ignoring_case(html, "<img") != html.npos) return false;
  if (find_ignoring_case(html, "<svg") != html.npos) return false;
  const std::string shown = plain_text(html);
  return shown.empty() || shown == "\xC2\xA0";
}

// The marks around text under debate are not the text.
bool is_marker(std::string_view line) {
  return line.starts_with("<<[") && find_ignoring_case(line, "unresolved") != line.npos;
}

struct TickBox {
  bool present = false;
  bool ticked = false;
};

TickBox read_box(std::string_view text) {
  if (!text.starts_with('[')) return {};
  const std::size_t close = text.find(']');
  if (close == text.npos || close > 5) return {};
  if (close + 1 < text.size() && !is_space(text[close + 1])) return {};
  return {true, !trim(text.substr(1, close - 1)).empty()};
}

}  // namespace

struct FillJudge::Scan {
  const TemplateSection& section;
  std::string_view stage;
  Verdict verdict;
  bool comments = false;
  Span first_comment;
  bool own_comment = false;

  // Keeps the strongest evidence seen so far.
  void note(Fill fill, Span at) {
    if (fill <= verdict.fill && verdict.fill != Fill::kEmpty) return;
    verdict = {fill, at};
  }
  bool done() const { return verdict.fill == Fill::kFilled; }
};

FillJudge::FillJudge(const Process& process)
    : lines_(line_sets(process)),
      placeholders_(as_words(process.words.placeholders)),
      not_applicable_(as_words(process.words.not_applicable)),
      placeholder_starts_(unique(placeholders_, first_of)),
      placeholder_ends_(unique(placeholders_, last_of)),
      not_applicable_starts_(unique(not_applicable_, first_of)),
      promises_(std::make_shared<const PromiseReader>(process)) {
  for (const EntryForm& form : process.words.entries) {
    Entry& entry = entries_.emplace_back();
    for (const std::string& title : form.sections) entry.keys.push_back(heading_key(title));
    entry.placeholders = &form.placeholders;
  }
}

bool FillJudge::is_template_line(std::string_view line) const {
  return lines_.contains(without_markers(line));
}

bool FillJudge::has_template_line(std::string_view text) const {
  if (is_template_line(text)) return true;
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    if (is_template_line(line)) return true;
    text = rest;
  }
  return false;
}

bool FillJudge::is_placeholder(std::string_view text) const {
  if (text.size() > ShortWords::kMost) return false;
  const ShortWords short_words(text);
  const std::string_view words = short_words.text();
  const std::size_t count = word_count(words);
  if (count > kPlaceholderWords) return false;
  const bool hedged = count <= kHedgeWords;
  // Most texts neither begin nor end as any placeholder does.
  if (!contains(placeholder_starts_, first_of(words)) &&
      !(hedged && contains(placeholder_ends_, last_of(words)))) {
    return false;
  }
  return std::ranges::any_of(placeholders_, [&](const std::string& placeholder) {
    if (words == placeholder) return true;
    const std::size_t size = placeholder.size();
    if (words.size() <= size) return false;
    // "Not yet. TBD."
    if (hedged && words.ends_with(placeholder) && words[words.size() - size - 1] == ' ' &&
        !begins_as_plain_word(text, placeholder)) {
      return true;
    }
    if (!words.starts_with(placeholder) || words[size] != ' ') return false;
    // "TODO add tests" is one; "Todo lists grow" is not.
    if (placeholder.find(' ') != placeholder.npos) return count <= kPhraseWords;
    return size < kPlainWordLetters || !begins_as_plain_word(text, placeholder);
  });
}

bool FillJudge::begins_not_applicable(std::string_view text) const {
  const std::string words = heading_words(text.substr(0, ShortWords::kMost));
  if (!contains(not_applicable_starts_, first_of(words))) return false;
  return std::ranges::any_of(not_applicable_, [&](const std::string& phrase) {
    const bool starts = std::string_view(words).starts_with(phrase);
    return starts && (words.size() == phrase.size() || words[phrase.size()] == ' ');
  });
}

bool FillJudge::has_entry_placeholder(std::string_view line, const TemplateSection& section) const {
  return std::ranges::any_of(entries_, [&](const Entry& entry) {
    return contains(entry.keys, section.key) &&
           std::ranges::any_of(*entry.placeholders, [&](const std::string& slot) {
             return line.find(slot) != line.npos;
           });
  });
}

FillJudge::Verdict FillJudge::judge(const Document& document, const std::vector<Span>& spans,
                                    const TemplateSection& section, std::string_view stage) const {
  Scan scan{section, stage, {}, false, {}, false};
  for (const Span span : spans) {
    const auto [first, last] = document.blocks_in(span);
    judge_cut_block(document, first, span, scan);
    for (std::uint32_t b = first; b < last && !scan.done(); ++b) {
      judge_block(document, document.blocks()[b], scan);
    }
    if (scan.done()) return scan.verdict;
    const auto& comments = document.comments();
    auto at = std::ranges::lower_bound(comments, span.begin, {},
                                       [](const Comment& c) { return c.span.begin; });
    for (; at != comments.end() && at->span.begin < span.end; ++at) {
      if (!scan.comments) scan.first_comment = at->span;
      scan.comments = true;
      const std::string_view inner = trim(document.text(at->inner));
      if (!is_pragma(inner) && !has_template_line(inner)) scan.own_comment = true;
    }
  }
  if (scan.verdict.fill == Fill::kEmpty && scan.comments) {
    scan.verdict = {scan.own_comment ? Fill::kCommented : Fill::kInstructions, scan.first_comment};
  }
  return scan.verdict;
}

// An answer may follow its question in the same paragraph: then the span begins
// within a block.
void FillJudge::judge_cut_block(const Document& document, std::uint32_t first, Span span,
                                Scan& scan) const {
  if (first == 0) return;
  const Block& block = document.blocks()[first - 1];
  if (block.kind != BlockKind::kParagraph || block.span.end <= span.begin) return;
  judge_paragraph(document, {span.begin, std::min(block.span.end, span.end)}, scan);
}

void FillJudge::judge_block(const Document& document, const Block& block, Scan& scan) const {
  switch (block.kind) {
    case BlockKind::kHeading:
    case BlockKind::kLinkDefinition:
    case BlockKind::kThematicBreak:
    case BlockKind::kQuote:
    case BlockKind::kList:
    case BlockKind::kItem: return;
    case BlockKind::kParagraph: return judge_paragraph(document, block.span, scan);
    case BlockKind::kHtml:
      for (const Span part : outside_comments(document, block.span)) {
        if (shows_nothing(document.text(part))) continue;
        judge_paragraph(document, part, scan);
      }
      return;
    case BlockKind::kFencedCode:
    case BlockKind::kIndentedCode:
    case BlockKind::kTable: break;
  }
  std::string_view text =
      document.text(block.kind == BlockKind::kTable ? block.span : block.content);
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    const std::string_view bare = trim(line);
    text = rest;
    if (bare.empty()) continue;
    if (!is_template_line(line)) return scan.note(Fill::kFilled, block.span);
    scan.note(Fill::kBoilerplate, block.span);
  }
}

void FillJudge::judge_paragraph(const Document& document, Span span, Scan& scan) const {
  const std::string_view whole = document.text(span);
  const TickBox box = read_box(whole);
  if (box.present && scan.section.checklist) return scan.note(Fill::kFilled, span);
  if (box.present) {
    const std::string words = heading_words(without_markers(cut(whole, '\n').first));
    const bool choice = std::ranges::any_of(
        scan.section.choices, [&](const Choice& c) { return words.starts_with(c.words); });
    if (choice) {
      return scan.note(box.ticked ? Fill::kFilled : Fill::kBoilerplate, span);
    }
  }
  if (whole.find('\n') != whole.npos && is_template_line(whole)) {
    return scan.note(Fill::kBoilerplate, span);
  }
  if (!promises_->is_plan(scan.section.key) &&
      promises_->says_nothing(without_markers(whole), scan.stage)) {
    return scan.note(Fill::kPlaceholder, span);
  }
  if (whole.find("<!--") == whole.npos) return judge_lines(document, span, scan);
  for (const Span part : outside_comments(document, span)) {
    judge_lines(document, part, scan);
    if (scan.done()) return;
  }
}

void FillJudge::judge_lines(const Document& document, Span span, Scan& scan) const {
  std::string_view text = document.text(span);
  std::uint32_t begin = span.begin;
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    const Span at{begin, begin + static_cast<std::uint32_t>(line.size())};
    begin = at.end + 1;
    text = rest;
    const std::string_view bare = without_markers(line);
    if (bare.empty() || is_marker(bare)) continue;
    const Fill fill = judge_line(bare, scan.section);
    if (fill != Fill::kEmpty) scan.note(fill, at);
    if (fill == Fill::kFilled) return;
  }
}

// What one line, without its markers, says about the section.
Fill FillJudge::judge_line(std::string_view bare, const TemplateSection& section) const {
  if (is_placeholder(bare)) return Fill::kPlaceholder;
  if (lines_.contains(bare)) return Fill::kBoilerplate;
  if (has_entry_placeholder(bare, section)) return Fill::kPlaceholder;
  // "Feature gate name: TBD" is no more of an answer than "TBD".
  const std::size_t colon = bare.find(": ");
  if (colon != bare.npos && is_placeholder(trim(bare.substr(colon + 1)))) return Fill::kPlaceholder;
  if (bare.size() < 60) {
    const std::string first = first_word(bare);
    if (first.empty() || (!is_alnum(bare.front()) && shows_nothing(bare))) return Fill::kEmpty;
    if (contains(not_applicable_starts_, first) && contains(not_applicable_, heading_words(bare))) {
      return Fill::kNotApplicable;
    }
  }
  return Fill::kFilled;
}

}  // namespace milepost
