// A Step is a move of one proposal: from its status and stage to another status
// or stage, for a release.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "process/moves.h"
#include "proposal/card.h"
#include "store/proposal_state.h"

namespace milepost {

struct Step {
  std::string from_status, to_status;
  std::string from_stage, to_stage;  // "" for a proposal that has none
  std::string release;               // given, else what the metadata has for the stage; or ""
  bool is_stage = false;             // the stage is what was asked for

  // The name of what is left and entered: "alpha" and "beta".
  const std::string& from() const { return is_stage ? from_stage : from_status; }
  const std::string& to() const { return is_stage ? to_stage : to_status; }
};

// `to` names a status or a stage; "" stands for the usual next step. Fails when
// there is no such status or stage, or there is no next step.
Result<Step> plan_step(const Process& process, const Card& card, std::string_view to,
                       std::string_view release);

// The stage that a proposal aims at in a release: the one it was opted in for, else the one its
// files have, else the first. "" for a proposal that climbs no ladder.
std::string target_stage(const Process& process, const Card& card, const Participation* part);

// Whether the proposal is where nothing more is to be done: its status is closed, or has no
// moves.
bool is_finished(const Process& process, const Card& card);

// Fails when `to` is neither a status nor a stage.
Result<void> check_target(const Process& process, std::string_view to);

// A proposal as it stands: a step that leads nowhere else.
Step standing_step(std::string status, std::string stage, std::string release);

}  // namespace milepost
