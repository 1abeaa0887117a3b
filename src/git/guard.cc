#include "git/guard.h"

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <sys/stat.h>
#include <system_error>
#include <vector>

#include "base/files.h"
#include "base/posix.h"

namespace milepost {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLine = std::size_t{64} << 10;  // a file of one line, such as HEAD
constexpr std::size_t kSettings = std::size_t{1} << 20;
constexpr std::size_t kLists = std::size_t{128} << 20;
constexpr std::size_t kAnySize = SIZE_MAX;  // it is mapped, not read

struct Known {
  const char* name;
  std::size_t most_bytes;
};

constexpr Known kOfWorkTree[] = {
    {"HEAD", kLine},
    {"gitdir", kLine},
    {"commondir", kLine},
    {"config.worktree", kSettings},
    {"index", kMostIndexBytes},
    {"ORIG_HEAD", kLine},
    {"FETCH_HEAD", kLists},
    {"MERGE_HEAD", kLine},
};

constexpr Known kShared[] = {
    {"config", kSettings},
    {"packed-refs", kLists},
    {"shallow", kLists},
    {"info/exclude", kMostPatternBytes},
    {"info/attributes", kMostPatternBytes},
    {"info/grafts", kLists},
    {"objects/info/alternates", kLine},
    {"objects/info/commit-graph", kAnySize},
};

template <std::size_t N>
Result<void> check_known(const std::string& folder, const Known (&files)[N]) {
  for (const Known& file : files) {
    TRY(check_git_file(folder + "/" + file.name, file.most_bytes));
  }
  return {};
}

Result<void> refuse(const fs::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return {};  // gone again, or a link to nothing
  return failure(path.string() + " " + not_a_file(status.st_mode));
}

// Every file below a folder of refs is one, and short.
Result<void> check_refs(const std::string& folder) {
  std::error_code failed;
  for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    std::error_code unknown;
    if (at->is_directory(unknown)) continue;
    TRY(check_git_file(at->path().string(), kLine));
  }
  return {};
}

// Objects are many: what a folder says of its entries is enough.
Result<void> check_objects(const std::string& folder) {
  std::error_code failed;
  for (fs::directory_iterator part(folder, failed), end; !failed && part != end;
       part.increment(failed)) {
    std::error_code unknown;
    if (!part->is_directory(unknown)) continue;
    for (fs::directory_iterator at(part->path(), unknown); !unknown && at != end;
         at.increment(unknown)) {
      std::error_code odd;
      if (at->is_regular_file(odd) || at->is_directory(odd)) continue;
      TRY(refuse(at->path()));
    }
  }
  return {};
}

Result<void> look_over(const GitFolders& folders) {
  TRY(check_known(folders.own, kOfWorkTree));
  TRY(check_known(folders.common, kShared));
  TRY(check_refs(folders.common + "/refs"));
  if (folders.own != folders.common) {
    TRY(check_refs(folders.own + "/refs"));
  }
  return check_objects(folders.common + "/objects");
}

}  // namespace

Result<void> check_git_file(const std::string& path, std::size_t most_bytes) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return {};  // whoever needs it misses it
  if (!S_ISREG(status.st_mode)) return failure(path + " " + not_a_file(status.st_mode));
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > most_bytes) return failure(path + " " + too_large(size, most_bytes));
  return {};
}

Result<void> check_git_folders(const GitFolders& folders) {
  static std::mutex mutex;
  static std::map<std::string, Result<void>> known;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [at, is_new] = known.try_emplace(folders.own);
  if (is_new) at->second = look_over(folders);
  return at->second;
}

}  // namespace milepost
