// Work spread over threads: many independent pieces, each taken by whichever
// thread is free, since documents differ a hundredfold in size.
#pragma once

#include <cstddef>
#include <functional>

namespace milepost {

// Calls body(0) … body(count − 1), each once, and returns when all are done.
// With one job everything runs on the caller, in order, and no thread starts;
// `jobs` ≤ 0 means as many as the machine has cores. The caller works too.
// What a body throws, such as that there is no memory left, is thrown to the caller once all
// threads have stopped; then not every piece was done.
void parallel_for(std::size_t count, int jobs, const std::function<void(std::size_t)>& body);

// The number of threads, caller included, that parallel_for would use.
std::size_t thread_count(std::size_t count, int jobs);

}  // namespace milepost
