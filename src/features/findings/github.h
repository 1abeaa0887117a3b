// Workflow commands: GitHub shows them as annotations on the change.
//
// GitHub keeps ten annotations of a step, so the most severe ten are written and
// the rest is counted in one last notice.
#pragma once

#include <cstddef>
#include <string>

#include "features/findings/model.h"

namespace milepost::findings {

inline constexpr std::size_t kGithubAnnotations = 10;

std::string render_github(const Run& run);

}  // namespace milepost::findings
