#include <fmt/format.h>

#include "issue/issue.h"
#include "rules/all.h"

namespace milepost {

// MP709 item-unfounded: a ticked item of which a program knows that it is not so, that
// lacks the approval it waits for, or below which something is open.
void item_unfounded(const IssueInput& in, Sink& sink) {
  for (const ItemDoubt& doubt : in.unfounded) {
    const IssueItem& item = in.issue.items[doubt.item];
    sink.report(in.issue.document.source(), item.box,
                fmt::format("\"{}\" is ticked, but {}", item.title, doubt.why));
  }
}

}  // namespace milepost
