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
bool is_debated_with(const Addressee& addressee, const std::string& word, const AskedOf& of) {
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
bool is_given_to(const Addressee& team, const Ask& ask, const AskedOf& of) {
  const Role* const role = of.process.find_role(ask.role);
  if (!role || role->roster.empty()) return false;
  return std::ranges::any_of(team.rosters, [&](const std::string& roster) {
    return roster == role->roster || roster == Rosters::of_group(role->roster, of.card.group);
  });
}

// Whether it is another task when the reason or the particulars are others.
bool is_told_apart(AskKind kind) {
  switch (kind) {
    case AskKind::kApprove:
    case AskKind::kReview:
    case AskKind::kConfirm:
    case AskKind::kAgree:
    case AskKind::kKnow: return false;
    default: return true;
  }
}

// Two that are equal are one task.
struct AskTask {
  AskKind kind;
  std::int64_t deadline;
  std::string deadline_title, release;
  std::string stream = {};  // of debates
  std::string role = {}, what = {}, why = {};
  std::optional<Remedy> remedy = {};  // whatever proposal it is about
  std::vector<Detail> details = {};
  auto operator<=>(const AskTask&) const = default;
};

AskTask task_of(const Awaited& one) {
  const Ask& ask = one.ask;
  AskTask task{ask.kind, ask.deadline ? ask.deadline->seconds : 0, ask.deadline_title, ask.release};
  if (ask.kind == AskKind::kUnresolved) {
    task.stream = one.stream;
    return task;
  }
  task.role = ask.role;
  task.what = ask.what;
  if (ask.remedy) task.remedy = about(*ask.remedy, {});
  if (is_told_apart(ask.kind)) {
    task.why = ask.why;
    task.details = ask.details;
  }
  return task;
}

// Fewer are shown one by one: they are not much to read, and that has their titles.
std::size_t fewest_of(AskKind kind) { return kind == AskKind::kUnresolved ? 2 : 3; }

}  // namespace

Addressee find_addressee(const Rosters& rosters, std::string_view name) {
  if (name.starts_with('@')) name.remove_prefix(1);
  Addressee addressee{std::string(name), false, rosters.made_from(name)};
  addressee.team = !addressee.rosters.empty();
  return addressee;
}

bool is_for(const Addressee& addressee, const Ask& ask, const AskedOf& of) {
  if (ask.kind == AskKind::kUnresolved) {
    return std::ranges::any_of(
        ask.who, [&](const std::string& word) { return is_debated_with(addressee, word, of); });
  }
  return addressee.team ? is_given_to(addressee, ask, of) : names(ask.who, addressee.name);
}

std::string_view name(Urgency urgency) {
  constexpr std::string_view kNames[] = {"freeze", "others", "rest"};
  return kNames[static_cast<std::size_t>(urgency)];
}

Urgency urgency_of(const Ask& ask) {
  if (ask.deadline) return Urgency::kFreeze;
  switch (ask.kind) {
    case AskKind::kAtRisk:
    case AskKind::kTick:
    case AskKind::kKnow: return Urgency::kRest;
    default: return Urgency::kOthers;
  }
}

void put_in_order(std::vector<Awaited>& awaited) {
  constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  std::ranges::stable_sort(awaited, {}, [&](const Awaited& one) {
    const Ask& ask = one.ask;
    return std::tuple(urgency_of(ask), ask.deadline ? ask.deadline->seconds : kNever, ask.any,
                      ask.since ? ask.since->seconds : kNever, one.number.size(),
                      std::string_view(one.number), std::string_view(one.path), ask.kind);
  });
  std::set<std::pair<std::string, std::string>> seen;
  std::erase_if(awaited,
                [&](const Awaited& one) { return !seen.emplace(one.stream, one.ask.key).second; });
}

std::vector<Bundle> make_bundles(std::span<const Awaited> awaited) {
  std::map<AskTask, Bundle> tasks;
  std::vector<const Bundle*> task_of_each;  // nodes of the map stay where they are
  for (const Awaited& one : awaited) {
    Bundle& task = tasks[task_of(one)];
    task.push_back(&one);
    task_of_each.push_back(&task);
  }
  std::vector<Bundle> bundles;
  for (std::size_t i = 0; i < awaited.size(); ++i) {
    const Bundle& task = *task_of_each[i];
    if (task.size() < fewest_of(awaited[i].ask.kind)) {
      bundles.push_back({&awaited[i]});
    } else if (task.front() == &awaited[i]) {
      bundles.push_back(task);
    }
  }
  return bundles;
}

}  // namespace milepost::inbox
