#include "base/disk.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace milepost {

int Disk::create(int folder, const char* name, int flags, mode_t mode) {
  // O_NONBLOCK: a FIFO that nobody reads must not hang.
  return ::openat(folder, name, flags | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                  mode);
}

ssize_t Disk::write(int file, std::string_view bytes) {
  return ::write(file, bytes.data(), bytes.size());
}

int Disk::truncate(int file) { return ::ftruncate(file, 0); }

int Disk::change_mode(int file, mode_t mode) { return ::fchmod(file, mode); }

int Disk::change_owner(int file, uid_t user, gid_t group) { return ::fchown(file, user, group); }

int Disk::sync(int file_or_folder) {
  // Some file systems cannot sync folders; there is no more one could do there.
  return ::fsync(file_or_folder) == 0 || errno == EINVAL ? 0 : -1;
}

int Disk::rename(int folder, const char* from, const char* to) {
  return ::renameat(folder, from, folder, to);
}

int Disk::remove(int folder, const char* name) { return ::unlinkat(folder, name, 0); }

int Disk::make_folder(int folder, const char* name, mode_t mode) {
  return ::mkdirat(folder, name, mode);
}

int Disk::remove_folder(int folder, const char* name) {
  return ::unlinkat(folder, name, AT_REMOVEDIR);
}

void Disk::pause() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

Disk& real_disk() {
  static Disk disk;
  return disk;
}

bool write_fully(Disk& disk, int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = disk.write(file, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace milepost
