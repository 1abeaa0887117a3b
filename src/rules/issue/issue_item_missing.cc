#include <fmt/format.h>

#include "issue/issue.h"
#include "rules/all.h"

namespace milepost {

namespace {

// "below "Before Alpha"", or the list itself.
std::string place_of(const IssueInput& in, const IssueItem& item) {
  if (item.above == kNone) return fmt::format("to \"{}\"", item.list->sections.front());
  return fmt::format("below \"{}\"", in.issue.item(item.above).title);
}

}  // namespace

// MP711 issue-item-missing: what the process knows of the template's items stays in the
// issue, and where the template has it.
void issue_item_missing(const IssueInput& in, Sink& sink) {
  const Source& source = in.issue.document.source();
  for (const IssueItem& item : in.issue.items) {
    if (!item.moved) continue;
    sink.report(source, item.box,
                fmt::format("\"{}\" was moved, so it does not count; {}", item.title,
                            item.above == kNone ? "move it back out of the items around it"
                                                : "move it back " + place_of(in, item)));
  }
  for (const IssueItem& item : in.issue.absent) {
    const IssueItem* above = &item;
    while (above->absent && above->above != kNone) above = &in.issue.item(above->above);
    sink.report(source, above->box,
                fmt::format("\"{}\" is missing, so it counts as open; add \"- [ ] {}\" {}",
                            item.title, item.title, place_of(in, item)));
  }
}

}  // namespace milepost
