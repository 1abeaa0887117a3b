// Which files of a repository are shown to whoever may read its proposals: those in the folders
// of proposals, and none that is hidden or a link.
#pragma once

#include <string>

#include "workspace/workspace.h"

namespace milepost::show {

// `path` is from the root.
bool is_served_file(const Workspace& workspace, const std::string& path);

// Whether git is told to leave it out, such as what a build made and copies that an editor keeps.
// It asks git, so it is for one file that somebody wants.
bool is_ignored_file(const Workspace& workspace, const std::string& path);

}  // namespace milepost::show
