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

std::string key_of_card(const Index& index, const Card& card) {
  const auto found = index.by_number.find(card.number);
  const bool shared = found != index.by_number.end() && found->second.size() > 1;
  if (!shared || card.path.empty()) return proposal_key(card);
  std::string key = card.path;
  std::ranges::replace(key, '/', '~');
  return key;
}

}  // namespace milepost
