// The memory of libgit2. It does not survive an allocation that fails: the message that it would
// leave needs memory, too, and asking for that leaves another, until the stack is full.
#pragma once

#include <git2/sys/alloc.h>

namespace milepost {

git_allocator& git_memory();

}  // namespace milepost
