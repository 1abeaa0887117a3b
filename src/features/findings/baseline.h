// A baseline: the findings a repository has for now. Only what is new then counts,
// and what is gone is reported, so that the file shrinks.
//
// A finding is known again by its rule, its file and the line it points at, not
// by the line's number or its words: text may move, and counts in messages change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "features/findings/model.h"

namespace milepost::findings {

struct BaselineEntry {
  std::string rule;
  std::string path;        // relative to the baseline's folder
  std::string message;     // for people; not compared
  std::uint64_t line = 0;  // of its text, hashed
  std::size_t count = 1;
};

// A finding's path as the baseline has it.
using BaselinePath = std::function<std::string(std::string_view shown)>;

std::vector<BaselineEntry> baseline_of(const Run& run, const BaselinePath& path_of_finding);

std::string write_baseline(const std::vector<BaselineEntry>& entries);
// Fails when the file is no baseline.
Result<std::vector<BaselineEntry>> read_baseline(const Source& source);

// Takes the findings that the baseline has out of the run, and gives back what
// it has and the run has not.
std::vector<BaselineEntry> apply_baseline(const std::vector<BaselineEntry>& baseline,
                                          const BaselinePath& path_of_finding, Run& run);

}  // namespace milepost::findings
