#include "workspace/ages.h"

#include "history/cycles.h"
#include "process/moves.h"
#include "workspace/subjects.h"

namespace milepost {

namespace {

// The stage after the one it is in has a release, and that is not yet out.
bool is_planned(const Subjects& data, const MetadataState& metadata_state) {
  const auto release = metadata_state.milestone_of(next_stage(data.process, metadata_state.stage));
  return release && !data.cycles.shipped(*release);
}

Age age_of(const Subjects& data, const Watch& watch, const Subject& subject) {
  Age age;
  if (subject.tenure) {
    const CurrentTenure& tenure = *subject.tenure;
    const Durations& days = tenure.track == Track::kStage ? data.stage_days : data.status_days;
    if (const auto stuck = watch.stuck(subject.metadata_state, tenure, days)) {
      age.stuck = {tenure.value, tenure.since, tenure.days, stuck->usual, stuck->others};
    }
  }
  const auto lingering = watch.permanent(subject.metadata_state);
  if (lingering && !is_planned(data, subject.metadata_state)) {
    age.lingering = {lingering->since, lingering->releases};
  }
  age.past_milestone = watch.stale_milestone(subject.metadata_state);
  age.shipped = watch.unclosed(subject.metadata_state);
  age.end = data.states.end();
  return age;
}

}  // namespace

KnownAges find_ages(const Process& process, const Index& index, const Result<Releases>& releases,
                    const Result<Past>& past, Date today) {
  KnownAges known;
  if (!releases) {
    known.notes.push_back("how old proposals are is not known: " + releases.error().message);
    return known;
  }
  std::vector<const Card*> cards;
  for (const Card& card : index.cards) cards.push_back(&card);
  Subjects data(process, today);
  gather_subjects(cards, *releases, past, start_of(today), data);
  for (const std::string* const why : {&data.no_history, &data.no_cycle}) {
    if (!why->empty()) known.notes.push_back("how old proposals are is not all known: " + *why);
  }
  const Watch watch(data.process, data.states, data.cycles);
  auto ages = std::make_shared<Ages>();
  for (const Subject& subject : data.all) {
    ages->emplace(subject.card->path, age_of(data, watch, subject));
  }
  known.ages = std::move(ages);
  return known;
}

std::optional<Version> release_at_work(const Process& process, const Index& index,
                                       const Result<Releases>& releases, Date today) {
  if (!releases) return std::nullopt;
  std::vector<NamedReleases> named;
  for (const Card& card : index.cards) named.push_back(named_by(metadata_state_of(card)));
  return Cycles(dated_releases(process.calendar, *releases), named, start_of(today)).at_work();
}

}  // namespace milepost
