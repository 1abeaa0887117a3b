// How much awaited somebody when their inbox was last read, by whichever page: what the navigation
// shows, which has not the time to read it for every page.
#pragma once

#include <cstddef>
#include <optional>

#include "features/common/route.h"

namespace milepost {

void note_awaiting(const Visit& visit, std::size_t count);
// Nothing for whom it was not read lately.
std::optional<std::size_t> find_awaiting(const Visit& visit);

}  // namespace milepost
