#include "features/common/recorded_name.h"

#include <filesystem>

#include "proposal/metadata.h"
#include "workspace/names.h"

namespace milepost {

std::string recorded_name(const std::string& word, const Workspace& workspace) {
  namespace fs = std::filesystem;
  if (const auto number = number_in(word); !number.empty()) return plain_number(number);
  const fs::path full = (fs::path(workspace.here()) / word).lexically_normal();
  std::string path = full.lexically_relative(workspace.root()).generic_string();
  while (path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace milepost
