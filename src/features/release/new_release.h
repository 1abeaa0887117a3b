// The action behind `milepost release new`: one more release in the calendar's file.
#pragma once

#include <string>

#include "base/change_set.h"
#include "base/date.h"
#include "base/result.h"
#include "features/release/model.h"
#include "workspace/workspace.h"

namespace milepost::release {

struct NewReleaseOptions {
  std::string release;
  Date start;
};

struct NewRelease {
  std::string root;
  FileChange change;
  ReleaseCalendar calendar;
};

// The dates lie as many weeks after the start as the process says. Comments and order of
// the file stay. Fails when the release is there already, or does not
// come after those that are.
Result<NewRelease> plan_release(const Workspace& workspace, const NewReleaseOptions& options);

}  // namespace milepost::release
