#include <fmt/format.h>

#include "issue/issue.h"
#include "rules/all.h"

namespace milepost {

// MP707 issue-placeholder-left: a word of the template stands where pull requests are
// to be linked.
void issue_placeholder_left(const IssueInput& in, Sink& sink) {
  for (const IssuePlaceholder& placeholder : in.issue.placeholders) {
    sink.report(in.issue.document.source(), placeholder.span,
                fmt::format("{} is still to be replaced: milepost track link-pr {} --kind {}",
                            placeholder.word->text,
                            in.card && !in.card->number.empty() ? in.card->number : "PROPOSAL",
                            fmt::join(placeholder.word->kinds, "|")));
  }
}

}  // namespace milepost
