#include "features/diff/section_text.h"

#include <algorithm>

#include "base/strings.h"
#include "base/word_diff.h"
#include "process/heading_key.h"
#include "text/toc.h"

namespace milepost::diff {

namespace {

class Reader {
 public:
  explicit Reader(const Document& document) : document_(document) {
    for (const Comment& comment : document.comments()) gaps_.push_back(comment.span);
    if (const auto toc = find_toc(document).first) gaps_.push_back(toc->table);
    if (document.front_matter().present()) gaps_.push_back(document.front_matter().span);
    std::ranges::sort(gaps_, {}, &Span::begin);
  }

  std::vector<SectionText> read() {
    texts_.resize(1 + document_.sections().size());
    for (std::size_t s = 0; s < document_.sections().size(); ++s) read_heading(s);
    for (const Block& block : document_.blocks()) read_block(block);
    return std::move(texts_);
  }

 private:
  void read_heading(std::size_t s) {
    const Section& section = document_.sections()[s];
    const Heading& heading = document_.heading_of(section);
    SectionText& text = texts_[s + 1];
    text.line = heading.line + 1;
    text.key = heading_key(heading.text);
    text.title = heading.text;
    const bool titled = document_.heading_of(document_.sections()[0]).level == 1;
    const bool below_title = titled && section.parent == 0;
    if (section.parent != kNone && !below_title) text.parent = section.parent + 1;
  }

  void read_block(const Block& block) {
    switch (block.kind) {
      case BlockKind::kQuote:
      case BlockKind::kList:
      case BlockKind::kItem:
      case BlockKind::kThematicBreak: return;
      case BlockKind::kHeading:
        if (block.depth > 0) add_whole(block);
        return;
      case BlockKind::kParagraph: return add_whole(block);
      case BlockKind::kTable:
        for (const Span line : document_.lines_of(block)) add_line(line);
        return;
      case BlockKind::kLinkDefinition:
        for (const Span line : document_.lines_of(block)) add(visible(line), line.begin);
        return;
      case BlockKind::kFencedCode:
      case BlockKind::kIndentedCode: return add_lines(block.content);
      case BlockKind::kHtml: return add_lines(block.span);
    }
  }

  void add_whole(const Block& block) {
    std::string text;
    for (const Span line : document_.lines_of(block)) text += visible(line) + '\n';
    TextPart* const part = add(text, block.span.begin);
    if (!part || block.depth == 0) return;
    // What stands before it: the marker of an item, or the indentation below one.
    const Source& source = document_.source();
    const Span line = source.line(source.line_at(block.span.begin));
    part->lead = document_.text({line.begin, block.span.begin});
    part->written = part->lead + part->text;
  }

  void add_line(Span line) {
    const std::string text = visible(line);
    TextPart* const part = add(text, line.begin);
    if (!part) return;
    part->lead = text.substr(0, text.find_first_not_of(" \t"));
    part->written = text.substr(0, text.find_last_not_of(" \t\r") + 1);
  }

  void add_lines(Span span) {
    std::uint32_t at = span.begin;
    std::string_view rest = document_.text(span);
    while (!rest.empty()) {
      const auto [line, others] = cut(rest, '\n');
      const auto size = static_cast<std::uint32_t>(line.size());
      add_line({at, at + size});
      at += size + 1;
      rest = others;
    }
  }

  // The text of a span without the gaps in it.
  std::string visible(Span span) const {
    std::string text;
    std::uint32_t at = span.begin;
    auto gap = std::ranges::upper_bound(gaps_, at, {}, &Span::end);
    for (; gap != gaps_.end() && gap->begin < span.end; ++gap) {
      if (gap->begin > at) text += document_.text({at, gap->begin});
      at = std::max(at, std::min(gap->end, span.end));
    }
    if (at < span.end) text += document_.text({at, span.end});
    return text;
  }

  // The part, to be told how it is written; nullptr of what has no words, such as a table's line
  // below its head.
  TextPart* add(std::string_view raw, std::uint32_t offset) {
    std::string text = joined_words(raw);
    if (text.find_first_not_of("|-: ") == text.npos) return nullptr;
    const std::uint32_t section = document_.section_at(offset);
    SectionText& at = texts_[section == kNone ? 0 : section + 1];
    return &at.parts.emplace_back(
        TextPart{std::move(text), document_.source().line_at(offset) + 1});
  }

  const Document& document_;
  std::vector<Span> gaps_;  // that are no text, by place
  std::vector<SectionText> texts_;
};

}  // namespace

std::vector<SectionText> section_texts(const Document& document) { return Reader(document).read(); }

std::vector<std::string> section_path(const std::vector<SectionText>& texts, std::size_t section) {
  constexpr std::size_t kLongestTitle = 200;
  std::vector<std::string> path;
  if (section == 0) return path;
  for (std::size_t at = section; at != kNone; at = texts[at].parent) {
    std::string_view title = texts[at].title;
    if (title.size() > kLongestTitle) {
      std::size_t end = kLongestTitle;
      while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xC0U) == 0x80) --end;
      title = title.substr(0, end);
    }
    path.emplace_back(title);
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace milepost::diff
