#include "issue/issue.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

// MP703 issue-preamble-left: what the template says to its user stands above the first
// heading, so that the mail about the issue begins with it.
void issue_preamble_left(const IssueInput& in, Sink& sink) {
  if (in.issue.preamble.empty()) return;
  const Source& source = in.issue.document.source();
  Finding& finding =
      sink.report(source, first_line(source, in.issue.preamble),
                  "what stands above the first heading is for the author; delete it, so that "
                  "mails begin with the description");
  finding.fixes.push_back({"delete the preamble", {Edit{{0, in.issue.preamble.end}, ""}}, true});
}

}  // namespace milepost
