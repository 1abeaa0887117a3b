// The use case behind `milepost why`: what stands between proposals and a status
// or stage.
#pragma once

#include <string>

#include "app/examine.h"
#include "app/plan.h"
#include "app/stored_record.h"
#include "base/instant.h"
#include "base/result.h"
#include "gates/gate.h"
#include "report/gate.h"

namespace milepost {

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

// The calendar of a repository; an unknown one when it has none.
Result<Releases> read_releases(const Repository& repository);

// What is known of releases and of proposals beyond their files.
struct Known {
  Releases releases;
  StoredRecord record;
};

// Reads both; of one proposal, or of all.
Result<Known> read_known(const Repository& repository, const WhyRequest& request, const Card* card);

// Judges one proposal of a plan. Fails when its document cannot be read.
Result<GateVerdict> judge_task(const Task& task, const Step& step, const Known& known,
                               const WhyRequest& request);

// The same for one that is examined as if the step were made.
Result<GateVerdict> judge_examined(const Task& task, const Examined& examined, const Step& step,
                                   const Known& known, const WhyRequest& request);

// The answer about one proposal, to be reported.
GateRun gate_run(const Task& task, GateVerdict gate, Instant now);

}  // namespace milepost
