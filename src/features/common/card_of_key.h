// The proposal that an address names. Words of the command line may be files, folders of other
// repositories, standard input or queries: nothing of this is for who asks over the web, so that
// an address is looked up here and never given to Workspace::select() unseen.
#pragma once

#include <string>
#include <string_view>

#include "proposal/card.h"
#include "workspace/workspace.h"

namespace milepost {

// What a number or a path is in an address: each "/" is a "~". A "~" of the path itself is "!~",
// and a "!" is "!!", so that no two have the same address; subject_of_key() takes it back.
std::string key_of_called(std::string_view number_or_path);

// By its number, or its path as key_of_called() has it. nullptr when there is none, or several have
// the number.
const Card* card_of_key(const Workspace& workspace, std::string_view key);

// What names it so that nothing else is meant: its number, or its path where that is the number of
// several.
std::string key_of_card(const Index& index, const Card& card);

}  // namespace milepost
