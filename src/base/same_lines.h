// Whether two texts have the same lines. git may write other ends of lines into a work tree than a
// commit holds, and nobody has changed anything then.
#pragma once

#include <string_view>

namespace milepost {

bool same_lines(std::string_view one, std::string_view other);

}  // namespace milepost
