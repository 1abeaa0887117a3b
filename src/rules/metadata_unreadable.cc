// MP301 metadata-unreadable: the metadata is not YAML, or past the limits.
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void metadata_unreadable(const RuleInput& in, Sink& sink) {
  if (!in.proposal.metadata) return;
  for (const YamlProblem& problem : in.proposal.metadata->problems()) {
    switch (problem.kind) {
      case YamlProblemKind::kSyntax:
      case YamlProblemKind::kTooLarge:
      case YamlProblemKind::kTooDeep:
        sink.report(*in.proposal.metadata_source,
                    first_line(*in.proposal.metadata_source, problem.span), problem.message);
        break;
      case YamlProblemKind::kDuplicateKey:
      case YamlProblemKind::kAnchor:
      case YamlProblemKind::kTag:
        break;
    }
  }
}

}  // namespace milepost
