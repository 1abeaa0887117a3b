// A proposal's card as JSON: what `list` and `show` give for each.
#pragma once

#include "proposal/card.h"
#include "report/json_value.h"

namespace milepost {

Json card_json(const Card& card);

// "@jane", or the entry as written when no handle was found in it.
std::string person_text(const std::string& person);

}  // namespace milepost
