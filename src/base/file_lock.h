// A lock that other processes, and other threads, respect.
#pragma once

#include "base/disk.h"
#include "base/posix.h"
#include "base/result.h"

namespace milepost {

// Takes the lock on a file in an open folder, made when it is not there. It is
// held as long as the Descriptor is, and ends with the process. Waits two seconds
// for another to let go of it; then the error says who that is.
Result<Descriptor> take_lock(Disk& disk, int folder, const char* name);

}  // namespace milepost
