// The action behind `milepost template lineage`: the versions of a template, read
// from git's history, as the file that a pack ships.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/date.h"
#include "base/result.h"

namespace milepost::templates {

struct LineageOptions {
  std::vector<std::string> paths = {};  // where the template was, oldest first
  std::string revision = {};            // up to which commit; "" for HEAD
  std::optional<Date> since = {};       // from the version in force on this day on
};

struct DerivedLineage {
  std::string text;  // of lineage.yaml
  std::size_t versions = 0;
  std::vector<std::string> notes;
};

// Follows the first parents of the commit. Where several of the paths are there at
// once, the last one named counts. Fails when there is no git repository, no such
// commit or path, or part of the history asked for is missing.
//
// Paths are seen from the directory. It takes no workspace: what is written may be the very
// file without which the process cannot be read.
Result<DerivedLineage> derive_lineage(const std::string& directory, const LineageOptions& options);

}  // namespace milepost::templates
