// MP101 directive-key-unknown: a directive has a key that means nothing.
#include <fmt/format.h>

#include "base/strings.h"
#include "process/template.h"
#include "rules/all.h"

namespace milepost {

void directive_key_unknown(const TemplateInput& in, Sink& sink) {
  constexpr std::string_view kKeys[] = {"required", "stage"};
  for (const TemplateProblem& problem : in.subject.problems()) {
    if (problem.fault != DirectiveFault::kKeyUnknown) continue;
    const std::string_view meant = nearest(problem.detail, kKeys);
    Finding& finding = sink.report(
        in.subject.document().source(), problem.span,
        fmt::format("directives have the keys `required` and `stage`, not `{}`", problem.detail));
    if (!meant.empty()) {
      finding.note = fmt::format("did you mean \"{}\"?", meant);
      finding.fixes.push_back({"correct the key", {{problem.span, std::string(meant)}}});
    }
  }
}

}  // namespace milepost
