// What `new` prints of a proposal that was made.
#pragma once

#include <string>
#include <vector>

#include "features/create/model.h"

namespace milepost::create {

std::string render_created_text(const CreatedProposal& created);
std::string render_created_json(const CreatedProposal& created);
// "150  Review Rotation  implemented  keps/…", a line for each.
std::string render_similar(const std::vector<SimilarProposal>& similar);

}  // namespace milepost::create
