// The use case behind `milepost template lineage`: the versions of a template, read
// from git's history, as the file that a pack ships.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/date.h"
#include "base/result.h"

namespace milepost::templates {

struct LineageRequest {
  std::string directory = ".";
  std::vector<std::string> paths;  // where the template was, oldest first; seen from the directory
  std::string revision;            // up to which commit; "" for HEAD
  std::optional<Date> since;       // from the version in force on this day on
};

struct DerivedLineage {
  std::string text;  // of lineage.yaml
  std::size_t versions = 0;
  std::vector<std::string> notes;
};

// Follows the first parents of the commit. Where several of the paths are there at
// once, the last one named counts. Fails when there is no git repository, no such
// commit or path, or part of the history asked for is missing.
Result<DerivedLineage> derive_lineage(const LineageRequest& request);

}  // namespace milepost::templates
