// MP620 toc-misread: mdtoc checks the tables of contents, and finds other headings
// in the document than CommonMark and its readers do.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "text/toc.h"

namespace milepost {

namespace {

enum class Misread : std::uint8_t { kMissed, kInvented, kCut };

struct Difference {
  Misread kind;
  std::uint32_t at;
  std::string text;
};

// Those that belong into a table.
std::vector<const Heading*> headings_after(const Document& document, std::uint32_t from) {
  std::vector<const Heading*> found;
  for (const Heading& heading : document.headings()) {
    if (heading.span.begin >= from) found.push_back(&heading);
  }
  return found;
}

bool has_lines(const Document& document, const Heading& heading) {
  const std::string_view text = document.text(heading.text_span);
  return heading.setext && text.find_first_of("\r\n") != text.npos;
}

// In document order. A heading in a quote or list may be listed or not.
std::vector<Difference> differences(const Document& document, std::uint32_t from,
                                    const std::vector<TocEntry>& entries) {
  std::vector<Difference> found;
  auto entry = entries.begin();
  const auto invented_before = [&](std::uint32_t end) {
    for (; entry != entries.end() && entry->at < end; ++entry) {
      found.push_back({Misread::kInvented, entry->at, entry->text});
    }
  };
  for (const Heading* heading : headings_after(document, from)) {
    invented_before(heading->span.begin);
    const bool listed = entry != entries.end() && entry->at < heading->span.end;
    const std::string text(heading->text);
    if (listed && has_lines(document, *heading)) {
      found.push_back({Misread::kCut, heading->text_span.begin, text});
    }
    if (!listed && !heading->nested && heading->level <= kTocDepth && !text.empty()) {
      found.push_back({Misread::kMissed, heading->text_span.begin, text});
    }
    while (entry != entries.end() && entry->at < heading->span.end) ++entry;
  }
  invented_before(document.source().size());
  return found;
}

// Why mdtoc does not see the heading in this line, as far as the line tells.
std::string_view remedy_of_missed(std::string_view line) {
  if (line.starts_with(' ')) return "take away the spaces before it";
  const std::size_t text = line.find_first_not_of('#');
  if (text != 0 && text != line.npos && line[text] == '\t') return "put a space after its `#`";
  return "look above for what hides it: a line `---`, `$$`, or HTML such as `<details>`";
}

std::string_view remedy_of_invented(const Document& document, std::uint32_t at) {
  const auto& blocks = document.blocks();
  const auto after =
      std::ranges::upper_bound(blocks, at, {}, [](const Block& block) { return block.span.begin; });
  if (after == blocks.begin()) return "write it otherwise";
  const Block& block = *std::prev(after);
  switch (block.kind) {
    case BlockKind::kFencedCode:
      return block.closed ? "write one word at most after the opening marks of its code"
                          : "close the code it stands in";
    case BlockKind::kIndentedCode: return "put a blank line before its code";
    case BlockKind::kHtml:
      return block.closed ? "let nothing follow the end of the comment or HTML it stands in"
                          : "close the comment or HTML it stands in";
    default: return "write it otherwise";
  }
}

// What differs of some headings in a row, alike in all of them.
std::string message_of(const Document& document, const Difference& first, std::ptrdiff_t count) {
  const Source& source = document.source();
  std::string all = fmt::format("\"{}\"", first.text);
  if (count > 1) all += fmt::format(" and {} more", count - 1);
  switch (first.kind) {
    case Misread::kMissed:
      return fmt::format(
          "mdtoc does not see the heading {}, and the table of contents lacks {}; {}", all,
          count > 1 ? "them" : "it",
          remedy_of_missed(source.text(source.line(source.line_at(first.at)))));
    case Misread::kInvented:
      return fmt::format("mdtoc takes {} for {}; readers do not; {}", all,
                         count > 1 ? "headings" : "a heading",
                         remedy_of_invented(document, first.at));
    case Misread::kCut: break;
  }
  return fmt::format("mdtoc lists only the last line of {}; write {} in one line", all,
                     count > 1 ? "each heading" : "the heading");
}

void report_markers(const Document& document, const TocPlace& place, Sink& sink) {
  const auto usual = find_toc(document).first;
  if (usual && usual->marker == place.marker) return;
  sink.report(document.source(), place.marker,
              "mdtoc keeps its table of contents here, where readers do not see one; give the "
              "markers lines of their own, outside of code, lists, quotes and HTML");
}

}  // namespace

void toc_misread(const RuleInput& in, Sink& sink) {
  if (in.process.toc != TocStyle::kMdtoc) return;
  const Document& document = in.proposal.document;
  const auto& place = in.toc->markers().first;
  if (!place) return;
  report_markers(document, *place, sink);
  if (in.toc->mdtoc_fails()) {
    sink.report(document.source(), place->marker,
                "mdtoc crashes or hangs on this document; end it with a newline, and close all "
                "of its code");
    return;
  }
  std::vector<Difference> all = differences(document, place->table.end, in.toc->entries());
  // MP607 tells what swallows headings, once.
  std::erase_if(all, [&](const Difference& difference) {
    return std::ranges::any_of(in.judgement.swallowed,
                               [&](Span region) { return region.contains(difference.at); });
  });
  for (auto first = all.begin(); first != all.end();) {
    const auto end =
        std::find_if(first, all.end(), [&](const Difference& d) { return d.kind != first->kind; });
    const Source& source = document.source();
    sink.report(source, source.line(source.line_at(first->at)),
                message_of(document, *first, end - first));
    first = end;
  }
}

}  // namespace milepost
