// How the sections of a proposal stand, for all that show them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "proposal/judgement.h"

namespace milepost {

enum class Health : std::uint8_t {
  kFilled,
  kNotFilled,   // asked for and there, but it says nothing yet
  kMissing,     // asked for and not there
  kNotAskedFor  // optional or due later, and not filled
};

std::string_view name(Health health);  // "filled", "not-filled", "missing", "not-asked-for"

// Of one section of the template.
Health health_of(const Judgement& judgement, std::size_t section);
// Of those that are asked for below the title, in the order of the template.
std::vector<Health> health_of_due(const Judgement& judgement);

}  // namespace milepost
