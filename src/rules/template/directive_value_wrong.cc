// MP103 directive-value-wrong: `required` is neither true nor false.
#include <fmt/format.h>

#include "process/template.h"
#include "rules/all.h"

namespace milepost {

void directive_value_wrong(const TemplateInput& in, Sink& sink) {
  for (const TemplateProblem& problem : in.subject.problems()) {
    if (problem.fault != DirectiveFault::kValueWrong) continue;
    sink.report(in.subject.document().source(), problem.span,
                fmt::format("`required` is `true` or `false`{}; the section is taken as required",
                            problem.detail.empty() ? std::string()
                                                   : fmt::format(", not `{}`", problem.detail)));
  }
}

}  // namespace milepost
