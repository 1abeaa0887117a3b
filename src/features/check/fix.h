// The action behind `check --fix`: applies the fixes findings carry, until
// there is nothing more to fix.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/read_error.h"
#include "base/result.h"
#include "features/check/patch.h"
#include "workspace/workspace.h"

namespace milepost::check {

struct FixedFile {
  std::string root;   // of the repository it lies in
  std::string shown;  // its path as the user sees it
  FileChange change;  // of the file itself, should the path be a link; relative to the root
  std::size_t fixed;  // findings
  FixedRules rules = {};
};

struct FixRun {
  std::vector<FixedFile> files;        // none twice
  std::size_t fixed = 0;               // findings, in all files
  FixedRules held_back = {};           // findings whose fixes are unsafe, which nobody asked for
  std::vector<ReadError> left_alone;   // files that are not in the repository
  std::vector<ReadError> read_errors;  // as those of a check
};

struct FixOptions {
  std::vector<std::string> words = {};  // as those of a check
  bool touched = false;
  bool unsafe = false;  // also fixes that remove or reword text
};

// What would change. Files are read, nothing is written.
Result<FixRun> plan_fixes(const Workspace& workspace, const FixOptions& options);

// Writes it: for each repository all files, or none.
Result<void> apply_fixes(const FixRun& run);

}  // namespace milepost::check
