// What awaits somebody as a page: grouped by deadline, the most urgent first, one action a row.
#pragma once

#include "features/common/route.h"
#include "features/inbox/model.h"
#include "render/json_value.h"

namespace milepost::inbox {

Json inbox_html(const Visit& visit, const Inbox& inbox);

}  // namespace milepost::inbox
