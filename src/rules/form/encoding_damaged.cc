// MP610 encoding-damaged: the text was saved in the wrong encoding, or holds
// bytes that are no text.
#include <fmt/format.h>

#include "process/template.h"
#include "rules/all.h"

namespace milepost {

namespace {

void report_damage(const Document& document, Sink& sink) {
  for (const Problem& problem : document.problems()) {
    const Source& source = document.source();
    switch (problem.kind) {
      case ProblemKind::kNul:
        sink.report(source, problem.span, "a NUL byte is no text; remove it");
        break;
      case ProblemKind::kInvalidUtf8:
        sink.report(source, problem.span, "this is not valid UTF-8; save the file as UTF-8");
        break;
      case ProblemKind::kDamagedUtf8:
        sink.report(source, problem.span,
                    fmt::format("\"{}\" is \"{}\" saved in the wrong encoding",
                                source.text(problem.span), problem.detail))
            .fixes.push_back({"restore the text", {{problem.span, problem.detail}}});
        break;
      default: break;
    }
  }
}

}  // namespace

void encoding_damaged(const RuleInput& in, Sink& sink) {
  report_damage(in.proposal.document, sink);
}

void encoding_damaged_in_template(const TemplateInput& in, Sink& sink) {
  report_damage(in.subject.document(), sink);
}

}  // namespace milepost
