// The JUnit report: a suite for each file, a case for each finding.
//
// A case fails when its finding makes the run fail, so that what the CI server
// shows agrees with the exit status; other findings pass and say what they found.
#pragma once

#include <string>

#include "features/findings/model.h"

namespace milepost::findings {

std::string render_junit(const Run& run, bool strict);

}  // namespace milepost::findings
