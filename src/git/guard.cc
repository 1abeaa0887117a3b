#include "git/guard.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <vector>

#include "base/files.h"
#include "base/posix.h"
#include "base/strings.h"

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

std::string text_of(const std::string& path, std::size_t most_bytes) {
  const auto source = read_source(path, path, most_bytes);
  return source ? std::string((*source)->text()) : std::string();
}

// A value as it is meant: without quotes, escapes and a comment.
std::string config_value(std::string_view written) {
  std::string value;
  bool quoted = false;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const char c = written[i];
    if (c == '"') {
      quoted = !quoted;
    } else if (c == '\\' && i + 1 < written.size()) {
      value += written[++i];
    } else if (!quoted && (c == '#' || c == ';')) {
      break;
    } else {
      value += c;
    }
  }
  return std::string(trim(value));
}

// A line goes on after a "\" at its end.
std::string with_lines_joined(std::string_view written) {
  std::string text;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] == '\r') continue;
    if (written[i] == '\\' && written.substr(i + 1).starts_with('\n')) {
      ++i;
    } else {
      text += written[i];
    }
  }
  return text;
}

// The files that a configuration may include, whatever the condition.
std::vector<std::string> included_by(std::string_view written) {
  const std::string text = with_lines_joined(written);
  std::vector<std::string> paths;
  bool includes = false;
  for (std::string_view rest = text; !rest.empty();) {
    auto [line, more] = cut(rest, '\n');
    rest = more;
    line = trim(line);
    if (line.starts_with('[')) {
      const auto [section, behind] = cut(line, ']');
      includes = equal_ignoring_case(section.substr(0, 8), "[include");
      line = trim(behind);
    }
    const auto [key, value] = cut(line, '=');
    if (includes && equal_ignoring_case(trim(key), "path")) paths.push_back(config_value(value));
  }
  return paths;
}

using Seen = std::set<std::string>;  // each is looked at once, though they name each other

Result<void> check_included(const std::string& config, int levels, Seen& seen) {
  if (levels == 0 || !seen.insert(config).second) return {};
  const fs::path folder = fs::path(config).parent_path();
  for (const std::string& path : included_by(text_of(config, kSettings))) {
    const char* const home = std::getenv("HOME");
    const std::string full = path.starts_with("~/") && home != nullptr ? home + path.substr(1)
                                                                       : (folder / path).string();
    TRY(check_git_file(full, kSettings));
    TRY(check_included(full, levels - 1, seen));
  }
  return {};
}

Result<void> check_borrowed(const std::string& objects, int levels, Seen& seen) {
  if (!seen.insert(objects).second) return {};
  const std::string list = objects + "/info/alternates";
  TRY(check_git_file(list, kLine));
  TRY(check_objects(objects));
  if (levels == 0) return {};
  const std::string text = text_of(list, kLine);
  for (std::string_view rest = text; !rest.empty();) {
    const auto [line, more] = cut(rest, '\n');
    rest = more;
    if (line.empty() || line.starts_with('#')) continue;
    TRY(check_borrowed((fs::path(objects) / line).lexically_normal().string(), levels - 1, seen));
  }
  return {};
}

Result<void> look_over(const GitFolders& folders) {
  constexpr int kMostLevels = 10;
  Seen seen;
  TRY(check_known(folders.own, kOfWorkTree));
  TRY(check_known(folders.common, kShared));
  TRY(check_included(folders.common + "/config", kMostLevels, seen));
  TRY(check_included(folders.own + "/config.worktree", kMostLevels, seen));
  TRY(check_refs(folders.common + "/refs"));
  if (folders.own != folders.common) {
    TRY(check_refs(folders.own + "/refs"));
  }
  return check_borrowed(folders.common + "/objects", kMostLevels, seen);
}

Result<void> check_is_no_link(const std::string& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return {};
  return failure(path + " is a symbolic link; nothing is written through it");
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

Result<void> check_no_link(const std::string& folder, const std::string& path) {
  std::string at = folder;
  for (std::string_view rest = path; !rest.empty();) {
    const auto [part, more] = cut(rest, '/');
    at.append("/").append(part);
    TRY(check_is_no_link(at));
    rest = more;
  }
  if (path != "objects") return {};
  std::error_code failed;
  for (fs::directory_iterator part(at, failed), end; !failed && part != end;
       part.increment(failed)) {
    TRY(check_is_no_link(part->path().string()));
  }
  return {};
}

}  // namespace milepost
