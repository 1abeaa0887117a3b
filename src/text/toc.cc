#include "text/toc.h"

#include <algorithm>

#include "base/strings.h"
#include "text/inline_html.h"
#include "text/toc_mdtoc.h"
#include "text/toc_slug.h"

namespace milepost {

namespace {

constexpr std::string_view kOpen = "<!-- toc -->";
constexpr std::string_view kClose = "<!-- /toc -->";
constexpr std::uint8_t kCommentBlock = 2;  // CommonMark's kind of HTML block

// Beyond a comment's line anything may follow, and a comment ends a list or
// paragraph before it: between two of these a table can be written.
bool counts(const Document& document, const TocMarker& marker) {
  const auto& blocks = document.blocks();
  const auto after = std::ranges::upper_bound(blocks, marker.span.begin, {},
                                              [](const Block& block) { return block.span.begin; });
  if (after == blocks.begin()) return false;
  const Block& block = *std::prev(after);
  return block.kind == BlockKind::kHtml && block.level == kCommentBlock && block.depth == 0 &&
         block.span.contains(marker.span) && document.text(marker.span).ends_with("-->");
}

// Some editors write the same comment, in capitals, before and after the table.
bool ends_with_the_same(const Document& document, const TocMarker& open, const TocMarker& marker) {
  const std::string_view text = document.text(open.span);
  if (text.find("TOC") == text.npos || text != document.text(marker.span)) return false;
  const Span between{open.span.end, marker.span.begin};
  const std::string_view table = trim(document.text(between));
  return (table.empty() || table.find("](#") != table.npos) && !holds_headings(document, between);
}

// The line end in use at the offset; a newline in a text of one line.
std::string_view line_end_at(const Source& source, std::uint32_t offset) {
  const auto end_of = [&](std::uint32_t line) {
    return source.text({source.line(line).end, source.next_line_begin(line)});
  };
  std::string_view end;
  if (source.line_count() > 0) end = end_of(source.line_at(offset));
  if (source.line_count() > 0 && end.empty()) end = end_of(0);
  return end.empty() ? "\n" : end;
}

// Where a section begins. Link definitions right above an underlined heading are
// of one paragraph with it, and are not torn from it.
std::uint32_t place_before(const Document& document, std::uint32_t section) {
  const Source& source = document.source();
  const Heading& heading = document.heading_of(document.sections()[section]);
  std::uint32_t line = heading.line;
  for (std::uint32_t block = heading.block; heading.setext && block > 0; --block) {
    const Block& above = document.blocks()[block - 1];
    const bool adjacent = above.kind == BlockKind::kLinkDefinition && above.depth == 0 &&
                          source.line_at(above.span.end) + 1 == line;
    if (!adjacent) break;
    line = source.line_at(above.span.begin);
  }
  return source.line_begins()[line];
}

std::string joined(const std::vector<TocEntry>& entries, std::string_view line_end) {
  std::string table;
  std::size_t size = 0;
  for (const TocEntry& entry : entries) size += entry.line.size() + line_end.size();
  table.reserve(size);
  for (const TocEntry& entry : entries) table.append(entry.line).append(line_end);
  return table;
}

std::string with_newlines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i] == '\r' ? '\n' : text[i];
  }
  return out;
}

}  // namespace

bool holds_headings(const Document& document, Span span) {
  const auto& headings = document.headings();
  const auto first = std::ranges::lower_bound(
      headings, span.begin, {}, [](const Heading& heading) { return heading.span.begin; });
  return first != headings.end() && first->span.begin < span.end;
}

std::string_view message(TocFault fault) {
  switch (fault) {
    case TocFault::kFurther:
      return "this is another table of contents; only the first is kept current";
    case TocFault::kUnclosed:
      return "this begins a table of contents that is never ended; put `<!-- /toc -->` after it";
    case TocFault::kUnopened:
      return "this ends a table of contents that was never begun; put `<!-- toc -->` before it";
    case TocFault::kMisplaced:
      return "this marker of a table of contents is passed over; give it a line of its own, "
             "outside "
             "of lists, quotes and HTML";
    case TocFault::kHoldsText:
      return "mdtoc takes this marker for the first, and would write over the text between it and "
             "`<!-- /toc -->`; write the marker otherwise, or take the text out";
    case TocFault::kConflict:
      return "a merge conflict begins here; settle it, and then write the table of contents";
    case TocFault::kHoldsHeadings: break;
  }
  return "headings stand between the markers of this table of contents, which is not written lest "
         "they be lost; put `<!-- /toc -->` before the first";
}

TocMarkers find_toc(const Document& document, TocStyle style) {
  if (style == TocStyle::kMdtoc) return find_mdtoc_toc(document);
  TocMarkers found;
  const TocMarker* open = nullptr;
  const auto report = [&](TocFault fault, const TocMarker& marker) {
    found.problems.push_back({fault, marker.span});
  };
  for (const TocMarker& marker : document.toc_markers()) {
    const bool closing =
        marker.closing || (open != nullptr && ends_with_the_same(document, *open, marker));
    if (!counts(document, marker)) {
      report(TocFault::kMisplaced, marker);
    } else if (!closing) {
      if (open != nullptr) report(TocFault::kUnclosed, *open);
      open = &marker;
    } else if (open == nullptr) {
      report(TocFault::kUnopened, marker);
    } else {
      const Span between{open->span.end, marker.span.begin};
      if (holds_headings(document, between)) {
        report(TocFault::kHoldsHeadings, *open);
      } else if (found.first) {
        report(TocFault::kFurther, *open);
      } else {
        found.first = TocPlace{open->span, between, marker.span};
      }
      open = nullptr;
    }
  }
  if (open != nullptr) report(TocFault::kUnclosed, *open);
  std::ranges::sort(found.problems, {}, [](const TocProblem& p) { return p.span.begin; });
  return found;
}

std::vector<TocEntry> toc_entries(const Document& document, std::uint32_t from, int depth,
                                  TocStyle style) {
  if (style == TocStyle::kMdtoc) {
    if (auto entries = mdtoc_entries(document, from, depth)) return std::move(*entries);
  }
  HeadingReader reader(document, from);
  TocSlugger slugger;
  std::vector<TocEntry> entries;
  std::vector<int> levels;
  for (const Heading& heading : document.headings()) {
    if (heading.nested || heading.span.begin < from || heading.level > depth) continue;
    const auto read = reader.read(heading);
    if (!read) continue;
    levels.push_back(heading.level);
    entries.push_back({heading.text_span.begin, std::string(heading.text),
                       "- [" + read->html + "](#" + slugger.next(read->text) + ")"});
  }
  const int least = levels.empty() ? 0 : std::ranges::min(levels);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const int deeper = levels[i] - least;
    entries[i].line.insert(0, static_cast<std::size_t>(deeper) * 2, ' ');
  }
  return entries;
}

bool is_current(const Document& document, const TocPlace& place,
                const std::vector<TocEntry>& entries, TocStyle style) {
  const std::string_view table = document.text(place.table);
  const std::string wanted = joined(entries, "\n");
  if (style == TocStyle::kMdtoc) {
    return !place.respelt && mdtoc_trimmed(table) == mdtoc_trimmed(wanted);
  }
  if (table.find('\r') == table.npos) return trim(table) == trim(wanted);
  return trim(with_newlines(table)) == trim(wanted);
}

const TocMarkers& TocReader::markers() const {
  if (!markers_) markers_ = find_toc(*document_, style_);
  return *markers_;
}

const TocReader::Listed& TocReader::listed() const {
  if (listed_) return *listed_;
  listed_ = Listed{};
  if (!markers().first) return *listed_;
  const std::uint32_t from = markers().first->table.end;
  if (style_ == TocStyle::kMdtoc) {
    auto entries = mdtoc_entries(*document_, from, kTocDepth);
    listed_->fails = !entries;
    if (entries) listed_->entries = std::move(*entries);
  }
  if (style_ != TocStyle::kMdtoc || listed_->fails) {
    listed_->entries = toc_entries(*document_, from);
  }
  return *listed_;
}

const std::vector<TocEntry>& TocReader::entries() const { return listed().entries; }

bool TocReader::mdtoc_fails() const { return listed().fails; }

Edit write_toc(const Document& document, const TocPlace& place,
               const std::vector<TocEntry>& entries, TocStyle style) {
  if (style == TocStyle::kMdtoc) {
    const std::string table = "\n" + joined(entries, "\n");
    if (!place.respelt) return {place.table, table};
    return {{place.marker.begin, place.closing.end},
            std::string(kOpen).append(table).append(kClose)};
  }
  const std::string_view line_end = line_end_at(document.source(), place.marker.begin);
  return {place.table, std::string(line_end) + joined(entries, line_end)};
}

std::optional<Edit> current_toc(const Document& document, TocStyle style) {
  const TocMarkers markers = find_toc(document, style);
  if (!markers.first) return std::nullopt;
  const auto entries = toc_entries(document, markers.first->table.end, kTocDepth, style);
  if (is_current(document, *markers.first, entries, style)) return std::nullopt;
  return write_toc(document, *markers.first, entries, style);
}

Edit add_toc(const Document& document, std::uint32_t section, TocStyle style) {
  const Source& source = document.source();
  std::uint32_t at = place_before(document, section);
  const std::string_view line_end = line_end_at(source, at);
  std::string text;
  if (at == 0 && source.text().starts_with("\xEF\xBB\xBF")) at = 3;
  const std::uint32_t line = source.line_at(at);
  if (line > 0 && !trim(source.text(source.line(line - 1))).empty()) text += line_end;
  const std::string_view row_end = style == TocStyle::kMdtoc ? "\n" : line_end;
  const auto entries = toc_entries(document, at, kTocDepth, style);
  text.append(kOpen).append(line_end).append(joined(entries, row_end));
  text.append(kClose).append(line_end).append(line_end);
  return {{at, at}, std::move(text)};
}

}  // namespace milepost
