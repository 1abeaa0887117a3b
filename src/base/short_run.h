// A run of the command line ends soon after its answer. What it has read goes with the
// process then, which is quicker than giving it back piece by piece.
#pragma once

#include <memory>

namespace milepost {

// For the program's main function, before it does anything.
void expect_short_run();
// For what turns out to run on, such as a server: gives back what was kept, and keeps no more.
void expect_long_run();
// What is free, to the system: takes milliseconds.
void give_memory_back();

// Keeps the first value of a short run to its end; any other time, nothing.
void keep_in_short_run(std::shared_ptr<const void> value);

}  // namespace milepost
