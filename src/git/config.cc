// Settings, from the same files as git takes them, and what depends on them: libgit2
// by itself knows neither the variables that name other files nor the settings of a
// single work tree.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/strings.h"
#include "git/repository.h"

namespace milepost {

namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0' && std::string_view(value) != "0" &&
         !equal_ignoring_case(value, "false");
}

class Settings {
 public:
  Settings(const LibGit2& lib, git_repository* repository, git_config* config)
      : lib_(lib), repository_(repository), config_(config) {}

  bool add(const std::string& path, git_config_level_t level) {
    const int error = lib_.git_config_add_file_ondisk(config_, path.c_str(), level, repository_, 1);
    return error == 0 || error == GIT_ENOTFOUND;
  }

  template <typename Find>
  bool add_found(Find find, git_config_level_t level) {
    git_buf path{};
    const bool added = find(&path) < 0 || add(path.ptr, level);
    lib_.git_buf_dispose(&path);
    return added;
  }

  // In the order in which each overrides the one before.
  bool add_of_user() {
    bool added = true;
    if (const char* const system = std::getenv("GIT_CONFIG_SYSTEM")) {
      added = add(system, GIT_CONFIG_LEVEL_SYSTEM);
    } else if (!is_set("GIT_CONFIG_NOSYSTEM")) {
      added = add_found(lib_.git_config_find_system, GIT_CONFIG_LEVEL_SYSTEM);
    }
    if (const char* const global = std::getenv("GIT_CONFIG_GLOBAL")) {
      return added && add(global, GIT_CONFIG_LEVEL_GLOBAL);
    }
    return added && add_found(lib_.git_config_find_xdg, GIT_CONFIG_LEVEL_XDG) &&
           add_found(lib_.git_config_find_global, GIT_CONFIG_LEVEL_GLOBAL);
  }

  bool add_of_repository(const std::string& common_folder) {
    const std::string own = std::string(lib_.git_repository_path(repository_)) + "config.worktree";
    return add(common_folder + "/config", GIT_CONFIG_LEVEL_LOCAL) && add(own, GIT_CONFIG_LEVEL_APP);
  }

 private:
  const LibGit2& lib_;
  git_repository* repository_;
  git_config* config_;
};

bool belongs_to_user(const std::string& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0) return true;  // it will be missed later
  if (status.st_uid == ::geteuid()) return true;
  // With sudo, what belongs to the user who called it is theirs.
  const char* const caller = std::getenv("SUDO_UID");
  return ::geteuid() == 0 && caller != nullptr && std::to_string(status.st_uid) == caller;
}

// Whether a value of safe.directory means a folder.
bool is_meant(std::string value, const std::string& folder) {
  if (value == "*") return true;
  if (const char* const home = std::getenv("HOME"); home != nullptr && value.starts_with("~/")) {
    value = home + value.substr(1);
  }
  if (value.ends_with("/*")) return lies_below(folder, value.substr(0, value.size() - 2));
  while (value.size() > 1 && value.ends_with('/')) value.pop_back();
  return value == folder;
}

}  // namespace

// As git does it: what stands in the repository itself cannot make it trusted.
// (libgit2 1.5 takes a repository of another user for none.)
Result<void> Git::Repository::check_owner() const {
  const std::string& folder = work_tree.empty() ? common_folder : work_tree;
  if (belongs_to_user(folder) && belongs_to_user(lib.git_repository_path(open.get()))) return {};
  int error = 0;
  const auto settings = own<git_config>(lib.git_config_free, error, lib.git_config_new);
  if (error < 0 || !Settings(lib, open.get(), settings.get()).add_of_user()) {
    return lib.failed("reading git's configuration");
  }
  struct Search {
    const std::string& folder;
    bool meant = false;
  } search{folder};
  lib.git_config_get_multivar_foreach(
      settings.get(), "safe.directory", nullptr,
      [](const git_config_entry* entry, void* payload) {
        auto& sought = *static_cast<Search*>(payload);
        // An empty value takes back those before it.
        sought.meant =
            *entry->value != '\0' && (sought.meant || is_meant(entry->value, sought.folder));
        return 0;
      },
      &search);
  if (search.meant) return {};
  return failure("the git repository " + folder +
                 " belongs to another user; if you trust it, say so: "
                 "git config --global --add safe.directory '" +
                 folder + "'");
}

Result<std::optional<std::string>> Git::Repository::config(const std::string& key) const {
  int error = 0;
  const auto settings = own<git_config>(lib.git_config_free, error, lib.git_config_new);
  Settings all(lib, open.get(), settings.get());
  if (error < 0 || !all.add_of_user() || !all.add_of_repository(common_folder)) {
    return lib.failed("reading git's configuration");
  }
  git_buf value{};
  error = lib.git_config_get_string_buf(&value, settings.get(), key.c_str());
  std::optional<std::string> found;
  if (error == 0) found.emplace(value.ptr, value.size);
  lib.git_buf_dispose(&value);
  if (error == 0 || error == GIT_ENOTFOUND) return found;
  return lib.failed("reading " + key + " from git's configuration");
}

// libgit2 knows of no edge: the file that holds it is read here.
Result<void> Git::Repository::read_edge() {
  constexpr std::size_t kMostBytes = 64 * 1024 * 1024;
  const std::string path = common_folder + "/shallow";
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return {};
  TRY(const auto source, within(path, read_source(path, path, kMostBytes)));
  std::string_view rest = source->text();
  while (!rest.empty()) {
    const auto [line, tail] = cut(rest, '\n');
    rest = tail;
    Oid id;
    bool whole = line.size() == 2 * id.bytes.size();
    for (std::size_t i = 0; whole && i < id.bytes.size(); ++i) {
      const int high = hex_value(line[2 * i]);
      const int low = hex_value(line[2 * i + 1]);
      whole = high >= 0 && low >= 0;
      id.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    if (!whole) return failure(path + ": holds a line that is no commit's name");
    edge.push_back(id);
  }
  std::ranges::sort(edge);
  return {};
}

}  // namespace milepost
