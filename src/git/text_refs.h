// Which ref of a clone a pull request or a branch is: hosts keep pull requests in refs that a
// clone may have fetched, under names of their own or of the remote's.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "git/git.h"

namespace milepost {

// Those of pull requests and branches that the clone has.
Result<std::vector<GitRef>> text_refs(const Git& git);

// Nothing when there is none. Fails when remotes have several that differ.
Result<std::optional<GitRef>> find_pull_ref(const std::vector<GitRef>& refs,
                                            std::string_view number);
// The branch of this clone, else that of a remote.
Result<std::optional<GitRef>> find_branch_ref(const std::vector<GitRef>& refs,
                                              std::string_view branch);

// The last commit along the first parents that was made before the instant; nothing when all
// are later.
Result<std::optional<Oid>> last_before(const Git& git, Oid from, Instant before);

// The command that fetches a pull request to where it is found.
std::string fetch_command(const std::vector<GitRef>& refs, std::string_view number);

}  // namespace milepost
