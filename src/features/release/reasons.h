// What is missing, in words that somebody who does not know the process understands.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "features/release/model.h"

namespace milepost::release {

struct Reason {
  std::size_t count = 0;  // of what there are several of; 0: it is not counted
  std::string what;       // "section", "no production-readiness review"
};

Reason reason_of(const Verdict& verdict);
std::string reason_text(const Reason& reason);  // "3 sections"

// What keeps a proposal from being tracked; none where nothing does.
std::vector<Reason> reasons_of(const ReleaseEntry& entry);
std::string reasons_text(const ReleaseEntry& entry);  // all of them, with commas between

}  // namespace milepost::release
