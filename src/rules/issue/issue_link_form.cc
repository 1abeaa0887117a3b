#include <fmt/format.h>

#include "issue/issue.h"
#include "rules/all.h"
#include "rules/issue/issues.h"

namespace milepost {

namespace {

bool is_address(std::string_view text) { return text.find("://") != text.npos; }

void check_proposal(const IssueInput& in, const IssueFieldText& text, Sink& sink) {
  const Source& source = in.issue.document.source();
  const bool pull = is_pull_request(text.value);
  if (pull && in.merged) {
    sink.report(
        source, text.span,
        fmt::format("\"{}\" links to a pull request, but the proposal is merged; link to {}",
                    title_of(*text.field), in.card ? in.card->path : "the proposal"));
    return;
  }
  if (pull || !in.card) return;
  // The folder may be linked, or the document in it.
  if (text.value.find(in.card->path) == text.value.npos) {
    sink.report(source, text.span,
                fmt::format("\"{}\" does not link to the proposal, {}", title_of(*text.field),
                            in.card->path));
  }
}

}  // namespace

// MP704 issue-link-form: the proposal is linked by its pull request until that is
// merged, and then by its place; a discussion by its address.
void issue_link_form(const IssueInput& in, Sink& sink) {
  for (const IssueFieldText& text : in.issue.fields) {
    if (says_nothing(in, text)) continue;
    if (text.field->is == IssueValue::kProposal) check_proposal(in, text, sink);
    if (text.field->is == IssueValue::kDiscussion && !is_address(text.value)) {
      sink.report(in.issue.document.source(), text.span,
                  fmt::format("\"{}\" is no link; give the address of the thread or recording",
                              title_of(*text.field)));
    }
  }
}

}  // namespace milepost
