#include "base/short_run.h"

#include <malloc.h>
#include <mutex>
#include <utility>

namespace milepost {

namespace {

// Never destroyed.
std::shared_ptr<const void>* kept = nullptr;
std::once_flag kept_once;

}  // namespace

void expect_short_run() { kept = new std::shared_ptr<const void>; }

void expect_long_run() {
  if (kept == nullptr) return;
  std::call_once(kept_once, [] {});
  kept->reset();
#ifdef __GLIBC__
  // What a reload has thrown away goes back to the system, from few heaps.
  ::mallopt(M_MMAP_THRESHOLD, 256 << 10);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 20);
  ::mallopt(M_ARENA_MAX, 2);
#endif
}

void give_memory_back() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

void keep_in_short_run(std::shared_ptr<const void> value) {
  if (kept == nullptr) return;
  std::call_once(kept_once, [&] { *kept = std::move(value); });
}

}  // namespace milepost
