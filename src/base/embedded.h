// Files built into the program: process packs, rule pages, and the page whose files
// `init` writes.
//
// The build lists them (cmake/embed.cmake); the bytes live as long as the
// program, exactly as they are in the source tree.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace milepost {

struct EmbeddedFile {
  std::string_view path;  // "processes/kep/process.yaml"
  std::string_view bytes;
};

// All of them, sorted by path.
std::span<const EmbeddedFile> embedded_files();

// The bytes of the file at exactly `path`.
std::optional<std::string_view> find_embedded(std::string_view path);

}  // namespace milepost
