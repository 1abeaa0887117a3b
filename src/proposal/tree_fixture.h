// A folder of files that is there as long as a test runs.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace milepost {

class TreeFixture : public testing::Test {
 public:
  ~TreeFixture() override {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

 protected:
  TreeFixture() {
    std::string name = (std::filesystem::temp_directory_path() / "milepost-tree-XXXXXX").string();
    // Links in the path of the temporary folder would show in every message.
    root_ = std::filesystem::canonical(::mkdtemp(name.data()));
  }

  void write(const std::string& path, std::string_view text) const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  void make_folder(const std::string& path) const {
    std::filesystem::create_directories(root_ / path);
  }
  std::string at(const std::string& path) const {
    return path.empty() ? root_.string() : (root_ / path).string();
  }

  std::filesystem::path root_;
};

}  // namespace milepost
