// The proposal that an address names. Words of the command line may be files, folders of other
// repositories, standard input or queries: nothing of this is for who asks over the web, so that
// an address is looked up here and never given to Workspace::select() unseen.
#pragma once

#include <string>
#include <string_view>

#include "proposal/card.h"
#include "workspace/workspace.h"

namespace milepost {

// By its number, or its path with "~" for each "/". nullptr when there is none, or several have
// the number.
const Card* card_of_key(const Workspace& workspace, std::string_view key);

// What names it so that nothing else is meant: its number, or its path where that is the number of
// several.
std::string key_of_card(const Index& index, const Card& card);

}  // namespace milepost
