// A temporary folder that goes with its owner.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace milepost::bench {

class Scratch {
 public:
  Scratch() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "milepost-bench-XXXXXX").string();
    if (::mkdtemp(pattern.data())) path_ = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }  // "" when there is none

 private:
  std::string path_;
};

}  // namespace milepost::bench
