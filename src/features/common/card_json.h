// A proposal's card as JSON: what `list` and `show` give for each: what was understood,
// and beside it what is written.
#pragma once

#include "features/common/person.h"
#include "proposal/card.h"
#include "proposal/proposal_ref.h"
#include "render/json_value.h"

namespace milepost {

Json card_json(const Card& card);
// All its metadata as it stands there, whether the process knows it or not.
Json written_json(const Card& card);
// Null for none; a text when it is too long for other readers of JSON.
Json number_json(const std::string& number);
// What a proposal is called: "proposal", "title", "path", "group"; more may be added to it.
Json ref_json(const ProposalRef& proposal);

}  // namespace milepost
