// Suppressions written in a document:
//
//   <!-- milepost-disable MP203 section-order -->    from here to the end, or to
//   <!-- milepost-enable MP203 -->                   here
//   <!-- milepost-disable-next-line MP609 -->
//
// One that stands before the first heading covers the whole file.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "text/document.h"

namespace milepost {

// Takes away what is suppressed. A suppression that suppresses nothing or names
// no rule is reported to `unused`, unless its rule was not run.
void apply_suppressions(const Document& document, std::vector<Finding>& findings, Sink& unused,
                        const std::function<bool(std::string_view code)>& was_run);

}  // namespace milepost
