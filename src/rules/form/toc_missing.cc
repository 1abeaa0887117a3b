// MP615 toc-missing: the template has a table of contents, and the document has
// none. Not while the proposal owes only a few sections or leaves them to another, nor once it
// is closed.
#include "rules/all.h"
#include "rules/wording.h"
#include "text/toc.h"

namespace milepost {

namespace {

constexpr std::size_t kLeastHeadings = 3;

}  // namespace

void toc_missing(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  if (in.judgement.small_set || is_closed(in) || !document.toc_markers().empty()) return;
  if (!in.judgement.swallowed.empty() || in.judgement.delegation) return;
  const TocMarkers& markers = in.toc->markers();
  if (markers.first || !markers.problems.empty()) return;
  if (!find_toc(in.judgement.pattern().document()).first) return;

  // The template has it after the words below the title.
  const std::uint32_t title = in.judgement.matching.title;
  const std::uint32_t before = title == kNone ? 0 : title + 1;
  if (before >= document.sections().size()) return;
  const std::uint32_t from = document.sections()[before].span.begin;
  if (toc_entries(document, from, kTocDepth, in.process.toc).size() < kLeastHeadings) return;
  const Source& source = document.source();
  sink.report(source, first_line(source, title_place(in)),
              "there is no table of contents, and the template has one; put `<!-- toc -->` and "
              "`<!-- /toc -->` below the title and run `milepost toc`")
      .fixes.push_back({"add a table of contents", {add_toc(document, before, in.process.toc)}});
}

}  // namespace milepost
