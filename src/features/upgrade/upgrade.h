// The action behind `milepost upgrade`: proposals brought up to a newer version
// of their template.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/read_error.h"
#include "base/result.h"
#include "features/upgrade/model.h"
#include "workspace/workspace.h"

namespace milepost::upgrade {

struct UpgradeOptions {
  std::vector<std::string> words = {};  // files, folders or numbers of proposals
  std::string to = {};                  // a version of the template; "": the current one
};

struct UpgradeRun {
  std::vector<UpgradedProposal> proposals;
  std::map<std::string, std::vector<FileChange>> changes;  // by root
  std::vector<std::string> notes;
  std::vector<ReadError> read_errors;  // what could not be upgraded, and why
};

// What would change. Files are read, nothing is written. Fails when it cannot be
// known which proposals are meant, or there is no such version.
Result<UpgradeRun> plan_upgrades(const Workspace& workspace, const UpgradeOptions& options);

// Writes it: for each repository all files, or none.
Result<void> make_upgrades(const UpgradeRun& run);

}  // namespace milepost::upgrade
