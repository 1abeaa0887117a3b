// Which files of a repository are shown to whoever may read its proposals: those in the folders
// of proposals, what a proposal that is a single file refers to in or below the folder it stands
// in, and none that is hidden or a link. Where that folder is the whole repository, it is
// pictures alone.
#pragma once

#include <string>
#include <string_view>

#include "workspace/workspace.h"

namespace milepost::show {

// `path` is from the root.
bool is_served_file(const Workspace& workspace, const std::string& path);
// The same of a path that `document` refers to, without asking the others.
bool is_served_file(const Workspace& workspace, const std::string& path,
                    const std::string& document);

// "image/png"; "" for what is no picture that a browser shows.
std::string_view picture_type(std::string_view path);

// Whether git is told to leave it out, such as what a build made and copies that an editor keeps.
// It asks git, so it is for one file that somebody wants.
bool is_ignored_file(const Workspace& workspace, const std::string& path);

}  // namespace milepost::show
