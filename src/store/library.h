// Libraries that are opened when first needed, since few commands need them and
// each would make every start of the program slower.
#pragma once

#include <dlfcn.h>
#include <type_traits>

namespace milepost {

// Finds the functions of a library that stays open as long as the program runs.
class Library {
 public:
  explicit Library(const char* name) : handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {}

  bool is_there() const { return handle_ != nullptr; }

  // Sets `function` to the one of that name. False when there is none.
  template <typename Function>
  bool find(Function& function, const char* name) const {
    static_assert(std::is_pointer_v<Function>);
    function = reinterpret_cast<Function>(dlsym(handle_, name));
    return function != nullptr;
  }

 private:
  void* handle_;
};

}  // namespace milepost
