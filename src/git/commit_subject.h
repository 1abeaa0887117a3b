// What commits say that they do, for people who choose between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/git.h"

namespace milepost {

// The first line of a message; of a merge that a host made, the title of what was merged: "Promote
// it to beta (#4211)".
std::string subject_line(std::string_view message);

// The subject of each commit, "" of one that cannot be read. The repository is opened once more.
Result<std::vector<std::string>> commit_subjects(const Git& git, const std::vector<Oid>& commits);

}  // namespace milepost
