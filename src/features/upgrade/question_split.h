// Questions that stand as bold list items, as templates once had them, made into
// headings of their own. The answers stay as they are but for the indentation
// that came from the list.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "features/upgrade/outline.h"
#include "proposal/judgement.h"

namespace milepost::upgrade {

struct BoldQuestion {
  std::uint32_t wanted;  // the template's section
  std::string title;     // of the new heading
};

// Splits the questions off the nodes they stand in; gives the nodes made, in the
// document's order. One that cannot be told apart from the text around it, in a
// list within a list or with a code block that is never closed, stays.
std::vector<OutlineNode*> split_questions(const Document& document, const Judgement& judgement,
                                          const std::vector<BoldQuestion>& questions,
                                          Outline& outline);

}  // namespace milepost::upgrade
