#include "features/people/people.h"

#include <map>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/metadata.h"

namespace milepost::people {

namespace {

ProposalRef ref(const Workspace& workspace, const Card& card) {
  return ref_of(card, workspace.repository());
}

// A handle as somebody writes it, without the @.
std::string_view plain(std::string_view handle) {
  if (handle.starts_with('@')) handle.remove_prefix(1);
  return handle;
}

struct Entry {
  Person person;
  std::set<std::string> groups;
};

std::map<std::string, Entry> read_people(const Workspace& workspace) {
  std::map<std::string, Entry> people;
  if (!workspace.recognised()) return people;
  const auto add = [&](const Card& card, const std::vector<std::string>& names,
                       std::vector<ProposalRef> Person::* list) {
    for (const std::string& name : names) {
      if (is_unset(workspace.process(), name)) continue;
      Entry& entry = people[lower(name)];
      if (entry.person.handle.empty()) entry.person.handle = name;
      (entry.person.*list).push_back(ref(workspace, card));
      if (!card.group.empty()) entry.groups.insert(card.group);
    }
  };
  for (const Card& card : workspace.index().cards) {
    add(card, card.authors, &Person::authors);
    add(card, card.reviewers, &Person::reviews);
    add(card, card.approvers, &Person::approves);
  }
  return people;
}

Person finished(Entry entry) {
  entry.person.groups.assign(entry.groups.begin(), entry.groups.end());
  return std::move(entry.person);
}

struct GroupEntry {
  Group group;
  std::set<std::string> people;
};

std::map<std::string, GroupEntry> read_groups(const Workspace& workspace) {
  std::map<std::string, GroupEntry> groups;
  if (!workspace.recognised()) return groups;
  const auto of = [&](const std::string& name) -> GroupEntry& {
    GroupEntry& entry = groups[lower(name)];
    if (entry.group.name.empty()) entry.group.name = name;
    return entry;
  };
  for (const Card& card : workspace.index().cards) {
    if (!card.group.empty()) {
      GroupEntry& entry = of(card.group);
      entry.group.owns.push_back(ref(workspace, card));
      entry.people.insert(card.authors.begin(), card.authors.end());
    }
    for (const std::string& name : card.participating_groups) {
      if (!name.empty()) of(name).group.participates.push_back(ref(workspace, card));
    }
  }
  return groups;
}

Group finished(GroupEntry entry) {
  entry.group.people.assign(entry.people.begin(), entry.people.end());
  return std::move(entry.group);
}

}  // namespace

std::vector<Person> list_people(const Workspace& workspace) {
  std::vector<Person> list;
  for (auto& [key, entry] : read_people(workspace)) list.push_back(finished(entry));
  return list;
}

std::vector<Group> list_groups(const Workspace& workspace) {
  std::vector<Group> list;
  for (auto& [key, entry] : read_groups(workspace)) list.push_back(finished(entry));
  return list;
}

Result<Person> find_person(const Workspace& workspace, std::string_view handle) {
  auto people = read_people(workspace);
  const auto found = people.find(lower(plain(handle)));
  if (found != people.end()) return finished(std::move(found->second));
  return failure(fmt::format("no proposal names @{}", plain(handle)), ErrorKind::kNotFound);
}

Result<Group> find_group(const Workspace& workspace, std::string_view name) {
  auto groups = read_groups(workspace);
  const auto found = groups.find(lower(name));
  if (found != groups.end()) return finished(std::move(found->second));
  return failure(fmt::format("no proposal is of the group {}", name), ErrorKind::kNotFound);
}

}  // namespace milepost::people
