// What the JSON about releases shares. Included only by the sources that write JSON.
#pragma once

#include "report/json_value.h"
#include "report/release.h"

namespace milepost {

Json calendar_json(const ReleaseCalendar& calendar);
Json entry_json(const ReleaseEntry& entry);
Json view_json(const ReleaseView& view);

}  // namespace milepost
