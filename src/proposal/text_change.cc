#include "proposal/text_change.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_set>

#include "base/common_lines.h"
#include "proposal/counted_words.h"

namespace milepost {

namespace {

std::set<std::uint32_t> lines_of(const Document& document, const CountedWords& words) {
  std::set<std::uint32_t> lines;
  for (const std::uint32_t offset : words.offsets) lines.insert(document.source().line_at(offset));
  return lines;
}

std::string heading_at(const Document& document, std::uint32_t offset) {
  const std::uint32_t section = document.section_at(offset);
  if (section == kNone) return {};
  return std::string(document.heading_of(document.sections()[section]).text);
}

TextChange compare_words(const Document& old_document, const CountedWords& olds,
                         const Document& new_document, const CountedWords& news) {
  std::vector<bool> old_kept(olds.texts.size());
  std::vector<bool> new_kept(news.texts.size());
  const auto common = common_lines(olds.texts, news.texts);
  for (const LinePair pair : common) {
    old_kept[pair.old_line] = true;
    new_kept[pair.new_line] = true;
  }
  TextChange change;
  change.of = lines_of(old_document, olds).size();
  std::set<std::uint32_t> removed;
  std::set<std::uint32_t> added;
  std::uint32_t first = new_document.source().size();
  std::unordered_set<std::string> noted;
  const auto note_section = [&](const std::string& title) {
    if (!title.empty() && noted.insert(title).second) change.sections.push_back(title);
  };
  for (std::size_t i = 0; i < new_kept.size(); ++i) {
    if (new_kept[i]) continue;
    added.insert(new_document.source().line_at(news.offsets[i]));
    first = std::min(first, news.offsets[i]);
    note_section(heading_at(new_document, news.offsets[i]));
  }
  for (std::size_t i = 0; i < old_kept.size(); ++i) {
    if (old_kept[i]) continue;
    removed.insert(old_document.source().line_at(olds.offsets[i]));
    note_section(heading_at(old_document, olds.offsets[i]));
  }
  change.lines = std::max(added.size(), removed.size());
  const Source& source = new_document.source();
  if (added.empty() && change.lines > 0) {
    // Something was taken away only: after the last word before it.
    const auto gone = std::ranges::find(old_kept, false) - old_kept.begin();
    const auto kept =
        std::ranges::lower_bound(common, static_cast<std::uint32_t>(gone), {}, &LinePair::old_line);
    first = kept == common.begin() ? 0 : news.offsets[std::prev(kept)->new_line];
  }
  if (source.line_count() > 0) change.at = source.line(source.line_at(first));
  return change;
}

// Metadata that stands in the text is none of it.
std::vector<Span> no_text(const JudgedText& text) {
  std::vector<Span> spans = passed_over(text.proposal.document);
  const Metadata& metadata = *text.proposal.metadata;
  const bool here =
      metadata.source && metadata.source->path() == text.proposal.document.source().path();
  if (here && !metadata.listed.empty()) spans.push_back(metadata.listed);
  return spans;
}

CountedWords lasting_words(const Process& process, const JudgedText& text) {
  const Document& document = text.proposal.document;
  std::vector<Span> without = no_text(text);
  for (const std::string& title : process.living) {
    if (const Span span = section_span(text, title); !span.empty()) without.push_back(span);
  }
  return words_of(document, {{0, document.source().size()}}, Gaps(std::move(without)));
}

CountedWords section_words(const std::vector<std::string>& titles, const JudgedText& text) {
  std::vector<Span> within;
  for (const std::string& title : titles) {
    if (const Span span = section_span(text, title); !span.empty()) within.push_back(span);
  }
  std::ranges::sort(within, {}, &Span::begin);
  return words_of(text.proposal.document, within, Gaps(no_text(text)));
}

}  // namespace

bool LineChanges::any() const {
  return std::ranges::find(removed, true) != removed.end() ||
         std::ranges::find(added, true) != added.end();
}

bool LineChanges::touch(const Source& after, Span span) const {
  if (added.empty()) return false;
  const std::uint32_t last = after.line_at(span.empty() ? span.begin : span.end - 1);
  for (std::uint32_t line = after.line_at(span.begin); line <= last && line < added.size();
       ++line) {
    if (added[line]) return true;
  }
  return false;
}

namespace {

std::vector<std::string_view> lines_in(const Source* source) {
  std::vector<std::string_view> lines;
  for (std::uint32_t i = 0; source && i < source->line_count(); ++i) {
    lines.push_back(source->text(source->line(i)));
  }
  return lines;
}

}  // namespace

std::vector<std::uint32_t> former_lines(const Source& before, const Source& after) {
  std::vector<std::uint32_t> former(after.line_count(), kNone);
  for (const LinePair pair : common_lines(lines_in(&before), lines_in(&after))) {
    former[pair.new_line] = pair.old_line;
  }
  return former;
}

LineChanges compare_lines(const Source* before, const Source* after) {
  const auto olds = lines_in(before);
  const auto news = lines_in(after);
  LineChanges changes{std::vector<bool>(olds.size(), true), std::vector<bool>(news.size(), true)};
  for (const LinePair pair : common_lines(olds, news)) {
    changes.removed[pair.old_line] = false;
    changes.added[pair.new_line] = false;
  }
  return changes;
}

Span section_span(const JudgedText& text, std::string_view title) {
  const std::uint32_t t = text.judgement.find(title);
  if (t == kNone || text.judgement.missing(t)) return {};
  const Match& match = text.judgement.matching.sections[t];
  if (match.section == kNone) return {};
  return text.proposal.document.sections()[match.section].span;
}

TextChange compare_lasting_text(const Process& process, const JudgedText& before,
                                const JudgedText& after) {
  return compare_words(before.proposal.document, lasting_words(process, before),
                       after.proposal.document, lasting_words(process, after));
}

TextChange compare_sections(const std::vector<std::string>& titles, const JudgedText& before,
                            const JudgedText& after) {
  return compare_words(before.proposal.document, section_words(titles, before),
                       after.proposal.document, section_words(titles, after));
}

}  // namespace milepost
