// A Remedy: something that can be done about what is missing or disagrees, as a value.
//
// Who finds a fault makes it; formats turn it into a command, a sentence, a button or a
// code action (features/common/remedy_text). Nobody finds out from a text what is to be
// done, so that no text has to keep its words.
#pragma once

#include <compare>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "gates/remedy_commands.h"
#include "gates/remedy_edits.h"

namespace milepost {

struct Remedy {
  std::variant<remedy::Command, remedy::Edit> what;
  std::string before = {};  // words of what comes first: "after the answers"

  // Such as remedy::Approve{…}, which may stand for itself.
  template <typename What>
    requires std::constructible_from<std::variant<remedy::Command, remedy::Edit>, What>
  // NOLINTNEXTLINE(google-explicit-constructor)
  Remedy(What kind, std::string first = {}) : what(std::move(kind)), before(std::move(first)) {}

  auto operator<=>(const Remedy&) const = default;

  // Whether milepost does it, or shows what is to be done.
  bool is_command() const { return std::holds_alternative<remedy::Command>(what); }
};

std::string_view name(const Remedy& remedy);  // "opt-in", for programs

// The same about another proposal, or about several where one command takes them. One
// that concerns no proposal stays as it is.
Remedy about(Remedy remedy, const std::vector<std::string>& proposals);
// Whether it can be done for several proposals at once.
bool takes_several(const Remedy& remedy);

}  // namespace milepost
