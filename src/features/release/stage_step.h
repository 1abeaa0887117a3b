// The step that a proposal makes in a release: from the stage it last reached in an earlier
// one to the stage it aims at. What earlier releases brought is told by git, not by what the
// files say today.
#pragma once

#include <string>

#include "base/result.h"
#include "features/release/model.h"
#include "gates/step.h"
#include "history/history.h"
#include "process/process.h"
#include "proposal/card.h"
#include "store/proposal_state.h"

namespace milepost::release {

// What is known of a proposal's past.
struct StagePast {
  const Process& process;
  const Card& card;
  const ProposalState& state;
  const History* history = nullptr;    // null: it is not known
  const Lifespan* lifespan = nullptr;  // of the proposal, in it; null: it has none
  Instant now;                         // what came later is not looked at
};

// The step of a proposal in a release, by the stage it was opted in for where that was said.
Result<Step> step_in(const Process& process, const Card& card, const Participation* part,
                     const std::string& release);

// The stage that it last reached before the release; "" when it reached none. A stage counts
// with the release that was named for it last: one that was put off was not reached, nor
// was one in a release that the proposal was taken out of.
std::string stage_reached_before(const StagePast& past, const Version& release);

ReleaseKind kind_of_step(const Process& process, const std::string& from, const std::string& to);

}  // namespace milepost::release
