// Where the files of a pack, or of a repository, are read from.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/source.h"

namespace milepost {

// Reads a file of the pack or of the repository, by its path.
using ReadFile = std::function<Result<std::shared_ptr<const Source>>(const std::string& path)>;

struct PackFiles {
  std::string folder;  // before the paths the pack names
  ReadFile read;
};

}  // namespace milepost
