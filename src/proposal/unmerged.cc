#include "proposal/unmerged.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost {

std::string_view pull_number(std::string_view place) {
  const std::size_t mark = place.rfind('#');
  if (mark == place.npos || mark + 1 == place.size()) return {};
  const std::string_view number = place.substr(mark + 1);
  return std::ranges::all_of(number, is_digit) ? number : std::string_view();
}

std::string short_place(std::string_view place) {
  const std::string_view number = pull_number(place);
  return number.empty() ? std::string("the branch ").append(place)
                        : std::string("#").append(number);
}

std::string note_of(const Unmerged& unmerged) {
  if (unmerged.place.empty()) return "no text yet";
  const std::string place = short_place(unmerged.place);
  if (unmerged.problem.empty()) return "as in " + place + ", not merged";
  return (unmerged.candidate ? "its text is in " : "its update is in ") + place +
         ", which cannot be read";
}

}  // namespace milepost
