// Where places disagree about proposals, for people and programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/read_error.h"
#include "features/drift/drift.h"
#include "proposal/proposal_ref.h"

namespace milepost::drift {

struct ProposalDrift {
  ProposalRef proposal;
  std::vector<Drift> drifts;
  // The document with its boxes set as they are computed; not written yet.
  std::optional<FileChange> fix = {};
};

// A gate of the code that no proposal names.
struct UnnamedGate {
  std::string name;
  std::string stage;  // as the code has it; "" when it does not say
  Spot spot;
};

struct DriftRun {
  std::string root;  // that the paths of fixes are below
  std::size_t looked_at = 0;
  std::vector<ProposalDrift> proposals;  // those with a disagreement
  std::vector<UnnamedGate> unnamed;
  std::vector<std::string> notes;
  std::vector<ReadError> read_errors;

  std::size_t count() const;
};

}  // namespace milepost::drift
