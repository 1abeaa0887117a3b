// Whose an item is, and which comes first. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/inbox/items.h"
#include "proposal/proposal_ref.h"

namespace milepost::inbox {

// Somebody, or a team: an alias or a roster, which is asked through the roles it gives.
struct Addressee {
  std::string name;  // without an @
  bool team = false;
  std::vector<std::string> rosters;  // that a team is: "leads/storage"
};

Addressee find_addressee(const Rosters& rosters, std::string_view name);

bool is_for(const Addressee& addressee, const InboxItem& item, const ItemSubject& of);

// What makes it urgent.
enum class Urgency : std::uint8_t {
  kFreeze,  // a deadline
  kOthers,  // somebody cannot go on
  kRest,
};

std::string_view name(Urgency urgency);  // "freeze"
Urgency urgency_of(const InboxItem& item);

// An item, and the proposal it is about.
struct ProposalItem {
  std::string stream;  // what the proposal's events are kept under
  ProposalRef proposal;
  std::string status, stage;
  InboxItem item;
};

// Most urgent first: what a freeze waits for, by its deadline, then what others wait for,
// then the rest, each by how long it waits; what one person alone can do before what any
// of a team can. Of items that are the same, the most urgent stays.
void put_in_order(std::vector<ProposalItem>& items);

// What is listed together: an item, or several that are one task. Those are the same
// item, with the same deadline, about some proposals, and the debates of one proposal.
using Bundle = std::vector<const ProposalItem*>;

// In the order of the first of each.
std::vector<Bundle> make_bundles(std::span<const ProposalItem> items);

// What is common to a bundle: where they differ, nothing is said.
InboxItem common_item(const Bundle& bundle);

}  // namespace milepost::inbox
