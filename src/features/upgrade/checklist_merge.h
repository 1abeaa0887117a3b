// A checklist that an author has worked on, brought up to its template: what the
// template asks for and the list has not is added; nothing in the list changes.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "text/document.h"

namespace milepost::upgrade {

struct MergedItems {
  std::vector<Edit> edits;  // of the author's text
  std::size_t added = 0;
};

// An item stands for one of the template's when they share words enough: templates
// put the same demand in other words over time.
MergedItems merge_checklist(const Document& own, const Document& wanted, std::string_view line_end);

}  // namespace milepost::upgrade
