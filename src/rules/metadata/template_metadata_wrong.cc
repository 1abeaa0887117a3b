// MP331 template-metadata-wrong: the metadata that proposals are copied from is not
// YAML, has a key twice, or fields and values that a proposal's may not have.
#include "rules/all.h"
#include "rules/metadata/shape.h"
#include "rules/wording.h"
#include "text/merge_conflict.h"

namespace milepost {

void template_metadata_wrong(const RepositoryInput& in, Sink& sink) {
  for (const TemplateMetadata& file : in.facts.template_metadata()) {
    for (const YamlProblem& problem : file.yaml->problems()) {
      const bool indirect =
          problem.kind == YamlProblemKind::kAnchor || problem.kind == YamlProblemKind::kTag;
      if (indirect || is_after_conflict(*file.source, problem.span.begin)) continue;
      sink.report(*file.source, first_line(*file.source, problem.span), problem.message);
    }
    if (!file.yaml->complete()) continue;
    check_field_names(in.process, Severity::kWarning, *file.source, file.yaml->root(), sink);
    check_field_types(in.process, *file.source, file.yaml->root(), sink);
  }
}

}  // namespace milepost
