#include "git/git_memory.h"

#include <cstdint>
#include <cstring>

#include "base/c_memory.h"

namespace milepost {

namespace {

bool is_too_much(std::size_t count, std::size_t size) {
  return size != 0 && count > SIZE_MAX / size;
}

void* allocate(std::size_t size, const char*, int) { return c_memory::allocate(size); }

void* allocate_zeroed(std::size_t count, std::size_t size, const char*, int) {
  return is_too_much(count, size) ? nullptr : c_memory::allocate_zeroed(count, size);
}

char* copy_of(const char* text, std::size_t size, const char*, int) {
  auto* const copy = static_cast<char*>(c_memory::allocate(size + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, size);
  copy[size] = '\0';
  return copy;
}

char* copy_of_all(const char* text, const char* file, int line) {
  return copy_of(text, std::strlen(text), file, line);
}

char* copy_of_most(const char* text, std::size_t most, const char* file, int line) {
  return copy_of(text, strnlen(text, most), file, line);
}

void* reallocate(void* old, std::size_t size, const char*, int) {
  return c_memory::reallocate(old, size);
}

void* reallocate_array(void* old, std::size_t count, std::size_t size, const char*, int) {
  return is_too_much(count, size) ? nullptr : c_memory::reallocate(old, count * size);
}

void* allocate_array(std::size_t count, std::size_t size, const char*, int) {
  return is_too_much(count, size) ? nullptr : c_memory::allocate(count * size);
}

}  // namespace

git_allocator& git_memory() {
  static git_allocator all{allocate,   allocate_zeroed,  copy_of_all,    copy_of_most,     copy_of,
                           reallocate, reallocate_array, allocate_array, c_memory::release};
  return all;
}

}  // namespace milepost
