// The proposal that a path which leads nowhere names, and where it is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rules/rule.h"

namespace milepost {

// The proposal that was once at the path; nullptr when there is none, or when it is where the
// path says but for how the path begins or ends: then it never moved.
const Card* moved_from(const RuleInput& in, const std::string& path);

// The proposal that a path names by its name or its number, wherever it is; nullptr when that
// is not known, or when the path leads into its folder.
const Card* named_by(const RuleInput& in, const std::string& path);

// What the path led to, in the place of the proposal: the file of that name, else the document
// when a document was meant, else the folder.
std::string place_in(const RuleInput& in, const std::string& path, const Card& card);

// Has the document's i-th link lead to a path of the repository.
Fix relink(const RuleInput& in, std::size_t i, const std::string& path);

}  // namespace milepost
