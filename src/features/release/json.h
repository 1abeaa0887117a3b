// What the JSON about releases shares. Included only by the sources that write JSON.
#pragma once

#include "features/release/model.h"
#include "render/json_value.h"

namespace milepost::release {

Json calendar_json(const ReleaseCalendar& calendar);
Json entry_json(const ReleaseEntry& entry);
Json view_json(const ReleaseView& view);

}  // namespace milepost::release
