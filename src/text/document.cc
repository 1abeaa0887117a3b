#include "text/document.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "text/blocks.h"
#include "text/inline_parser.h"
#include "text/markup.h"
#include "text/scan.h"
#include "text/tasks.h"

namespace milepost {

namespace {

bool has_text(BlockKind kind) {
  return kind == BlockKind::kParagraph || kind == BlockKind::kHeading ||
         kind == BlockKind::kTable || kind == BlockKind::kLinkDefinition;
}

bool is_fence(std::string_view line, std::string_view fence) {
  return line.starts_with(fence) && trim(line.substr(fence.size())).empty();
}

// "---" on the first line, up to "---" or "...". Without an end it is a thematic
// break, and the document has none.
FrontMatter find_front_matter(const Source& source) {
  FrontMatter found;
  if (source.line_count() == 0) return found;
  Span first = source.line(0);
  if (source.text().starts_with("\xEF\xBB\xBF")) first.begin += 3;
  if (!is_fence(source.text(first), "---")) return found;
  found.span = first;
  found.content = {source.next_line_begin(0), source.next_line_begin(0)};
  for (std::uint32_t i = 1; i < source.line_count(); ++i) {
    const Span line = source.line(i);
    const std::string_view text = source.text(line);
    if (!is_fence(text, "---") && !is_fence(text, "...")) continue;
    found.span.end = line.end;
    found.content.end = line.begin;
    found.closed = true;
    break;
  }
  return found;
}

constexpr std::array<bool, 256> kWatched = [] {
  std::array<bool, 256> watched = kMarkupBytes;
  for (const char c : std::string_view(" \t\n\v\f\r"))
    watched[static_cast<unsigned char>(c)] = true;
  return watched;
}();

// Whether the text is what the reader sees: no markup, no white space to collapse.
bool is_plain_text(std::string_view text) {
  // Both kinds of trouble are rare bytes, so one look-up passes most of the text.
  const char* space = nullptr;
  for (const char& c : text) {
    if (!kWatched[static_cast<unsigned char>(c)]) continue;
    if (c != ' ' || (space != nullptr && space + 1 == &c)) return false;
    space = &c;
  }
  return true;
}

void read_heading_texts(std::string_view source, Scan& scan, InlineReader& reader) {
  links::References references;
  bool has_references = false;
  auto& [parser, joined] = reader;
  std::string plain;
  for (Heading& heading : scan.headings) {
    const Block& block = scan.blocks[heading.block];
    const std::string_view raw = heading.text_span.of(source);
    if (is_plain_text(raw)) {
      heading.text = raw;
      continue;
    }
    if (!has_references && raw.find('[') != raw.npos) {
      references = links::References(source, scan.definitions);
      has_references = true;
    }
    joined.assign(source, scan.lines_of(block));
    parser.parse(joined.text(), references);
    plain.clear();
    parser.append_plain(plain);
    heading.text = scan.pool.keep(plain);
  }
}

void build_sections(const Source& source, Scan& scan) {
  std::vector<std::uint32_t> open;
  const auto close_to = [&](std::uint8_t level, std::uint32_t end) {
    while (!open.empty()) {
      Section& last = scan.sections[open.back()];
      if (scan.headings[last.heading].level < level) break;
      last.span.end = end;
      last.end_section = static_cast<std::uint32_t>(scan.sections.size());
      open.pop_back();
    }
  };
  for (std::uint32_t i = 0; i < scan.headings.size(); ++i) {
    const Heading& heading = scan.headings[i];
    if (heading.nested) continue;
    const std::uint32_t begin = source.line_begins()[heading.line];
    if (!scan.sections.empty()) scan.sections.back().body.end = begin;
    close_to(heading.level, begin);
    Section section;
    section.heading = i;
    section.parent = open.empty() ? kNone : open.back();
    section.span = {begin, source.size()};
    section.body.begin =
        source.next_line_begin(heading.setext ? source.line_at(heading.span.end) : heading.line);
    section.body.end = source.size();
    open.push_back(static_cast<std::uint32_t>(scan.sections.size()));
    scan.sections.push_back(section);
  }
  close_to(0, source.size());
}

}  // namespace

std::span<const Span> Scan::lines_of(const Block& block) const {
  if (!has_text(block.kind)) return {};
  const auto before = [](const Span& line, std::uint32_t at) { return line.begin < at; };
  const auto first = std::lower_bound(lines.begin(), lines.end(), block.span.begin, before);
  // Most have a line or two, so that looking for the last takes longer than going there.
  auto last = first;
  while (last != lines.end() && last->begin < block.span.end) ++last;
  return {first, last};
}

std::uint32_t Scan::block_at(std::uint32_t offset) const {
  const auto after =
      std::upper_bound(blocks.begin(), blocks.end(), offset,
                       [](std::uint32_t at, const Block& block) { return at < block.span.begin; });
  if (after == blocks.begin()) return kNone;
  auto index = static_cast<std::uint32_t>(after - blocks.begin() - 1);
  while (index != kNone && !blocks[index].span.contains(offset)) index = blocks[index].parent;
  return index;
}

struct Document::Parts : Scan {};

Document::Document(std::shared_ptr<const Source> source, ScanOptions options)
    : source_(std::move(source)), parts_(std::make_unique<Parts>()) {
  Scan& scan = *parts_;
  const std::string_view text = source_->text();
  InlineReader reader;
  find_encoding_problems(*source_, scan.problems);
  scan.front_matter = find_front_matter(*source_);
  const std::uint32_t first_line =
      scan.front_matter.closed ? source_->line_at(scan.front_matter.span.end) + 1 : 0;
  BlockScanner(*source_, options, scan).run(first_line);
  find_comments(text, scan, reader);
  find_unresolved(text, scan, reader);
  read_heading_texts(text, scan, reader);
  tasks::finish(text, scan, reader);
  build_sections(*source_, scan);
}

Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

const FrontMatter& Document::front_matter() const { return parts_->front_matter; }
const std::vector<Block>& Document::blocks() const { return parts_->blocks; }
const std::vector<Heading>& Document::headings() const { return parts_->headings; }
const std::vector<Section>& Document::sections() const { return parts_->sections; }
const std::vector<Comment>& Document::comments() const { return parts_->comments; }
const std::vector<TaskItem>& Document::tasks() const { return parts_->tasks; }
const std::vector<BoldItem>& Document::bold_items() const { return parts_->bold_items; }
const std::vector<Unresolved>& Document::unresolved() const { return parts_->unresolved; }
const std::vector<TocMarker>& Document::toc_markers() const { return parts_->toc_markers; }
const std::vector<LinkDefinition>& Document::definitions() const { return parts_->definitions; }
const std::vector<Problem>& Document::problems() const { return parts_->problems; }

std::span<const Span> Document::lines_of(const Block& block) const {
  return parts_->lines_of(block);
}

std::pair<std::uint32_t, std::uint32_t> Document::blocks_in(Span span) const {
  const auto& all = parts_->blocks;
  const auto before = [](const Block& block, std::uint32_t at) { return block.span.begin < at; };
  const auto first = std::lower_bound(all.begin(), all.end(), span.begin, before);
  const auto last = std::lower_bound(first, all.end(), span.end, before);
  return {static_cast<std::uint32_t>(first - all.begin()),
          static_cast<std::uint32_t>(last - all.begin())};
}

std::uint32_t Document::section_at(std::uint32_t offset) const {
  const auto& all = parts_->sections;
  const auto after = std::upper_bound(
      all.begin(), all.end(), offset,
      [](std::uint32_t at, const Section& section) { return at < section.span.begin; });
  // Sections leave no gaps, so the last that begins before the offset holds it.
  return after == all.begin() ? kNone : static_cast<std::uint32_t>(after - all.begin() - 1);
}

}  // namespace milepost
