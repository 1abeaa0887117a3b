#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace milepost {

std::size_t thread_count(std::size_t count, int jobs) {
  const std::size_t wanted =
      jobs > 0 ? static_cast<std::size_t>(jobs) : std::max(1U, std::thread::hardware_concurrency());
  return std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(count, 1));
}

void parallel_for(std::size_t count, int jobs, const std::function<void(std::size_t)>& body) {
  const std::size_t threads = thread_count(count, jobs);
  if (threads == 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }

  std::atomic<std::size_t> next{0};
  std::mutex failing;
  std::exception_ptr failed;  // the first; nobody begins anything after it
  const auto work = [&] {
    try {
      for (std::size_t i = next.fetch_add(1, std::memory_order_relaxed); i < count;
           i = next.fetch_add(1, std::memory_order_relaxed)) {
        body(i);
      }
    } catch (...) {
      const std::lock_guard<std::mutex> lock(failing);
      if (!failed) failed = std::current_exception();
      next.store(count, std::memory_order_relaxed);
    }
  };
  std::vector<std::jthread> helpers;
  helpers.reserve(threads - 1);
  try {
    while (helpers.size() + 1 < threads) helpers.emplace_back(work);
  } catch (const std::system_error&) {
    // The system gives no more threads: those we have do the work.
  }
  work();
  helpers.clear();  // which waits for them
  if (failed) std::rethrow_exception(failed);
}

}  // namespace milepost
