// The use case behind `milepost why`: what stands between proposals and a status
// or stage.
#pragma once

#include <string>

#include "base/result.h"
#include "features/move/model.h"
#include "gates/gate.h"
#include "workspace/workspace.h"

namespace milepost::move {

struct WhyOptions {
  // A number or path, or a query; none for every proposal that could make the step.
  std::vector<std::string> words;
  std::string to;  // a status or stage; "" for what each is at (release/at_work.h)
  std::string release;
  std::string reason;
  std::string mover;  // who makes the move, as claimed; "": not asked
};

// Fails when there is no such proposal, status or stage, or the calendar is wrong.
Result<GateRun> why(const Workspace& workspace, const WhyOptions& options);

// The answer about one proposal, to be reported.
GateRun gate_run(const Selected& selected, GateVerdict gate);

}  // namespace milepost::move
