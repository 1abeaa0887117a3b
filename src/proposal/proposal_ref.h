// What a proposal is called: enough to name it in a text, a table, JSON or a command.
#pragma once

#include <string>

#include "proposal/card.h"
#include "proposal/repository.h"
#include "proposal/unmerged.h"

namespace milepost {

struct ProposalRef {
  std::string number = {};  // "" when it has none
  std::string path = {};    // as the user sees it
  std::string title = {};
  std::string group = {};
  std::string unmerged = {};  // "as in #12, not merged"; "" of one that is merged

  // What to call it in a command: its number, else its path.
  const std::string& called() const { return number.empty() ? path : number; }
  // In a sentence: its number, else its title.
  const std::string& short_name() const { return number.empty() ? title : number; }
  // Above what is shown of it: "4211 Node memory swap", or its title alone, and where its text is
  // when that is not merged.
  std::string heading() const {
    const std::string head = number.empty() ? title : number + " " + title;
    return unmerged.empty() ? head : head + " (" + unmerged + ")";
  }
  friend bool operator==(const ProposalRef&, const ProposalRef&) = default;
};

inline ProposalRef ref_of(const Card& card, const Repository& repository) {
  return {card.number, card.path.empty() ? std::string() : repository.shown_path(card.path),
          card.title, card.group, card.unmerged ? note_of(*card.unmerged) : std::string()};
}

}  // namespace milepost
