#include "base/replace_file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/disk.h"
#include "base/posix.h"

namespace milepost {

Result<void> replace_file(const std::string& path, std::string_view text) {
  struct stat there{};
  const bool exists = ::stat(path.c_str(), &there) == 0;
  if (exists && !S_ISREG(there.st_mode)) return failure(not_a_file(there.st_mode));
  // A link stays one: the file it leads to is replaced.
  const std::string target = exists ? real_path(path).value_or(path) : path;
  const std::string fresh = target + "." + std::to_string(::getpid()) + ".new";
  constexpr mode_t kUsual = 0666;
  const mode_t mode = exists ? there.st_mode & 07777U : kUsual;
  Descriptor file(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (file.get() < 0) return failure(reason(errno));
  const bool kept = !exists || ::fchmod(file.get(), mode) == 0;
  const bool written = kept && write_fully(real_disk(), file.get(), text) &&
                       ::fsync(file.get()) == 0 && ::rename(fresh.c_str(), target.c_str()) == 0;
  if (written) return {};
  const int error = errno;
  ::unlink(fresh.c_str());
  return failure(reason(error));
}

}  // namespace milepost
