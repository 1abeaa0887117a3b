// Libraries that are opened when first needed, since few commands need them and
// each would make every start of the program slower.
//
// In packages some of them are parts of the program instead (cmake/package.cmake):
// their sources are compiled with MILEPOST_LINKED, and find what was linked.
#pragma once

#include <dlfcn.h>
#include <type_traits>

namespace milepost {

// Finds the functions of a library that stays open as long as the program runs.
class OpenedLibrary {
 public:
  explicit OpenedLibrary(const char* name) : handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {}

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

// The same for a library that is part of the program.
class LinkedLibrary {
 public:
  explicit LinkedLibrary(const char* /*name*/) {}

  bool is_there() const { return true; }

  template <typename Function>
  bool find(Function& function, Function linked) const {
    function = linked;
    return true;
  }
};

// What find() takes of a function: Library(…).find(found, MILEPOST_FUNCTION(sqlite3_step)).
#ifdef MILEPOST_LINKED
using Library = LinkedLibrary;
#define MILEPOST_FUNCTION(name) (&::name)
#else
using Library = OpenedLibrary;
#define MILEPOST_FUNCTION(name) #name
#endif

}  // namespace milepost
