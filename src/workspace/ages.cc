#include "workspace/ages.h"

#include "process/moves.h"
#include "workspace/calendar.h"
#include "workspace/subjects.h"

namespace milepost {

namespace {

// The stage after the one it is in has a release, and that is not yet out.
bool is_planned(const Subjects& data, const Standing& standing) {
  const auto release = standing.milestone_of(next_stage(data.process, standing.stage));
  return release && !data.cycles.shipped(*release);
}

Age age_of(const Subjects& data, const Watch& watch, const Subject& subject) {
  Age age;
  if (subject.tenure) {
    const Tenure& tenure = *subject.tenure;
    const Durations& days = tenure.track == Track::kStage ? data.stage_days : data.status_days;
    if (const auto stuck = watch.stuck(subject.standing, tenure, days)) {
      age.stuck = {tenure.value, tenure.since, tenure.days, stuck->usual, stuck->others};
    }
  }
  const auto lingering = watch.permanent(subject.standing);
  if (lingering && !is_planned(data, subject.standing)) {
    age.lingering = {lingering->since, lingering->releases};
  }
  age.past_milestone = watch.stale_milestone(subject.standing);
  age.shipped = watch.unclosed(subject.standing);
  age.end = data.states.end();
  return age;
}

}  // namespace

void add_ages(Plan& plan, const CheckRequest& request) {
  for (const auto& opened : plan.opened) {
    if (!opened->judged || !opened->facts || !opened->judged->rules.asks_for_age()) continue;
    const auto releases = read_releases(opened->repository);
    if (!releases) {
      plan.notes.push_back("how old proposals are is not known: " + releases.error().message);
      continue;
    }
    std::vector<const Card*> cards;
    for (const Card& card : opened->facts->index.cards) cards.push_back(&card);
    Subjects data(*opened->judged->process, opened->facts->today);
    gather_subjects(opened->repository, request.process, cards, *releases,
                    start_of(opened->facts->today), data);
    for (const std::string* const why : {&data.no_history, &data.no_cycle}) {
      if (!why->empty()) plan.notes.push_back("how old proposals are is not all known: " + *why);
    }
    const Watch watch(data.process, data.states, data.cycles);
    auto ages = std::make_shared<Ages>();
    for (const Subject& subject : data.all) {
      ages->emplace(subject.card->path, age_of(data, watch, subject));
    }
    opened->facts->ages = std::move(ages);
  }
}

}  // namespace milepost
