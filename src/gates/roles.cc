#include "gates/roles.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

// More names than these are a crowd, which the role's title describes better.
constexpr std::size_t kNamed = 4;

std::vector<std::string> named_by(const Process& process, const Field& field, const Card& card) {
  // Of a candidate without a text the record says who.
  if (!card.has_text() && field.role == FieldRole::kAuthors) return card.authors;
  std::vector<std::string> names;
  for (const Scalar& entry : scalars(card.metadata->find(field))) {
    if (is_unset(process, entry.text)) continue;
    const auto handle = read_handle(entry.text);
    if (handle) names.emplace_back(handle->name);
  }
  return names;
}

// Those with a say in what somebody objects.
std::vector<std::string> settling_roles(const Process& process) {
  std::vector<std::string> roles;
  for (const Role& role : process.roles) {
    const Field* const field = process.find_field(role.field);
    if (!field || field->role != FieldRole::kAuthors) roles.push_back(role.id);
  }
  return roles;
}

// The aliases whose members hold a role in the proposal's group.
std::vector<std::string> aliases_of(const RosterSource& roster, const Card& card) {
  constexpr std::string_view kGroup = "{group}";
  std::vector<std::string> aliases;
  for (std::string alias : roster.members) {
    const std::size_t at = alias.find(kGroup);
    if (at != alias.npos && card.group.empty()) continue;
    if (at != alias.npos) alias.replace(at, kGroup.size(), card.group);
    aliases.push_back(std::move(alias));
  }
  return aliases;
}

}  // namespace

const Role* author_role(const Process& process) {
  const Field* const authors = process.field(FieldRole::kAuthors);
  const auto found =
      authors ? std::ranges::find(process.roles, authors->id, &Role::field) : process.roles.end();
  return found == process.roles.end() ? nullptr : &*found;
}

std::string why_unknown(const Process& process, const std::string& roster, const Card& card,
                        const Rosters& rosters) {
  const RosterSource* const source = process.find_roster(roster);
  if (!source || source->file.empty()) {
    return fmt::format("the process lists no roster {}", roster);
  }
  if (!source->owners.empty()) {
    return fmt::format("there is no file {} that can be read", source->file);
  }
  const std::vector<std::string> aliases = aliases_of(*source, card);
  if (aliases.empty()) return "the proposal names no group";
  if (!rosters.has_file(source->file)) {
    return fmt::format("there is no file {} that can be read, with the alias {}", source->file,
                       aliases.front());
  }
  return fmt::format("{} has no alias {}", source->file, aliases.front());
}

namespace {

// "nobody is known as a release lead: …", with the lines to add.
std::string unknown_holders(const Process& process, const Role& role, const Card& card,
                            const Rosters& rosters, std::string_view handle) {
  const std::string nobody = "nobody is known as " + role.title;
  const RosterSource* const roster = process.find_roster(role.roster);
  const std::vector<std::string> aliases =
      roster ? aliases_of(*roster, card) : std::vector<std::string>{};
  if (!roster || roster->file.empty()) {
    return fmt::format("{}: the process lists no roster {}", nobody, role.roster);
  }
  if (!roster->owners.empty()) {
    return fmt::format("{}: there is no file {} that can be read; it is to have\n{}:\n  - {}",
                       nobody, roster->file, roster->owners.front(), handle);
  }
  if (aliases.empty()) return fmt::format("{}: the proposal names no group", nobody);
  if (!rosters.has_file(roster->file)) {
    return fmt::format(
        "{}: there is no file {} that can be read; it is to have\naliases:\n  {}:\n    - {}",
        nobody, roster->file, aliases.front(), handle);
  }
  return fmt::format("{}: {} has no alias {}; add below aliases:\n  {}:\n    - {}", nobody,
                     roster->file, aliases.front(), aliases.front(), handle);
}

// "you are not on build-leads in ALIASES"
std::string why_none_of(const Process& process, const Role& role, const Card& card) {
  std::vector<std::string> reasons;
  if (const Field* const field = process.find_field(role.field)) {
    reasons.push_back(
        fmt::format("not among the {} in {}", field->id,
                    card.files.metadata.empty() ? card.files.document : card.files.metadata));
  }
  const RosterSource* const roster = process.find_roster(role.roster);
  if (roster && roster->file.empty()) {
    reasons.push_back("not on the roster " + roster->id);
  } else if (roster && !roster->owners.empty()) {
    reasons.push_back(
        fmt::format("not among the {} in {}", fmt::join(roster->owners, " or "), roster->file));
  } else if (roster) {
    reasons.push_back(
        fmt::format("not on {} in {}", fmt::join(aliases_of(*roster, card), " or "), roster->file));
  }
  return fmt::format("you are {}", fmt::join(reasons, " and "));
}

}  // namespace

std::optional<std::vector<std::string>> holders(const Process& process, const Role& role,
                                                const Card& card, const Rosters& rosters) {
  std::vector<std::string> names;
  bool known = true;
  if (const Field* field = process.find_field(role.field)) names = named_by(process, *field, card);
  if (!role.roster.empty()) {
    const std::string of_group = Rosters::of_group(role.roster, card.group);
    known = rosters.knows(role.roster) || rosters.knows(of_group);
    for (const std::string& roster : {role.roster, of_group}) {
      for (const std::string& name : rosters.names(roster)) names.push_back(name);
    }
  }
  if (!known && names.empty()) return std::nullopt;
  for (const std::string& other : role.excludes) {
    const auto others = holders(process, *process.find_role(other), card, rosters);
    if (!others) continue;
    std::erase_if(names, [&](const std::string& name) {
      return std::ranges::any_of(
          *others, [&](const std::string& held) { return equal_ignoring_case(held, name); });
    });
  }
  std::ranges::sort(names);
  const auto same = std::ranges::unique(names);
  names.erase(same.begin(), same.end());
  return names;
}

May may_act(const Process& process, std::span<const std::string> roles, const Card& card,
            const Rosters& rosters, std::string_view handle) {
  if (roles.empty()) return May::kYes;
  if (handle.starts_with('@')) handle.remove_prefix(1);
  if (handle.empty()) return May::kUnknown;
  bool known = true;
  for (const std::string& id : roles) {
    const Role* role = process.find_role(id);
    if (!role) continue;
    const auto names = holders(process, *role, card, rosters);
    if (!names) {
      known = false;
      continue;
    }
    const auto same = [&](const std::string& name) { return equal_ignoring_case(name, handle); };
    if (std::ranges::any_of(*names, same)) return May::kYes;
  }
  return known ? May::kNo : May::kUnknown;
}

std::string excluded_as(const Process& process, const Role& role, const Card& card,
                        const Rosters& rosters, std::string_view handle) {
  Role unguarded = role;
  unguarded.excludes.clear();
  const auto named = holders(process, unguarded, card, rosters);
  const auto same = [&](const std::string& name) { return equal_ignoring_case(name, handle); };
  if (!named || std::ranges::none_of(*named, same)) return {};
  for (const std::string& other : role.excludes) {
    if (may_act(process, {&other, 1}, card, rosters, handle) == May::kYes) {
      return process.find_role(other)->title;
    }
  }
  return {};
}

std::vector<std::string> settlers(const Process& process, const Card& card,
                                  const Rosters& rosters) {
  std::vector<std::string> people;
  for (const std::string& id : settling_roles(process)) {
    const auto names = holders(process, *process.find_role(id), card, rosters);
    if (names) people.insert(people.end(), names->begin(), names->end());
  }
  std::erase_if(people, [&](const std::string& name) {
    return std::ranges::any_of(
        card.authors, [&](const std::string& author) { return equal_ignoring_case(author, name); });
  });
  std::ranges::sort(people);
  const auto same = std::ranges::unique(people);
  people.erase(same.begin(), same.end());
  return people;
}

std::string describe_settlers(const Process& process, const Card& card, const Rosters& rosters,
                              std::string_view objector) {
  const std::vector<std::string> roles = settling_roles(process);
  if (roles.empty()) return fmt::format("@{}", objector);
  return fmt::format("@{}, or {}", objector, describe_holders(process, roles, card, rosters));
}

std::string describe_holders(const Process& process, std::span<const std::string> roles,
                             const Card& card, const Rosters& rosters) {
  std::vector<std::string> texts;
  for (const std::string& id : roles) {
    const Role* role = process.find_role(id);
    if (!role) continue;
    std::string text = role->title;
    const auto names = holders(process, *role, card, rosters);
    if (names && !names->empty() && names->size() <= kNamed) {
      text += fmt::format(" (@{})", fmt::join(*names, ", @"));
    }
    texts.push_back(std::move(text));
  }
  if (texts.size() < 2) return texts.empty() ? "anybody" : texts.front();
  return fmt::format("{} or {}", fmt::join(texts.begin(), texts.end() - 1, ", "), texts.back());
}

Result<void> check_roles(const Process& process, std::span<const std::string> roles,
                         const Card& card, const Rosters& rosters, std::string_view handle,
                         std::string_view doing) {
  if (handle.starts_with('@')) handle.remove_prefix(1);
  const May may = may_act(process, roles, card, rosters, handle);
  if (may == May::kYes) return {};
  const std::string refused = fmt::format("@{} may not {}: ", handle, doing);
  const std::string who = describe_holders(process, roles, card, rosters);
  const Role* lost = nullptr;  // of which nobody knows who holds it
  for (const std::string& id : roles) {
    const Role* const role = process.find_role(id);
    if (!role) continue;
    const std::string other = excluded_as(process, *role, card, rosters, handle);
    if (!other.empty()) {
      return failure(fmt::format("{}you are {} of it, who cannot be {}; it is for {}", refused,
                                 other, role->title, who),
                     ErrorKind::kForbidden);
    }
    if (!lost && !holders(process, *role, card, rosters)) lost = role;
  }
  if (lost) {
    return failure(refused + (roles.size() > 1 ? fmt::format("it is for {}; ", who) : "") +
                       unknown_holders(process, *lost, card, rosters, handle),
                   ErrorKind::kForbidden);
  }
  const Role* const only = roles.size() == 1 ? process.find_role(roles.front()) : nullptr;
  return failure(fmt::format("{}it is for {}; {}", refused, who,
                             only ? why_none_of(process, *only, card) : "you are none of them"),
                 ErrorKind::kForbidden);
}

const Review* review_given_by(const Process& process, std::string_view role) {
  if (const Review* const review = process.find_review(role)) return review;
  const Role* const found = process.find_role(role);
  if (!found || found->roster.empty()) return nullptr;
  const auto same = std::ranges::find(process.reviews, found->roster, &Review::roster);
  return same == process.reviews.end() ? nullptr : &*same;
}

}  // namespace milepost
