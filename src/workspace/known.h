// What is known of releases and of proposals beyond their files, and gates judged by it.
#pragma once

#include <string>
#include <string_view>

#include "base/instant.h"
#include "base/result.h"
#include "gates/gate.h"
#include "workspace/examine.h"
#include "workspace/gate_judge.h"
#include "workspace/plan.h"
#include "workspace/stored_record.h"

namespace milepost {

struct Known {
  Releases releases;
  StoredRecord record;
};

// Reads both; of one proposal, or of all.
Result<Known> read_known(const Repository& repository, const std::string& store, Instant now,
                         const Card* card);

// Judges one proposal of a plan that is examined as if the step were made. Fails when its
// document cannot be read.
Result<GateVerdict> judge_examined(const Selected& task, const Examined& examined, const Step& step,
                                   const Known& known, Instant now, const Mover& mover = {});

}  // namespace milepost
