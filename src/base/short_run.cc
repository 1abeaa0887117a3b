#include "base/short_run.h"

#include <malloc.h>
#include <mutex>
#include <utility>

namespace milepost {

namespace {

// Never destroyed.
std::shared_ptr<const void>* kept = nullptr;
std::once_flag kept_once;

// Documents come and go by the hundred: memory given back to the system would be
// asked for again at once, page by page.
void keep_memory() {
#ifdef __GLIBC__
  constexpr int kMegabyte = 1 << 20;
  ::mallopt(M_MMAP_THRESHOLD, 32 * kMegabyte);
  ::mallopt(M_TRIM_THRESHOLD, 512 * kMegabyte);
  ::mallopt(M_TOP_PAD, 4 * kMegabyte);
  // Small pieces set aside would be gathered again at every large one.
  ::mallopt(M_MXFAST, 0);
#endif
}

}  // namespace

void expect_short_run() {
  keep_memory();
  kept = new std::shared_ptr<const void>;
}

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
