// MP104 directive-stage-unknown: a directive names a stage no ladder has.
#include "process/template.h"
#include "process/validate.h"
#include "rules/all.h"

namespace milepost {

void directive_stage_unknown(const TemplateInput& in, Sink& sink) {
  for (const TemplateSection& section : in.subject.sections()) {
    if (section.stage_span.empty() || in.process.has_stage(section.stage)) continue;
    sink.report(in.subject.document().source(), section.stage_span,
                unknown("stage", section.stage, in.process.stage_names()))
        .section = section.title;
  }
}

}  // namespace milepost
