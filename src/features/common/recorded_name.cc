#include "features/common/recorded_name.h"

#include <algorithm>
#include <filesystem>

#include "base/strings.h"
#include "proposal/metadata.h"

namespace milepost {

std::string recorded_name(const std::string& word, const Workspace& workspace) {
  namespace fs = std::filesystem;
  if (std::ranges::all_of(word, is_digit)) return plain_number(word);
  const fs::path full = (fs::path(workspace.here()) / word).lexically_normal();
  std::string path = full.lexically_relative(workspace.root()).generic_string();
  while (path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace milepost
