// The two states of a git repository that a change lies between.
//
// Neither need be the files there are: a change may end with the index or with a commit, also
// of a bare repository. So its ends are found first, and the repository is opened as the change
// leaves it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "git/git.h"
#include "workspace/workspace.h"

namespace milepost::check {

struct ChangeScope {
  std::string base = {};  // the revision it started from; "" is HEAD
  bool staged = false;    // it ends with the index, else with the work tree
  std::string end = {};   // or with this commit; "" of a bare repository is HEAD
};

struct ChangeEnds {
  explicit ChangeEnds(Git found) : git(std::move(found)) {}

  Git git;
  std::optional<Oid> from;  // nothing: there was no commit before
  // The revision that is named as the base: what the change is to go into. The change may have
  // left it long ago.
  std::optional<Oid> base;
  std::string base_name;
  ChangeTarget to = WorkTree{};
  std::vector<std::string> notes;  // what was assumed of them
};

// Fails when there is no git repository around the directory, or a revision is unknown.
Result<ChangeEnds> find_change_ends(const std::string& directory, const ChangeScope& scope);

// The same files before the change, judged by the same process: a change of the rules is not what
// its proposals are blamed for.
Result<Workspace::Pointer> open_before(const ChangeEnds& ends, const Workspace& after);

}  // namespace milepost::check
