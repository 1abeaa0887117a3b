#include "base/embedded.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

const std::filesystem::path kRoot = MILEPOST_SOURCE_DIR;

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What should be in the program, as the source tree has it.
std::vector<std::string> files_on_disk() {
  std::vector<std::string> found;
  for (const auto* folder : {"processes", "docs/rules", "schemas", "web"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / folder)) {
      const auto path = entry.path().lexically_relative(kRoot).generic_string();
      const bool is_page = folder != std::string_view("docs/rules") || path.ends_with(".md");
      if (entry.is_regular_file() && is_page) found.push_back(path);
    }
  }
  found.emplace_back("docs/ci.md");
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Embedded, HoldsEveryFileSortedByPath) {
  std::vector<std::string> paths;
  for (const auto& file : embedded_files()) paths.emplace_back(file.path);
  EXPECT_EQ(paths, files_on_disk());
  EXPECT_FALSE(paths.empty());
}

TEST(Embedded, HoldsTheirBytes) {
  for (const auto& file : embedded_files())
    EXPECT_EQ(file.bytes, read(kRoot / file.path)) << file.path;
}

TEST(Embedded, FindsByExactPath) {
  for (const auto& file : embedded_files()) EXPECT_EQ(find_embedded(file.path), file.bytes);
  for (const auto* absent : {"", "a", "processes", "processes/none", "zzz"}) {
    EXPECT_EQ(find_embedded(absent), std::nullopt) << absent;
  }
}

}  // namespace
}  // namespace milepost
