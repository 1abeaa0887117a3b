// The JSON report. Its shape is stable: keys are added, never changed.
//
// Columns count code points; invalid UTF-8 becomes U+FFFD.
#pragma once

#include <string>

#include "features/findings/model.h"

namespace milepost::findings {

// {"findings":[…],"summary":{"files","errors","warnings","infos"}}, and
// "troubles" when something could not be checked.
std::string render_json(const Run& run);

}  // namespace milepost::findings
