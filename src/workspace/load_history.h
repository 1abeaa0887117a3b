// What git knows of the proposals of a repository: read from its commits, or from
// the cache and what has come since.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "git/git.h"
#include "history/history.h"
#include "proposal/repository.h"

namespace milepost {

struct Past {
  std::string root;  // of the repository
  History history;

  // Opened anew: one thread at a time may use a Git, and a Past is shared.
  Result<Git> open_git() const;

  // What is not known, and why: a shallow or partial clone.
  std::vector<std::string> notes() const;
};

// Why a folder that is in no git repository has no history.
std::string without_git(const std::string& folder);

// Fails when there is no git repository, or it has no commits.
Result<Past> load_past(const Repository& repository);

}  // namespace milepost
