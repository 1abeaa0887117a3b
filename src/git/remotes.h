// The remotes of a git repository, read from its configuration without opening it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace milepost {

struct GitRemotes {
  std::string top;                     // the root of the work tree, absolute; "": there is none
  std::vector<std::string> addresses;  // where they are shown on the web, each once
  // The branch that a clone of `origin` begins with, else the one that is checked out; "": neither.
  std::string main_branch;
};

// Those of the repository that a folder lies in. What cannot be read is as if it were not there.
GitRemotes find_remotes(const std::string& folder);

// "https://host/owner/name" for the address of a remote in any of its forms, such as
// "git@host:owner/name.git"; "" for one that is on no host.
std::string web_address(std::string_view remote);

// The addresses that a configuration names as `url` of its remotes.
std::vector<std::string> remotes_in(std::string_view config);

}  // namespace milepost
