// Releases as pages see them. Judging one takes seconds in a large repository, so that what was
// judged is kept as long as the repository does not change, and one judges for all who ask.
#pragma once

#include <memory>
#include <string>

#include "features/common/kept.h"
#include "features/common/route.h"
#include "features/release/freeze_plan.h"
#include "features/release/model.h"

namespace milepost::release {

// With what is settled and what is not committed; at the end of a day, or now when it is "". Fails
// also for what is no day, or one to come.
std::shared_ptr<const Result<ReleaseView>> kept_view(const Visit& visit, const std::string& release,
                                                     const std::string& day = {});

// What is to be done at a freeze, as anybody may look at it.
std::shared_ptr<const Result<FreezePlan>> kept_plan(const Visit& visit, const std::string& release,
                                                    const std::string& freeze);

}  // namespace milepost::release
