// Writing one file as a whole, wherever it lies. What must change together with other
// files, and survive a crash, goes through change_set.h.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace milepost {

// The text goes to a file beside it that takes its name once it is on disk; when that
// fails, what was there stays, with its mode. A link stays one, and the file it leads to is
// replaced; the path is followed as follow_named() does. Fails, in words without the
// name, also when something other than a file stands there.
Result<void> replace_file(const std::string& path, std::string_view text,
                          const std::string& repository = {});

}  // namespace milepost
