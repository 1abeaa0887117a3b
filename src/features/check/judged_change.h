// A change with its judge.
//
// A change must not choose who judges it. So milepost.yaml, packs, templates, rosters, calendars
// and baselines are those of the revision that is named as the base, and what the change does to
// them is reported. Where they are the same on all sides they are read once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/file_tree.h"
#include "base/result.h"
#include "features/check/baseline.h"
#include "features/check/change_ends.h"
#include "rules/process_change.h"
#include "workspace/workspace.h"

namespace milepost::check {

struct JudgeOptions {
  bool accept = false;        // what the change does to its judge
  std::string baseline = {};  // the file that is named; "": none
};

struct JudgedChange {
  Workspace::Pointer after;  // as the change leaves the files, judged by whoever is to judge
  bool accepted = false;
  std::vector<ProcessChange> changes = {};  // of what it is judged by
  std::vector<std::string> notes = {};
  // The states before and after the change, each with its own process; null where they are judged
  // alike.
  Workspace::Pointer before_itself = {}, after_itself = {};
  // Where it is another's than the file that is named.
  JudgeBaseline baseline = {};
};

// Fails where no process is recognised, or one cannot be read after the change.
Result<JudgedChange> open_change(const ChangeEnds& ends, const WorkspaceOptions& options,
                                 Instant now, const JudgeOptions& judge = {});

}  // namespace milepost::check
