#include "features/inbox/order.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/strings.h"
#include "process/process.h"

namespace milepost::inbox {

namespace {

bool names(const std::vector<std::string>& who, std::string_view name) {
  return std::ranges::any_of(
      who, [&](const std::string& other) { return equal_ignoring_case(other, name); });
}

// A debate may name a person, a team they are on, or a group that they stand for.
bool is_debated_with(const Addressee& addressee, const std::string& word, const ItemSubject& of) {
  if (equal_ignoring_case(word, addressee.name)) return true;
  if (addressee.team) {
    return std::ranges::any_of(addressee.rosters, [&](const std::string& roster) {
      const auto [id, group] = cut(roster, '/');
      return !group.empty() && equal_ignoring_case(group, word);
    });
  }
  if (of.rosters.is_on_team(word, addressee.name)) return true;
  return std::ranges::any_of(of.process.roles, [&](const Role& role) {
    return !role.roster.empty() &&
           of.rosters.has(Rosters::of_group(role.roster, word), addressee.name);
  });
}

// Whether the role is given by a roster that the team is.
bool is_given_to(const Addressee& team, const InboxItem& item, const ItemSubject& of) {
  const Role* const role = of.process.find_role(item.role);
  if (!role || role->roster.empty()) return false;
  return std::ranges::any_of(team.rosters, [&](const std::string& roster) {
    return roster == role->roster || roster == Rosters::of_group(role->roster, of.card.group);
  });
}

// Whether it is another task when the reason or the particulars are others.
bool is_told_apart(ItemKind kind) {
  switch (kind) {
    case ItemKind::kApprove:
    case ItemKind::kReview:
    case ItemKind::kConfirm:
    case ItemKind::kAgree:
    case ItemKind::kFreeze:
    case ItemKind::kPost:
    case ItemKind::kDescribe:
    case ItemKind::kKnow: return false;
    default: return true;
  }
}

// Two that are equal are one task.
struct SameTask {
  ItemKind kind;
  std::int64_t deadline;
  std::string deadline_title, release;
  std::string stream = {};  // of debates
  std::string role = {}, what = {}, why = {};
  std::optional<Remedy> remedy = {};  // whatever proposal it is about
  std::vector<Detail> details = {};
  auto operator<=>(const SameTask&) const = default;
};

SameTask task_of(const ProposalItem& one) {
  const InboxItem& item = one.item;
  SameTask task{item.kind, item.deadline ? item.deadline->seconds : 0, item.deadline_title,
                item.release};
  if (item.kind == ItemKind::kUnresolved) {
    task.stream = one.stream;
    return task;
  }
  task.role = item.role;
  task.what = item.what;
  if (item.remedy) task.remedy = about(*item.remedy, {});
  if (is_told_apart(item.kind)) {
    task.why = item.why;
    task.details = item.details;
  }
  return task;
}

// Fewer are shown one by one: they are not much to read, and that has their titles.
// What one command does for all is one task from the second on.
std::size_t fewest_of(ItemKind kind) {
  const bool at_once =
      kind == ItemKind::kUnresolved || kind == ItemKind::kFreeze || kind == ItemKind::kPost;
  return at_once ? 2 : 3;
}

}  // namespace

Addressee find_addressee(const Rosters& rosters, std::string_view name) {
  if (name.starts_with('@')) name.remove_prefix(1);
  Addressee addressee{std::string(name), false, rosters.made_from(name)};
  addressee.team = !addressee.rosters.empty();
  return addressee;
}

bool is_for(const Addressee& addressee, const InboxItem& item, const ItemSubject& of) {
  if (item.kind == ItemKind::kUnresolved) {
    return std::ranges::any_of(
        item.who, [&](const std::string& word) { return is_debated_with(addressee, word, of); });
  }
  return addressee.team ? is_given_to(addressee, item, of) : names(item.who, addressee.name);
}

std::string_view name(Urgency urgency) {
  constexpr std::string_view kNames[] = {"freeze", "others", "rest"};
  return kNames[static_cast<std::size_t>(urgency)];
}

Urgency urgency_of(const InboxItem& item) {
  if (item.deadline) return Urgency::kFreeze;
  if (item.later) return Urgency::kRest;
  switch (item.kind) {
    case ItemKind::kAtRisk:
    case ItemKind::kTick:
    case ItemKind::kDescribe:
    case ItemKind::kKnow: return Urgency::kRest;
    default: return Urgency::kOthers;
  }
}

void put_in_order(std::vector<ProposalItem>& items) {
  constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  std::ranges::stable_sort(items, {}, [&](const ProposalItem& one) {
    const InboxItem& item = one.item;
    return std::tuple(urgency_of(item), item.deadline ? item.deadline->seconds : kNever, item.any,
                      item.since ? item.since->seconds : kNever, one.proposal.number.size(),
                      std::string_view(one.proposal.number), std::string_view(one.proposal.path),
                      item.kind);
  });
  std::set<std::pair<std::string, std::string>> seen;
  std::erase_if(items, [&](const ProposalItem& one) {
    return !seen.emplace(one.stream, one.item.key).second;
  });
}

std::vector<Bundle> make_bundles(std::span<const ProposalItem> items) {
  std::map<SameTask, Bundle> tasks;
  std::vector<const Bundle*> task_of_each;  // nodes of the map stay where they are
  for (const ProposalItem& one : items) {
    Bundle& task = tasks[task_of(one)];
    task.push_back(&one);
    task_of_each.push_back(&task);
  }
  std::vector<Bundle> bundles;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Bundle& task = *task_of_each[i];
    if (task.size() < fewest_of(items[i].item.kind)) {
      bundles.push_back({&items[i]});
    } else if (task.front() == &items[i]) {
      bundles.push_back(task);
    }
  }
  return bundles;
}

InboxItem common_item(const Bundle& bundle) {
  InboxItem item = bundle.front()->item;
  if (bundle.size() == 1) return item;
  const auto same = [&](auto InboxItem::* part) {
    return std::ranges::all_of(bundle, [&](const ProposalItem* one) {
      return one->item.*part == bundle.front()->item.*part;
    });
  };
  if (!same(&InboxItem::why)) item.why.clear();
  if (!same(&InboxItem::details)) item.details.clear();
  if (!same(&InboxItem::where)) item.where.clear();
  if (!same(&InboxItem::draft)) item.draft.clear();
  if (!same(&InboxItem::who)) item.who.clear();
  return item;
}

}  // namespace milepost::inbox
