#include "base/short_run.h"

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
}

void keep_in_short_run(std::shared_ptr<const void> value) {
  if (kept == nullptr) return;
  std::call_once(kept_once, [&] { *kept = std::move(value); });
}

}  // namespace milepost
