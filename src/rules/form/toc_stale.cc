// MP616 toc-stale: the table of contents lists other headings than there are.
#include <algorithm>
#include <iterator>
#include <unordered_set>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"
#include "text/merge_conflict.h"
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

Lines lines_of(std::string_view table) {
  Lines lines;
  while (!table.empty()) {
    const auto [line, rest] = cut(table, '\n');
    if (!trim(line).empty()) lines.insert(link_of(line));
    table = rest;
  }
  return lines;
}

// Whether code, or a comment that is never closed, holds a heading that a line lists.
bool hides_listed(std::string_view text, const Lines& lines) {
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    text = rest;
    const std::string_view bare = trim(line);
    const std::size_t marks = std::min(bare.find_first_not_of('#'), bare.size());
    const std::string title = fmt::format("[{}]", trim(bare.substr(marks)));
    if (marks == 0 || title.size() == 2) continue;
    if (std::ranges::any_of(lines, [&](std::string_view l) { return l.starts_with(title); })) {
      return true;
    }
  }
  return false;
}

// The table lists headings that are there and swallowed: it is right, and the document is not.
bool lists_swallowed(const Document& document, std::string_view table,
                     const std::vector<TocEntry>& entries) {
  Lines left = lines_of(table);
  for (const TocEntry& entry : entries) take(left, entry.line);
  if (left.empty()) return false;
  const auto in_comment = [&](const Comment& comment) {
    // One that another begins in was closed by that one's end.
    const std::string_view inner = document.text(comment.inner);
    const bool runs_on = !comment.closed || inner.find("<!--") != inner.npos;
    return runs_on && hides_listed(inner, left);
  };
  const auto in_code = [&](const Block& block) {
    return block.kind == BlockKind::kFencedCode && hides_listed(document.text(block.content), left);
  };
  return std::ranges::any_of(document.comments(), in_comment) ||
         std::ranges::any_of(document.blocks(), in_code);
}

// What is the matter with the table, line by line.
std::string difference(std::string_view table, const std::vector<TocEntry>& entries) {
  Lines standing = lines_of(table);
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
  const auto& place = in.toc->markers().first;
  if (!place) return;
  const std::vector<TocEntry>& entries = in.toc->entries();
  if (is_current(document, *place, entries, style)) return;
  if (!in.judgement.swallowed.empty()) return;  // MP607
  if (is_in_conflict(document)) return;         // MP330
  if (lists_swallowed(document, document.text(place->table), entries)) return;
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
