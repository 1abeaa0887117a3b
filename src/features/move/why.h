// The use case behind `milepost why`: what stands between proposals and a status
// or stage.
#pragma once

#include <string>

#include "base/instant.h"
#include "base/result.h"
#include "features/move/model.h"
#include "gates/gate.h"
#include "workspace/known.h"
#include "workspace/plan.h"

namespace milepost::move {

struct WhyRequest {
  std::string directory = ".";
  std::string process;  // a pack's name or folder; "" to recognise it
  std::string subject;  // a number or path; "" for every proposal that could make the step
  std::string to;       // a status or stage; "" for the next step of each
  std::string release;
  std::string reason;
  std::string mover;  // who makes the move, as claimed; "": not asked
  Instant now;
  std::string store;  // the record's address; "": the repository's own
  int jobs = 0;
};

// Fails when there is no such proposal, status or stage, or the calendar is wrong.
Result<GateRun> why(const WhyRequest& request);

// The plan that the question asks for.
CheckRequest as_check(const WhyRequest& request);

// The answer about one proposal, to be reported.
GateRun gate_run(const Selected& task, GateVerdict gate, Instant now);

}  // namespace milepost::move
