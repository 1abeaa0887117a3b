// A value that is made when it is first asked for, and once. Threads may ask at the same
// time; whoever comes later waits.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

namespace milepost {

template <typename T>
class Once {
 public:
  template <typename Make>
  const T& get(Make&& make) const {
    std::call_once(made_, [&] { value_.emplace(std::forward<Make>(make)()); });
    return *value_;
  }

 private:
  mutable std::once_flag made_;
  mutable std::optional<T> value_;
};

}  // namespace milepost
