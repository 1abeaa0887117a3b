// The files for continuous integration and hooks that `init` writes.
#pragma once

#include <string>
#include <vector>

#include "git/remotes.h"

namespace milepost::create {

struct CiFile {
  std::string path;
  std::string text;
};

// Those that docs/ci.md shows, so that there is one of each. A repository with a remote on GitLab
// gets the job of GitLab instead of GitHub's workflow, which checks pushes to the main branch.
std::vector<CiFile> ci_files(const GitRemotes& remotes);

// `text` with where milepost is released written in, for those who set no other; as it is where
// that is not known.
std::string with_releases(std::string text, const std::string& releases);

}  // namespace milepost::create
