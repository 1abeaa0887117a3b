#include "process/lifecycle.h"

#include <algorithm>

namespace milepost {

const std::vector<std::string>& condition_type_names() {
  static const std::vector<std::string> names = {
      "sections",  "findings", "fields",  "resolved", "approval", "review",    "checklist",
      "milestone", "releases", "shipped", "status",   "top",      "successor", "reason",
      "criteria",  "links",    "place",   "template", "record",   "nothing"};
  return names;
}

std::optional<ConditionType> parse_condition_type(std::string_view name) {
  const auto& names = condition_type_names();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<ConditionType>(found - names.begin());
}

const CalendarDate* Calendar::find(std::string_view id) const {
  const auto found = std::ranges::find(dates, id, &CalendarDate::id);
  return found == dates.end() ? nullptr : &*found;
}

}  // namespace milepost
