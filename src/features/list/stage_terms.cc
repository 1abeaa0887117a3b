#include "features/list/stage_terms.h"

#include <algorithm>

#include "store/record.h"
#include "workspace/subjects.h"

namespace milepost::list {

Result<std::unordered_set<std::string>> StageTimes::matching(const TimeSpan& wanted) const {
  const bool in_days = wanted.unit == TimeSpan::Unit::kDays;
  const std::string& unknown = in_days ? no_days : no_releases;
  if (!unknown.empty()) return failure("in-stage: " + unknown);
  std::unordered_set<std::string> streams;
  for (const auto& [stream, time] : times_) {
    const auto lasted = in_days ? time.days : time.releases;
    if (lasted && wanted.least <= *lasted && *lasted <= wanted.most) streams.insert(stream);
  }
  return streams;
}

Result<StageTimes> read_stage_times(const Workspace& workspace) {
  TRY(const Releases& releases, workspace.calendar());
  std::vector<const Card*> cards;
  for (const Card& card : workspace.index().cards) cards.push_back(&card);
  Subjects subjects(workspace.process(), workspace.today());
  gather_subjects(cards, releases, workspace.past(), workspace.now(), subjects);
  StageTimes times;
  times.no_days = subjects.no_history;
  times.no_releases = subjects.no_cycle;
  for (const Subject& subject : subjects.all) {
    const MetadataState& state = subject.metadata_state;
    if (subjects.states.track_of(state.status, state.stage) != Track::kStage) continue;
    StageTimes::Time time;
    if (subject.tenure) time.days = static_cast<std::uint32_t>(subject.tenure->days);
    const auto since = state.aim();
    if (since && subjects.cycles.at_work()) {
      const auto count =
          releases_between(subjects.cycles.all(), *since, *subjects.cycles.at_work());
      if (count) time.releases = static_cast<std::uint32_t>(*count);
    }
    times.add(stream_of(*subject.card), time);
  }
  return times;
}

}  // namespace milepost::list
