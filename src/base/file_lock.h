// A lock that other processes, and other threads, respect.
#pragma once

#include <chrono>

#include "base/disk.h"
#include "base/posix.h"
#include "base/result.h"

namespace milepost {

// Takes the lock on a file in an open folder, made when it is not there. It is
// held as long as the Descriptor is, and ends with the process. Waits for another
// to let go of it, unless told otherwise two seconds; then the error says who that
// is.
Result<Descriptor> take_lock(Disk& disk, int folder, const char* name,
                             std::chrono::seconds patience = std::chrono::seconds(2));

}  // namespace milepost
