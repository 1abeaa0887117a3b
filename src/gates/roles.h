// Who somebody is to a proposal, and what that lets them do. The one place that
// decides it, for the command line and for the server.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "proposal/facts.h"

namespace milepost {

// The handles that hold a role, sorted; nothing when it cannot be known, because
// the roster's file is not there.
std::optional<std::vector<std::string>> holders(const Process& process, const Role& role,
                                                const Card& card, const Rosters& rosters);

// The role of those whom the metadata names as authors; nullptr when the process has none.
const Role* author_role(const Process& process);

enum class May : std::uint8_t { kYes, kNo, kUnknown };

// Whether the person holds one of the roles. Nobody in particular (an empty
// handle) is unknown; without roles anybody may.
May may_act(const Process& process, std::span<const std::string> roles, const Card& card,
            const Rosters& rosters, std::string_view handle);

// Fails when the person may not do something that is for these roles: "@joe may not opt in: it is
// for a lead (@lee); you are not on build-leads in ALIASES". Where nobody is known to hold a role,
// it says what to write into which file.
Result<void> check_roles(const Process& process, std::span<const std::string> roles,
                         const Card& card, const Rosters& rosters, std::string_view handle,
                         std::string_view doing);

// Why nobody is known of a roster: "there is no file OWNERS that can be read" or "OWNERS has no
// alias build-leads".
std::string why_unknown(const Process& process, const std::string& roster, const Card& card,
                        const Rosters& rosters);

// The review that a role gives: the one of its name, or the one whose roster it is;
// nullptr when it gives none.
const Review* review_given_by(const Process& process, std::string_view role);

// The role that keeps somebody from another they are named for: "the author"; "" when none does.
std::string excluded_as(const Process& process, const Role& role, const Card& card,
                        const Rosters& rosters, std::string_view handle);

// Who may settle what somebody objects, beside that person: those who hold a role other than
// the author's and are no authors.
std::vector<std::string> settlers(const Process& process, const Card& card, const Rosters& rosters);
// "@jane, or an approver (@joe)"; where nobody else may, "@jane".
std::string describe_settlers(const Process& process, const Card& card, const Rosters& rosters,
                              std::string_view objector);

// "the author (@jane) or an approver (@joe, @ann)"
std::string describe_holders(const Process& process, std::span<const std::string> roles,
                             const Card& card, const Rosters& rosters);

}  // namespace milepost
