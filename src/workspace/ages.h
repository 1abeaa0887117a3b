// How proposals age, for the rules that ask.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "process/releases.h"
#include "proposal/age.h"
#include "proposal/card.h"
#include "workspace/load_history.h"

namespace milepost {

struct KnownAges {
  std::shared_ptr<const Ages> ages;  // null: nothing is known
  std::vector<std::string> notes;    // what is not known, and why
};

KnownAges find_ages(const Process& process, const Index& index, const Result<Releases>& releases,
                    const Result<Past>& past, Date today);

// The release that is being worked on, by the calendar where there is one, else by what
// proposals aim at.
std::optional<Version> release_at_work(const Process& process, const Index& index,
                                       const Result<Releases>& releases, Date today);

}  // namespace milepost
