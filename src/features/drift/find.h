// The use case behind `milepost drift`: where the places that speak of a proposal
// disagree.
#pragma once

#include <string>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "features/drift/model.h"

namespace milepost::drift {

struct DriftRequest {
  std::string directory = ".";
  std::string process;                // a pack's name or folder; "" to recognise it
  std::vector<std::string> subjects;  // numbers or paths; none: every proposal
  std::vector<std::string> gates;     // files with the feature gates of the code
  std::string release;                // of the code, and whose sign-off ticks count; "": not said
  std::string store;                  // the record's address; "": the repository's own
  Instant now;
  int jobs = 0;
};

// Fails when there is no such proposal or file, or the calendar or record cannot be read.
Result<DriftRun> find_drift(const DriftRequest& request);

}  // namespace milepost::drift
