// What those parts of base share that talk to the system.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>

#include "base/result.h"

namespace milepost {

// An open file or folder, closed with its owner; −1 is none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor();

  int get() const { return value_; }
  int release() { return std::exchange(value_, -1); }

 private:
  int value_ = -1;
};

// What an errno means, to stand after the name of a file: "does not exist".
std::string reason(int error);

// "writing x: " and the reason in errno.
tl::unexpected<Error> failed(std::string_view doing, const std::string& path);

// "is a FIFO, not a file", of something that is no regular file.
std::string not_a_file(mode_t mode);

// Absolute and without links; nothing, with errno, when it does not exist.
std::optional<std::string> real_path(const std::string& path);

// Reads up to `size` bytes; fewer at the end of the file. −1 with errno.
ssize_t read_fully(int descriptor, char* into, std::size_t size);

}  // namespace milepost
