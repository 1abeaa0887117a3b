// Which fields of a proposal's metadata changed.
#pragma once

#include <string>
#include <vector>

#include "proposal/metadata.h"

namespace milepost::diff {

struct FieldChange {
  std::string name;  // "milestone.beta" for a field within a field
  bool list = false;
  // The values that are on one side only; both for one value that became another.
  std::vector<std::string> removed;
  std::vector<std::string> added;
  friend bool operator==(const FieldChange&, const FieldChange&) = default;
};

// In the order of the metadata after, then what went. Of a list, order does not count.
std::vector<FieldChange> diff_fields(const Metadata& before, const Metadata& after);

}  // namespace milepost::diff
