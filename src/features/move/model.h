// What stands between proposals and a status or stage, for people and programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/read_error.h"
#include "features/review/reviews_given.h"
#include "gates/gate.h"
#include "proposal/proposal_ref.h"

namespace milepost::move {

struct ProposalGate {
  ProposalRef proposal;
  std::string status;
  std::string stage;
  GateVerdict gate;
  bool finished = false;  // nothing was asked, and nothing more is to be done
  std::optional<review::ReviewsGiven> reviews = {};  // that are recorded, of one proposal
};

struct GateRun {
  bool all = false;  // a whole repository was asked about
  bool anywhere_on_earth = false;
  Instant now;
  std::vector<ProposalGate> proposals;
  std::vector<ReadError> read_errors;
};

}  // namespace milepost::move
