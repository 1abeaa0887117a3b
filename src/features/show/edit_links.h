// Where the files of a repository are shown and edited on its host.
#pragma once

#include <string>
#include <string_view>

#include "workspace/workspace.h"

namespace milepost::show {

struct HostLinks {
  std::string view, edit;  // "" where the host is not known
};

// `path` is from the root of the workspace. By the first remote, and the branch that is looked at.
HostLinks host_links(const Workspace& workspace, const std::string& path);

// The same of an address of a remote; `branch` is where changes go.
HostLinks links_on(std::string_view address, std::string_view branch, std::string_view path);

}  // namespace milepost::show
