// Files in the source tree that a test compares with what the program says.
// MILEPOST_UPDATE_GOLDENS=1 rewrites them instead; read the difference before
// you commit it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace milepost {

// `path` is relative to the root of the source tree.
std::filesystem::path in_source_tree(const std::filesystem::path& path);

// Nothing when the file cannot be read.
std::optional<std::string> read_text(const std::filesystem::path& path);

// Fails the test unless the file holds exactly `actual`. A file that is missing
// or empty is refused: it would accept anything that says nothing.
void expect_golden(const std::filesystem::path& path, std::string_view actual);

}  // namespace milepost
