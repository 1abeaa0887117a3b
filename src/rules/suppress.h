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
#include "rules/rule.h"
#include "text/document.h"

namespace milepost {

// One rule that a document suppresses.
struct NewSuppression {
  std::string_view code;
  Span at;  // its name in the comment
};

// Those that a document did not have before: its line is new, it covers more, or its end is gone.
std::vector<NewSuppression> new_suppressions(const FormerText& former, const Document& document);

// Takes away what is suppressed, but no error that only new suppressions are for when there is a
// former text. A suppression that suppresses nothing or names
// no rule is reported to `unused`, unless its rule was not run.
void apply_suppressions(const Document& document, std::vector<Finding>& findings, Sink& unused,
                        const std::function<bool(std::string_view code)>& was_run,
                        const FormerText* former = nullptr);

}  // namespace milepost
