// What a proposal is at: the one step that its page, `why`, the lists and inboxes ask about.
//
// That is the step it makes in the release that it is at work for. The stage of its metadata is
// the target of that release, not what was reached before; who has opted it in for another stage
// decides. A proposal that is in no release to come is at its next step.
#pragma once

#include "base/result.h"
#include "features/release/next_freezes.h"
#include "gates/gate.h"
#include "workspace/gate_judge.h"
#include "workspace/stored_evidence.h"

namespace milepost::release {

struct AtWork {
  Step step;
  const Release* release = nullptr;  // that the step is for, with freezes ahead; or none
};

// Of the releases to come that the proposal is one of: the one whose freeze comes next, else the
// first. One that it was taken out of counts last.
Result<AtWork> find_at_work(const Process& process, const Card& card, const ProposalState& state,
                            const Releases& releases, Instant now);

// The step as find_at_work() says it. In a release with freezes ahead what they ask closes the
// gate; what else the stage asks for is advice until then. Fails when there is no step, or the
// document cannot be read.
Result<GateVerdict> judge_at_work(const Selected& selected, const Releases& releases,
                                  const StoredEvidence& evidence, const Mover& mover = {});

}  // namespace milepost::release
