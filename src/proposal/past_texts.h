// What a file of a repository held in earlier commits.
#pragma once

#include <string>

#include "process/template.h"

namespace milepost {

// Of the commits that lead to HEAD, by their first parents, the newest first; each text once.
// The path is from the root, which lies in a git repository or in none. What cannot be read
// is left out: nothing depends on having all of it.
PastTemplates::Texts past_texts(const std::string& root, const std::string& path);

}  // namespace milepost
