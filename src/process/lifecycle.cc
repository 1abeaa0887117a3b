#include "process/lifecycle.h"

#include <algorithm>

namespace milepost {

const std::vector<std::string>& condition_type_names() {
  static const std::vector<std::string> names = {
      "sections", "findings", "fields", "resolved", "approval",  "review", "checklist", "milestone",
      "releases", "shipped",  "status", "top",      "successor", "reason", "criteria",  "links",
      "place",    "template", "merged", "issue",    "agreed",    "record", "nothing"};
  return names;
}

std::optional<ConditionType> parse_condition_type(std::string_view name) {
  const auto& names = condition_type_names();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<ConditionType>(found - names.begin());
}

RecordQuestion parse_record_question(std::string_view id) {
  constexpr std::string_view kOptIn = "opt-in";
  constexpr std::pair<std::string_view, RecordFact> kEnds[] = {{"-linked", RecordFact::kLinked},
                                                               {"-merged", RecordFact::kMerged}};
  if (id == kOptIn) return {RecordFact::kOptIn, {}};
  for (const auto& [end, fact] : kEnds) {
    if (id.ends_with(end)) return {fact, std::string(id.substr(0, id.size() - end.size()))};
  }
  return {RecordFact::kIssue, std::string(id)};
}

const std::vector<std::string>& release_action_names() {
  static const std::vector<std::string> names = {"opt-in",    "opt-out", "remove", "defer",
                                                 "exception", "decide",  "restore"};
  return names;
}

std::string_view name(ReleaseAction action) {
  return release_action_names()[static_cast<std::size_t>(action)];
}

const CalendarDate* Calendar::find(std::string_view id) const {
  const auto found = std::ranges::find(dates, id, &CalendarDate::id);
  return found == dates.end() ? nullptr : &*found;
}

const std::vector<std::string>& Calendar::roles_of(ReleaseAction action) const {
  static const std::vector<std::string> anybody;
  const auto found =
      std::ranges::find_if(by, [&](const auto& entry) { return entry.first == action; });
  if (found != by.end()) return found->second;
  return action == ReleaseAction::kRestore ? roles_of(ReleaseAction::kRemove) : anybody;
}

}  // namespace milepost
