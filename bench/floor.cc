#include "floor.h"

#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace milepost::bench {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

std::uint64_t count_lines(const char* at, const char* end) {
  std::uint64_t lines = 0;
  while (at < end) {
    at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    if (!at) break;
    ++lines;
    ++at;
  }
  return lines;
}

void read_file(int folder, const char* name, std::vector<char>& buffer, FloorCount& count) {
  const int file = ::openat(folder, name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ++count.files;
  for (;;) {
    const ssize_t got = ::read(file, buffer.data(), buffer.size());
    if (got <= 0) break;
    count.bytes += static_cast<std::uint64_t>(got);
    count.lines += count_lines(buffer.data(), buffer.data() + got);
  }
  ::close(file);
}

}  // namespace

FloorCount read_all(const std::string& root, std::string_view ending) {
  FloorCount count;
  std::vector<char> buffer(kBufferBytes);
  std::vector<std::string> pending{root};
  while (!pending.empty()) {
    const std::string folder = std::move(pending.back());
    pending.pop_back();
    DIR* const directory = ::opendir(folder.c_str());
    if (!directory) continue;
    while (const dirent* entry = ::readdir(directory)) {
      if (entry->d_name[0] == '.') continue;
      if (entry->d_type == DT_DIR) pending.push_back(folder + "/" + entry->d_name);
      const bool wanted = std::string_view(entry->d_name).ends_with(ending);
      if (entry->d_type == DT_REG && wanted)
        read_file(::dirfd(directory), entry->d_name, buffer, count);
    }
    ::closedir(directory);
  }
  return count;
}

}  // namespace milepost::bench
