#include "base/posix.h"

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace milepost {

namespace {

std::string_view kind_name(mode_t mode) {
  if (S_ISDIR(mode)) return "directory";
  if (S_ISFIFO(mode)) return "FIFO";
  if (S_ISSOCK(mode)) return "socket";
  if (S_ISLNK(mode)) return "symbolic link";
  return "device";
}

}  // namespace

Descriptor::~Descriptor() {
  if (value_ >= 0) ::close(value_);
}

std::string reason(int error) {
  switch (error) {
    case ENOENT: return "does not exist";
    case EACCES:
    case EPERM: return "permission denied";
    case ELOOP: return "its symbolic links go in a circle";
    case ENOTDIR: return "a part of its path is not a directory";
    case ENAMETOOLONG: return "its name is too long";
    case ENXIO: return "is a socket or device, not a file";
    default: return std::generic_category().message(error);
  }
}

tl::unexpected<Error> failed(std::string_view doing, const std::string& path) {
  const int error = errno;
  return failure(std::string(doing) + " " + path + ": " + reason(error));
}

std::string not_a_file(mode_t mode) {
  return "is a " + std::string(kind_name(mode)) + ", not a file";
}

std::optional<std::string> real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  if (!real) return std::nullopt;
  return std::string(real.get());
}

ssize_t read_fully(int descriptor, char* into, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::read(descriptor, into + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<ssize_t>(done);
}

}  // namespace milepost
