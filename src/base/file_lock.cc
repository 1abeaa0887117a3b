#include "base/file_lock.h"

#include <array>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr int kTriesInASecond = 20;  // with the disk's pause between them

std::string holder(int file) {
  std::array<char, 256> text{};
  const ssize_t size = ::pread(file, text.data(), text.size(), 0);
  const std::string_view who(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  return trim(who).empty() ? "another process" : std::string(trim(who));
}

// The lock holds without it: whoever waits is only told less.
void write_holder(Disk& disk, int file) {
  std::array<char, HOST_NAME_MAX + 1> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  if (disk.truncate(file) != 0) return;
  write_fully(disk, file,
              "process " + std::to_string(::getpid()) + " on " + std::string(host.data()) + "\n");
}

}  // namespace

Result<Descriptor> take_lock(Disk& disk, int folder, const char* name,
                             std::chrono::seconds patience) {
  const auto most = patience.count() * kTriesInASecond;
  Descriptor file(disk.create(folder, name, O_RDWR, 0600));
  struct stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) return failure(reason(errno));
  if (!S_ISREG(status.st_mode)) return failure(not_a_file(status.st_mode));
  for (std::chrono::seconds::rep tries = 1; ::flock(file.get(), LOCK_EX | LOCK_NB) != 0; ++tries) {
    if (errno != EWOULDBLOCK && errno != EINTR) return failure(reason(errno));
    if (tries >= most) return failure("is held by " + holder(file.get()));
    disk.pause();
  }
  write_holder(disk, file.get());
  return file;
}

}  // namespace milepost
