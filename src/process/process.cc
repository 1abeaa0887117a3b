#include "process/process.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost {

namespace {

template <typename T>
const T* find_by_id(const std::vector<T>& list, std::string_view id) {
  const auto found = std::ranges::find(list, id, &T::id);
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

const Kind* Process::find_kind(std::string_view id) const { return find_by_id(kinds, id); }
const Status* Process::find_status(std::string_view id) const { return find_by_id(statuses, id); }
const Gate* Process::find_gate(std::string_view id) const { return find_by_id(gates, id); }
const Field* Process::find_field(std::string_view id) const { return find_by_id(fields, id); }
const RosterSource* Process::find_roster(std::string_view id) const {
  return find_by_id(rosters, id);
}
const Review* Process::find_review(std::string_view id) const { return find_by_id(reviews, id); }
const Role* Process::find_role(std::string_view id) const { return find_by_id(roles, id); }
const TrackingForm& Process::tracking_of(std::string_view kind) const {
  const Kind* const found = find_kind(kind);
  return found && found->tracking.present() ? found->tracking : tracking;
}

const Checklist* Process::find_checklist(std::string_view id) const {
  return find_by_id(checklists, id);
}

const Field* Process::field(FieldRole role) const {
  const auto found = std::ranges::find(fields, role, &Field::role);
  return found == fields.end() ? nullptr : &*found;
}

std::vector<std::string> Process::stage_names() const {
  std::vector<std::string> names;
  for (const Ladder& ladder : ladders) {
    names.insert(names.end(), ladder.stages.begin(), ladder.stages.end());
  }
  return names;
}

std::optional<std::size_t> Process::rank(std::string_view stage) const {
  for (const Ladder& ladder : ladders) {
    if (std::ranges::find(ladder.stages, stage) == ladder.stages.end()) continue;
    const auto equal = ladder.counts_as.find(std::string(stage));
    const auto& first = ladders.front().stages;
    const auto found =
        std::ranges::find(first, equal == ladder.counts_as.end() ? stage : equal->second.stage);
    return static_cast<std::size_t>(found - first.begin());
  }
  return std::nullopt;
}

std::string_view Process::stage_in_code(std::string_view word) const {
  const auto same = [&](const std::string& other) { return equal_ignoring_case(word, other); };
  for (const Ladder& ladder : ladders) {
    const auto own = std::ranges::find_if(ladder.stages, same);
    if (own != ladder.stages.end()) return *own;
    for (const auto& [stage, others] : ladder.in_code) {
      if (std::ranges::any_of(others, same)) return stage;
    }
  }
  return {};
}

bool Process::reached(std::string_view stage, std::string_view wanted) const {
  if (wanted.empty()) return true;
  return rank(stage).value_or(0) >= rank(wanted).value_or(0);
}

std::string_view Process::first_stage() const {
  return ladders.empty() || ladders.front().stages.empty()
             ? std::string_view()
             : std::string_view(ladders.front().stages.front());
}

std::string_view Process::stage_asked_by(std::string_view status) const {
  std::vector<const Gate*> before;
  for (const Gate& gate : gates) {
    if (!status.empty() && gate.status == status) before.push_back(&gate);
  }
  std::string_view highest;
  // A gate that two others come after is walked once.
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::string& stage = before[i]->stage;
    if (!stage.empty() && (highest.empty() || rank(stage) > rank(highest))) highest = stage;
    for (const std::string& id : before[i]->after) {
      const Gate* gate = find_gate(id);
      if (gate && std::ranges::find(before, gate) == before.end()) before.push_back(gate);
    }
  }
  return highest;
}

}  // namespace milepost
