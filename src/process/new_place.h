// Where new proposals go, and whether they are found there again.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "process/pack_errors.h"
#include "process/process.h"

namespace milepost {

// Those of `new`, or `path` where there are none.
std::span<const PathPattern> paths_of_new(const Layout& layout);

// What no document can fit both of: `path` or `new` on one hand and `documents` on the other; parts
// of a path that nobody can fill in, numbers that are not given out.
//
// A repository can be checked all the same, so that loading does not refuse it.
std::vector<PackError> faults_of_new_place(const Process& process);

// Why nothing is read from the paths of proposals, such as their numbers, and what to do; "" for
// nothing.
std::string fault_of_path(const Layout& layout);

// Why nothing can be written there that is found again, and what to do; "" for nothing.
std::string fault_of_new_document(const Layout& layout, const std::string& path);

// Why a path cannot be filled in, whatever is known of a proposal; "" for nothing.
std::string fault_of_new_path(const Layout& layout, const PathPattern& path);

}  // namespace milepost
