#include "features/release/next_freezes.h"

#include <algorithm>

#include "features/release/freeze_state.h"

namespace milepost::release {

const Release* release_of_next_freeze(const Process& process, const Releases& releases,
                                      Instant now) {
  const Release* next = nullptr;
  std::optional<Instant> soonest;
  for (const Release& release : releases.all()) {
    for (const CalendarDate& date : process.calendar.dates) {
      const auto at = date.gate.empty() ? std::nullopt : release.date(date.id);
      if (!at || !(now < *at) || (soonest && !(*at < *soonest))) continue;
      soonest = at;
      next = &release;
    }
  }
  return next;
}

std::vector<FreezeAhead> judge_ahead(const FreezeQuestion& question, const Selected& selected,
                                     const FreezeExam& exam, const ProposalState& state) {
  const Participation* const part = state.find_participation(to_string(question.release.version));
  if (part && part->state == ParticipationState::kRemoved) return {};
  std::vector<const CalendarDate*> dates;
  std::vector<FreezeAhead> ahead;
  for (const CalendarDate& date : selected.at->process().calendar.dates) {
    if (date.gate.empty()) continue;
    const FreezeRecord record = freeze_record(question.release, date.id, state);
    const auto deadline = own_deadline(record);
    if (!deadline || has_passed(record, question.now) || !is_to_judge(record)) continue;
    dates.push_back(&date);
    ahead.push_back({&date, *deadline, {}});
  }
  auto missing = judge_freezes(question, selected, exam, dates);
  for (std::size_t i = 0; i < ahead.size(); ++i) ahead[i].missing = std::move(missing[i]);
  return ahead;
}

std::size_t at_stake(std::span<const FreezeAhead> ahead) {
  const auto admits =
      std::ranges::find_if(ahead, [](const FreezeAhead& freeze) { return freeze.date->admits; });
  if (admits != ahead.end()) return static_cast<std::size_t>(admits - ahead.begin()) + 1;
  const auto lacks = std::ranges::find_if(
      ahead, [](const FreezeAhead& freeze) { return !freeze.missing.empty(); });
  return lacks == ahead.end() ? 0 : static_cast<std::size_t>(lacks - ahead.begin()) + 1;
}

}  // namespace milepost::release
