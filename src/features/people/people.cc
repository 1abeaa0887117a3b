#include "features/people/people.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "features/common/person.h"
#include "features/common/rosters_with.h"
#include "store/record.h"

namespace milepost::people {

namespace {

bool is_open(const Process& process, const Card& card) {
  const Status* const status = process.find_status(card.status);
  return !status || !status->closed;
}

bool names(const std::vector<std::string>& people, std::string_view handle) {
  return std::ranges::any_of(
      people, [&](const std::string& name) { return equal_ignoring_case(name, handle); });
}

// The open ones first, each by number: 268 before 1258; those without one last, by path.
void open_first(const Process& process, std::vector<const Card*>& cards) {
  std::ranges::stable_sort(cards, [](const Card* a, const Card* b) {
    if (a->number.empty() != b->number.empty()) return b->number.empty();
    return a->number.size() != b->number.size() ? a->number.size() < b->number.size()
                                                : a->number < b->number;
  });
  std::ranges::stable_partition(cards, [&](const Card* card) { return is_open(process, *card); });
}

Result<std::vector<GivenHere>> approvals_by(const Workspace& workspace, const std::string& handle) {
  std::vector<GivenHere> given;
  TRY(const auto& record, workspace.record());
  if (!record->store().is_there()) return given;
  std::map<std::string, const Card*> cards;
  for (const Card& card : workspace.index().cards) cards.emplace(stream_of(card), &card);
  TRY(record->for_each([&](const std::string& stream, const ProposalState& state) {
    const auto card = cards.find(stream);
    if (card == cards.end()) return;
    for (const ApprovalState& approval : state.approvals) {
      if (equal_ignoring_case(approval.action.by, handle))
        given.push_back({card->second, approval});
    }
  }));
  std::ranges::stable_sort(given, [](const GivenHere& a, const GivenHere& b) {
    return a.approval.action.time > b.approval.action.time;
  });
  return given;
}

}  // namespace

std::vector<PersonLoad> list_people(const Workspace& workspace) {
  std::map<std::string, PersonLoad> people;
  for (const Card& card : workspace.index().cards) {
    std::set<std::string> here;
    const auto add = [&](const std::vector<std::string>& handles, std::size_t PersonLoad::* count) {
      for (const std::string& handle : handles) {
        if (!is_handle(handle)) continue;
        PersonLoad& load = people[lower(handle)];
        if (load.handle.empty()) load.handle = handle;
        ++(load.*count);
        here.insert(lower(handle));
      }
    };
    add(card.authors, &PersonLoad::authored);
    add(card.reviewers, &PersonLoad::reviews);
    add(card.approvers, &PersonLoad::approves);
    if (!is_open(workspace.process(), card)) continue;
    for (const std::string& handle : here) ++people[handle].open;
  }
  std::vector<PersonLoad> list;
  for (auto& [key, load] : people) list.push_back(std::move(load));
  std::ranges::stable_sort(
      list, [](const PersonLoad& a, const PersonLoad& b) { return a.open > b.open; });
  return list;
}

Result<std::optional<Person>> find_person(const Workspace& workspace, const std::string& handle) {
  Person person;
  person.handle = handle;
  for (const Card& card : workspace.index().cards) {
    if (names(card.authors, handle)) person.authored.push_back(&card);
    if (names(card.reviewers, handle)) person.reviews.push_back(&card);
    if (names(card.approvers, handle)) person.approves.push_back(&card);
  }
  for (auto* const cards : {&person.authored, &person.reviews, &person.approves}) {
    open_first(workspace.process(), *cards);
  }
  person.rosters = rosters_with(workspace, handle);
  TRY(person.approvals, approvals_by(workspace, handle));
  const bool known = !person.authored.empty() || !person.reviews.empty() ||
                     !person.approves.empty() || !person.rosters.empty() ||
                     !person.approvals.empty();
  if (!known) return std::optional<Person>();
  return std::optional(std::move(person));
}

std::vector<GroupLoad> list_groups(const Workspace& workspace) {
  std::map<std::string, GroupLoad> groups;
  for (const Card& card : workspace.index().cards) {
    if (!card.group.empty()) {
      GroupLoad& group = groups[card.group];
      ++group.owned;
      if (is_open(workspace.process(), card)) ++group.open;
    }
    for (const std::string& name : card.participating_groups) ++groups[name].participates;
  }
  std::vector<GroupLoad> list;
  for (auto& [name, load] : groups) {
    load.name = name;
    list.push_back(std::move(load));
  }
  return list;
}

std::optional<Group> find_group(const Workspace& workspace, const std::string& name) {
  Group group;
  group.name = name;
  for (const Card& card : workspace.index().cards) {
    if (card.group == name) group.owned.push_back(&card);
    if (std::ranges::find(card.participating_groups, name) != card.participating_groups.end()) {
      group.participates.push_back(&card);
    }
  }
  open_first(workspace.process(), group.owned);
  open_first(workspace.process(), group.participates);
  const Rosters& rosters = workspace.facts().rosters();
  for (const RosterSource& roster : workspace.process().rosters) {
    const std::string part = Rosters::of_group(roster.id, name);
    if (part == roster.id || !rosters.knows(part)) continue;
    if (auto people = rosters.names(part); !people.empty()) {
      group.rosters.push_back({roster.id, std::move(people)});
    }
  }
  if (group.owned.empty() && group.participates.empty() && group.rosters.empty()) {
    return std::nullopt;
  }
  return group;
}

}  // namespace milepost::people
