#include "base/c_memory.h"

#include <cstdlib>
#include <new>

namespace milepost::c_memory {

namespace {

// Asks again for as long as the handler comes back: it may have found some.
template <typename Ask>
void* insist(Ask ask) {
  while (true) {
    void* const memory = ask();
    if (memory != nullptr) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) return nullptr;
    handler();
  }
}

std::size_t at_least_one(std::size_t size) { return size == 0 ? 1 : size; }

}  // namespace

void* allocate(std::size_t size) {
  return insist([&] { return std::malloc(at_least_one(size)); });
}

void* allocate_zeroed(std::size_t count, std::size_t size) {
  return insist([&] { return std::calloc(at_least_one(count), at_least_one(size)); });
}

void* reallocate(void* old, std::size_t size) {
  return insist([&] { return std::realloc(old, at_least_one(size)); });
}

void release(void* memory) { std::free(memory); }

}  // namespace milepost::c_memory
