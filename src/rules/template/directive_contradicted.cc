// MP107 directive-contradicted: a directive asks for what its parent's undoes.
#include <fmt/format.h>

#include "process/process.h"
#include "process/template.h"
#include "rules/all.h"

namespace milepost {

void directive_contradicted(const TemplateInput& in, Sink& sink) {
  if (!in.subject.has_directives()) return;
  for (const TemplateSection& section : in.subject.sections()) {
    if (!section.required || section.parent == kNone) continue;
    const TemplateSection& parent = in.subject.sections()[section.parent];
    if (section.parent == 0 && parent.level == 1) continue;
    const Source& source = in.subject.document().source();
    if (!parent.required) {
      sink.report(source, section.span,
                  fmt::format("\"{}\" is required, but \"{}\" above it is optional, and so are all "
                              "sections below that one",
                              section.title, parent.title))
          .section = section.title;
    } else if (in.process.has_stage(section.stage) && in.process.has_stage(parent.stage) &&
               !in.process.reached(section.stage, parent.stage)) {
      sink.report(source, section.span,
                  fmt::format("\"{}\" is required from {}, but \"{}\" above it only from {}",
                              section.title, section.stage, parent.title, parent.stage))
          .section = section.title;
    }
  }
}

}  // namespace milepost
