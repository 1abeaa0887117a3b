#include "base/embedded.h"

#include <algorithm>

namespace milepost {
namespace {

bool before(const EmbeddedFile& file, std::string_view path) { return file.path < path; }

}  // namespace

std::optional<std::string_view> find_embedded(std::string_view path) {
  const auto files = embedded_files();
  const auto found = std::lower_bound(files.begin(), files.end(), path, before);
  if (found == files.end() || found->path != path) return std::nullopt;
  return found->bytes;
}

}  // namespace milepost
