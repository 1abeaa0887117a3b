#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "features/search/formats.h"
#include "render/excerpt.h"

namespace milepost::search {

namespace {

std::string snippet_text(const SearchHit& hit) {
  std::string text = hit.heading.empty() ? std::string() : hit.heading + ": ";
  for (const SnippetPiece& piece : hit.snippet) text += piece.text;
  return printable(text);
}

std::string facts_text(const FoundProposal& found) {
  std::string text = found.proposal.group;
  for (const std::string& fact : {found.status, found.stage}) {
    if (fact.empty()) continue;
    if (!text.empty()) text += " · ";
    text += fact;
  }
  return text;
}

}  // namespace

std::string render_search_text(const SearchPage& page, const TextOptions& options) {
  std::string out;
  if (!page.corrected.empty()) {
    out += fmt::format("nothing says that; looked for: {}\n\n", printable(page.corrected));
  }
  for (const FoundProposal& found : page.found) {
    const std::string facts = facts_text(found);
    std::string heading = printable(found.proposal.heading());
    if (!facts.empty()) heading += "  (" + printable(facts) + ")";
    const std::uint32_t all = options.terminal ? std::max(options.columns, 24U) : UINT32_MAX;
    out += fmt::format("{}\n", fmt::join(wrap(heading, all, all - 4), "\n    "));
    const std::string snippet = snippet_text(found.hit);
    if (snippet.empty()) continue;
    const std::uint32_t width = options.columns > 24 ? options.columns - 4 : 20;
    for (const std::string& line : wrap(snippet, width, width)) out += "    " + line + '\n';
  }
  if (options.quiet) return out;
  if (!page.found.empty()) out += '\n';
  if (page.total == 0) {
    out += "nothing found\n";
  } else if (page.found.size() < page.total) {
    out += fmt::format("{} to {} of {} proposals\n", page.from + 1, page.from + page.found.size(),
                       page.total);
  } else {
    out += fmt::format("{} proposal{}\n", page.total, page.total == 1 ? "" : "s");
  }
  if (!page.suggested.empty()) out += "did you mean: " + printable(page.suggested) + '\n';
  return out;
}

}  // namespace milepost::search
