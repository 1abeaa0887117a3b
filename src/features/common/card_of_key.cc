#include "features/common/card_of_key.h"

#include <algorithm>

#include "base/strings.h"
#include "features/common/route.h"
#include "proposal/metadata.h"

namespace milepost {

const Card* card_of_key(const Workspace& workspace, std::string_view key) {
  if (!workspace.recognised() || key.empty()) return nullptr;
  const Index& index = workspace.index();
  if (!std::ranges::all_of(key, is_digit)) return index.find(subject_of_key(key));
  const auto found = index.by_number.find(plain_number(key));
  if (found == index.by_number.end() || found->second.size() != 1) return nullptr;
  return &index.cards[found->second.front()];
}

}  // namespace milepost
