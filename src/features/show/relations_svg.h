// The drawing of what a proposal relates to, whose boxes lead to pages.
#pragma once

#include <string>

#include "base/result.h"
#include "features/common/route.h"
#include "features/graph/model.h"

namespace milepost::show {

// A document of its own. Fails when there is more than a picture can hold.
Result<std::string> relations_svg(const Visit& visit, const Card& card, graph::Graph graph);

// The same to stand within the proposal's page; "" when it is too large to be read there.
std::string relations_inline(const Visit& visit, const Card& card, const graph::Graph& graph);

}  // namespace milepost::show
