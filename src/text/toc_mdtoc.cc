#include "text/toc_mdtoc.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/strings.h"
#include "text/mdtoc_headings.h"
#include "text/toc_slug.h"

namespace milepost {

namespace {

constexpr std::string_view kMdtocOpen = "<!-- toc -->";
constexpr std::string_view kMdtocClose = "<!-- /toc -->";
constexpr std::string_view kMarkersEnd = "toc -->";  // of both

std::optional<Span> find_marker(const Document& document, std::string_view marker,
                                std::uint32_t from = 0) {
  const std::size_t at = find_ignoring_case(document.text().substr(from), marker);
  if (at == std::string_view::npos) return std::nullopt;
  const auto begin = from + static_cast<std::uint32_t>(at);
  return Span{begin, begin + static_cast<std::uint32_t>(marker.size())};
}

bool holds(const std::vector<TocEntry>& entries, std::string_view marker) {
  return std::ranges::any_of(entries, [&](const TocEntry& entry) {
    return find_ignoring_case(entry.line, marker) != std::string_view::npos;
  });
}

// A marker in a heading would come to stand in the table, and mdtoc would take it for
// the table's own.
void refuse_markers_in_headings(const Document& document, TocMarkers& found) {
  if (!found.first) return;
  // With nothing after it on its line, the end is a comment and no heading.
  const std::string_view after = document.text().substr(found.first->closing.end);
  const bool alone = trim(after.substr(0, after.find_first_of("\r\n"))).empty();
  const std::uint32_t from = alone ? found.first->closing.end : found.first->table.end;
  if (!find_marker(document, kMarkersEnd, from)) return;
  for (const std::string_view marker : {kMdtocOpen, kMdtocClose}) {
    const auto another = find_marker(document, marker, from);
    if (!another) continue;
    const auto entries =
        toc_entries(document, found.first->table.end, kDeepestHeading, TocStyle::kMdtoc);
    if (!holds(entries, marker)) continue;
    found.first.reset();
    std::erase_if(found.problems, [&](const TocProblem& p) { return p.span == *another; });
    found.problems.push_back({TocFault::kMisplaced, *another});
    return;
  }
}

// Whether there is nothing but the lines of a list, in a quote or not.
bool is_list(std::string_view text) {
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    text = rest;
    std::string_view words = trim(line);
    while (words.starts_with('>')) words = trim(words.substr(1));
    const bool item = words.starts_with("- ") || words.starts_with("* ") || words.starts_with("+ ");
    if (!words.empty() && !item && words != "-" && words != "*") return false;
  }
  return true;
}

bool is_nearby(const TocProblem& problem, const TocPlace& place) {
  return problem.span.begin >= place.marker.begin && problem.span.end <= place.closing.end;
}

// The pair that mdtoc takes is not the one that readers would.
void take_other_pair(const Document& document, const TocPlace& place, TocMarkers& found) {
  const auto usual = std::exchange(found.first, std::nullopt);
  std::erase_if(found.problems, [&](const TocProblem& p) { return is_nearby(p, place); });
  if (usual) found.problems.push_back({TocFault::kFurther, usual->marker});
  if (holds_headings(document, place.table)) {
    found.problems.push_back({TocFault::kHoldsHeadings, place.marker});
  } else if (!is_list(document.text(place.table))) {
    found.problems.push_back({TocFault::kHoldsText, place.marker});
  } else {
    found.first = place;
  }
}

// mdtoc lacks one of the markers, or has them the wrong way round.
void keep_without_pair(const std::optional<Span>& open, const std::optional<Span>& close,
                       TocMarkers& found) {
  const auto usual = std::exchange(found.first, std::nullopt);
  const bool first = usual && (!open || open->begin >= usual->marker.begin) &&
                     (!close || close->begin >= usual->closing.begin);
  if (first) {
    found.first = usual;
    found.first->respelt = true;
    return;
  }
  if (!usual && !found.problems.empty()) return;
  if (close) found.problems.push_back({TocFault::kUnopened, *close});
  if (open && !close) found.problems.push_back({TocFault::kUnclosed, *open});
}

}  // namespace

TocMarkers find_mdtoc_toc(const Document& document) {
  TocMarkers found = find_toc(document);
  const auto open = find_marker(document, kMdtocOpen);
  const auto close = find_marker(document, kMdtocClose);
  if (!open || !close || close->begin < open->begin) {
    keep_without_pair(open, close, found);
  } else {
    const TocPlace place{*open, {open->end, close->begin}, *close};
    if (!found.first || found.first->table != place.table) take_other_pair(document, place, found);
  }
  refuse_markers_in_headings(document, found);
  std::ranges::sort(found.problems, {}, [](const TocProblem& p) { return p.span.begin; });
  return found;
}

std::optional<std::vector<TocEntry>> mdtoc_entries(const Document& document, std::uint32_t from,
                                                   int depth) {
  MdtocReading reading = read_as_mdtoc(document.text().substr(from));
  if (reading.fails) return std::nullopt;
  TocSlugger slugger;
  std::vector<TocEntry> entries;
  int least = kDeepestHeading;
  for (const MdtocHeading& heading : reading.headings) least = std::min(least, heading.level);
  slugger.reserve(reading.headings.size());
  entries.reserve(reading.headings.size());
  for (MdtocHeading& heading : reading.headings) {
    if (heading.level > depth) continue;
    const auto indent = static_cast<std::size_t>(heading.level - least) * 2;
    constexpr std::size_t kRoom = 16;  // room for all but indent, text and name
    std::string line;
    line.reserve(indent + heading.html.size() + heading.text.size() + kRoom);
    line.append(indent, ' ').append("- [").append(heading.html).append("](#");
    slugger.append_next(heading.text, line);
    line += ')';
    entries.push_back({from + heading.at, std::move(heading.text), std::move(line)});
  }
  return entries;
}

}  // namespace milepost
