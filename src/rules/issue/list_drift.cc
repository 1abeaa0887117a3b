#include <fmt/format.h>

#include "issue/issue.h"
#include "rules/all.h"

namespace milepost {

// MP710 list-drift: the list in the document and the one in the issue are the same
// list, and say different things.
void list_drift(const IssueInput& in, Sink& sink) {
  for (const ItemDoubt& doubt : in.drifts) {
    const IssueItem& item = in.issue.items[doubt.item];
    sink.report(
        in.issue.document.source(), item.box,
        fmt::format("\"{}\" {}", doubt.title.empty() ? item.title : doubt.title, doubt.why));
  }
}

}  // namespace milepost
