// Where the files of a repository are shown and edited on its host.
#pragma once

#include <string>
#include <string_view>

#include "workspace/workspace.h"

namespace milepost {

struct HostLinks {
  std::string view, edit;  // "" where the host is not known
};

// "owner/name" as the host of the first remote has it, else the name of the folder.
std::string repository_name(const std::string& root);

// Where the root of a workspace is on its host; "" where that is not known.
struct HostFolder {
  std::string address, below;
};
HostFolder host_folder(const Workspace& workspace);
HostLinks links_in(const HostFolder& folder, const std::string& path);

// `path` is from the root of the workspace. By the first remote, and the branch that is looked at.
HostLinks host_links(const Workspace& workspace, const std::string& path);

// The same of an address of a remote; `branch` is where changes go.
HostLinks links_on(std::string_view address, std::string_view branch, std::string_view path);

}  // namespace milepost
