// MP106 directive-misplaced: a directive does not stand right after a heading,
// or is the second one there, and is ignored.
#include "process/template.h"
#include "rules/all.h"

namespace milepost {

void directive_misplaced(const TemplateInput& in, Sink& sink) {
  for (const TemplateProblem& problem : in.subject.problems()) {
    const Source& source = in.subject.document().source();
    if (problem.fault == DirectiveFault::kMisplaced) {
      sink.report(source, problem.span,
                  "the directive is ignored: it must stand right after its heading");
    } else if (problem.fault == DirectiveFault::kRepeated) {
      sink.report(source, problem.span,
                  "the directive is ignored: its heading already has one; join them");
    }
  }
}

}  // namespace milepost
