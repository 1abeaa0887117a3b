// The use case behind `milepost promote`: a move, gate-checked, as changes of all
// the files it touches.
#pragma once

#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/result.h"
#include "features/move/why.h"

namespace milepost::move {

struct PromoteOptions {
  WhyOptions why;              // with a subject
  bool override_gate = false;  // make the move although the gate is closed
};

struct Promotion {
  Workspace::Pointer workspace;         // that the proposal is of
  GateRun run;                          // of the one proposal
  bool refused = false;                 // the gate is closed, or nothing lifts it
  std::vector<std::string> overridden;  // conditions that an override passed over
  std::vector<FileChange> changes;      // relative to the root; none: it is all so already
  std::string reason_lost;              // why the reason is not written down, if it is not
  std::string mover;                    // a handle, or ""
  // The streams of a proposal that is known by its path, which changes; "" else.
  std::string old_stream, new_stream;
};

// What would change. Files are read, nothing is written.
Result<Promotion> plan_promotion(const Workspace& workspace, const PromoteOptions& options);

// Writes it: all files, or none. What is recorded of a proposal follows it to its place.
Result<void> make_promotion(const Promotion& promotion);

}  // namespace milepost::move
