#include "features/common/card_of_key.h"

#include <algorithm>

#include "base/strings.h"
#include "features/common/route.h"
#include "proposal/metadata.h"

namespace milepost {

std::string key_of_called(std::string_view number_or_path) {
  std::string key;
  for (const char c : number_or_path) {
    if (c == '~' || c == '!') key += '!';
    key += c == '/' ? '~' : c;
  }
  return key;
}

std::string proposal_key(const Card& card) {
  return key_of_called(card.number.empty() ? card.path : card.number);
}

std::string subject_of_key(std::string_view key) {
  std::string subject;
  for (std::size_t i = 0; i < key.size(); ++i) {
    const bool as_it_is =
        key[i] == '!' && i + 1 < key.size() && (key[i + 1] == '~' || key[i + 1] == '!');
    if (as_it_is) {
      subject += key[++i];
    } else {
      subject += key[i] == '~' ? '/' : key[i];
    }
  }
  return subject;
}

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
  return !shared || card.path.empty() ? proposal_key(card) : key_of_called(card.path);
}

}  // namespace milepost
