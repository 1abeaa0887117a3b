#include "golden_files.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace milepost {

namespace fs = std::filesystem;

namespace {

bool updating() {
  const char* const asked = std::getenv("MILEPOST_UPDATE_GOLDENS");
  return asked != nullptr && std::string_view(asked) == "1";
}

}  // namespace

fs::path in_source_tree(const fs::path& path) { return fs::path(MILEPOST_SOURCE_DIR) / path; }

std::optional<std::string> read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

void expect_golden(const fs::path& path, std::string_view actual) {
  constexpr std::string_view kAdvice = "MILEPOST_UPDATE_GOLDENS=1 writes it";
  if (updating() && read_text(path) != actual) {
    std::ofstream(path, std::ios::binary) << actual;
  }
  const auto expected = read_text(path);
  const std::string name = path.lexically_relative(MILEPOST_SOURCE_DIR).generic_string();
  if (!expected) {
    ADD_FAILURE() << name << " is missing; " << kAdvice;
  } else if (expected->empty()) {
    ADD_FAILURE() << name << " is empty, which is refused; " << kAdvice;
  } else {
    EXPECT_EQ(*expected, actual) << "in " << name << "; " << kAdvice << " if the change is meant";
  }
}

}  // namespace milepost
