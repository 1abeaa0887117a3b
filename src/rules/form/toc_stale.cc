// MP616 toc-stale: the table of contents lists other headings than there are.
#include <algorithm>
#include <iterator>
#include <unordered_set>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"
#include "text/toc.h"

namespace milepost {

namespace {

using Lines = std::unordered_multiset<std::string_view>;

// A line by its link, whatever bullet stands before it.
std::string_view link_of(std::string_view line) {
  return trim(line.substr(std::min(line.find('['), line.size())));
}

// Takes one with that link out, if there is one.
bool take(Lines& lines, std::string_view line) {
  const auto found = lines.find(link_of(line));
  if (found == lines.end()) return false;
  lines.erase(found);
  return true;
}

// What is the matter with the table, line by line.
std::string difference(std::string_view table, const std::vector<TocEntry>& entries) {
  Lines standing;
  while (!table.empty()) {
    const auto [line, rest] = cut(table, '\n');
    if (!trim(line).empty()) standing.insert(link_of(line));
    table = rest;
  }
  if (standing.empty()) return "is empty";
  std::vector<std::string_view> lacking;
  for (const TocEntry& entry : entries) {
    if (!take(standing, entry.line)) lacking.push_back(entry.text);
  }
  if (lacking.empty() && standing.empty()) return "has its lines in another order or form";
  const std::string left_over =
      fmt::format("{} that {} no heading", counted(standing.size(), "line"),
                  standing.size() == 1 ? "matches" : "match");
  if (lacking.empty()) return "has " + left_over;
  return "lacks " + listed(lacking) + (standing.empty() ? "" : " and has " + left_over);
}

}  // namespace

void toc_stale(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  const TocStyle style = in.process.toc;
  const auto place = find_toc(document, style).first;
  if (!place) return;
  const auto entries = toc_entries(document, place->table.end, kTocDepth, style);
  if (is_current(document, *place, entries, style)) return;
  // What readers would not mind: then only mdtoc does.
  const bool for_mdtoc = is_current(document, *place, entries);
  const std::string matter = !for_mdtoc ? difference(document.text(place->table), entries)
                             : place->respelt
                                 ? "has markers that mdtoc does not know, for want of spaces"
                                 : "has carriage returns, which mdtoc does not take";
  sink.report(document.source(), place->marker,
              fmt::format("the table of contents {}; `milepost toc` writes it anew", matter))
      .fixes.push_back(
          {"write the table of contents", {write_toc(document, *place, entries, style)}});
}

}  // namespace milepost
