// A tree of files for tests of changes, which can be looked at as a whole.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

#include "base/tree_fixture.h"

namespace milepost {

class ChangeFixture : public TreeFixture {
 protected:
  ChangeFixture() : TreeFixture(memory_folder()) { make_folder("tree"); }

  std::string root() const { return at("tree"); }
  std::string state() const { return at("tree/.milepost"); }
  std::string in_tree(const std::string& path) const { return read("tree/" + path); }

  // Every path below the root but for milepost's own, with mode and content.
  std::map<std::string, std::string> tree() const {
    namespace fs = std::filesystem;
    std::map<std::string, std::string> all;
    for (auto entry = fs::recursive_directory_iterator(root()); entry != fs::end(entry); ++entry) {
      const std::string path = entry->path().lexically_relative(root()).string();
      if (path == ".milepost" || path == ".git") {
        entry.disable_recursion_pending();
        continue;
      }
      const auto status = entry->symlink_status();
      const auto mode = static_cast<unsigned>(status.permissions());
      switch (status.type()) {
        case fs::file_type::symlink:
          all[path] = "-> " + fs::read_symlink(entry->path()).string();
          break;
        case fs::file_type::regular: all[path] = fmt::format("{:o} {}", mode, in_tree(path)); break;
        default: all[path] = fmt::format("{:o}", mode);
      }
    }
    return all;
  }

  // The names in the state folder.
  std::set<std::string> state_files() const {
    std::set<std::string> names;
    if (!std::filesystem::exists(state())) return names;
    for (const auto& entry : std::filesystem::directory_iterator(state())) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }

 private:
  // Some file systems write out at once what a rename replaces: slow, a thousand times.
  static std::filesystem::path memory_folder() {
    const std::filesystem::path memory = "/dev/shm";
    return ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
  }
};

}  // namespace milepost
