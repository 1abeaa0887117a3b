// Names of proposals besides their numbers and paths: addresses on the web, words of their titles.
#pragma once

#include <string>

#include "base/result.h"

namespace milepost {

struct Card;
class Workspace;

// What an address on the web names: the number of an issue or pull request, or the path behind the
// branch. The word itself when it is no address.
std::string named_by_address(const Workspace& workspace, const std::string& word);

// The proposal whose title has all these words, in any order and case; an error when several have.
// Null when none has and the words may be meant for something else, a path say.
Result<const Card*> find_titled(const Workspace& workspace, const std::string& words);

}  // namespace milepost
