// The page of a proposal's part in a release: where it stands at each freeze, what is missing and
// what leads there, what was decided, and the forms for what the visitor may do.
#pragma once

#include <string>

#include "features/common/route.h"
#include "features/release/model.h"
#include "proposal/card.h"
#include "render/json_value.h"

namespace milepost::release {

struct ReleasePart {
  const ReleaseView& view;
  const ReleaseEntry* entry = nullptr;  // null: it is not in the release
  const Card& card;
  std::string tag = {};  // the version of the proposal that is looked at
};

// `form` is what was sent and refused, which is shown again.
Json part_html(const Visit& visit, const ReleasePart& part, const http::Fields& form = {});

}  // namespace milepost::release
