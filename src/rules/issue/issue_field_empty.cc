#include <fmt/format.h>

#include "issue/issue.h"
#include "rules/all.h"
#include "rules/issue/issues.h"

namespace milepost {

// MP701 issue-field-empty: a field that the process asks for is missing from the
// issue, or says nothing.
void issue_field_empty(const IssueInput& in, Sink& sink) {
  const Source& source = in.issue.document.source();
  for (const IssueField& field : in.issue.form->fields) {
    if (field.optional) continue;
    const IssueFieldText* const text = in.issue.find(field);
    if (!text) {
      sink.report(source, {},
                  fmt::format("\"{}\" is missing; copy it from the template", title_of(field)));
    } else if (says_nothing(in, *text)) {
      sink.report(source, text->label, fmt::format("\"{}\" says nothing yet", title_of(field)));
    }
  }
}

}  // namespace milepost
