// MP902 stage-permanent: a stage before the last is kept for three releases.
#include <fmt/format.h>

#include "process/moves.h"
#include "proposal/facts.h"
#include "proposal/proposal.h"
#include "rules/all.h"

namespace milepost {

void stage_permanent(const RuleInput& in, Sink& sink) {
  const Age* const age = in.facts.age_of(in.card);
  if (!age || !age->lingering) return;
  const Metadata& metadata = *in.proposal.metadata;
  const std::string_view next = next_stage(in.process, metadata.known_stage);
  sink.report(*metadata.source, metadata.stage.span,
              fmt::format("{} since {}, {} releases ago; plan its {}, or take it back",
                          metadata.known_stage, to_string(age->lingering->since),
                          age->lingering->releases, next));
}

}  // namespace milepost
