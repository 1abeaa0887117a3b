#include <fmt/format.h>

#include "issue/issue.h"
#include "process/validate.h"
#include "rules/all.h"

namespace milepost {

// MP708 issue-status-unknown: the status in the issue is a value the process has.
void issue_status_unknown(const IssueInput& in, Sink& sink) {
  const TrackerStatusForm& form = in.issue.form->status;
  if (form.label.empty()) return;
  const Source& source = in.issue.document.source();
  if (in.issue.status_span.empty()) {
    sink.report(source, {},
                fmt::format("there is no \"{}:\" with a value; copy the line from the "
                            "template",
                            form.label));
  } else if (!form.find(in.issue.status)) {
    sink.report(source, in.issue.status_span,
                unknown(form.label, in.issue.status, ids(form.values)));
  }
}

}  // namespace milepost
