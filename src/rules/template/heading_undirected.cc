// MP105 heading-undirected: in a template with directives, a heading has none
// and is therefore optional.
#include <fmt/format.h>

#include "process/template.h"
#include "rules/all.h"

namespace milepost {

void heading_undirected(const TemplateInput& in, Sink& sink) {
  if (!in.subject.has_directives()) return;
  for (const TemplateSection& section : in.subject.sections()) {
    if (section.directed) continue;
    sink.report(in.subject.document().source(), section.span,
                fmt::format("\"{}\" has no directive, so it is optional; say so with "
                            "`<!--DIRECTIVE: required: false-->`",
                            section.title))
        .section = section.title;
  }
}

}  // namespace milepost
