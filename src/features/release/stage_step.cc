#include "features/release/stage_step.h"

#include <algorithm>

#include "process/moves.h"
#include "proposal/milestones.h"

namespace milepost::release {

namespace {

std::optional<Version> named(const std::string& text) {
  const auto version = parse_version(text);
  return version && !version->is_zero() ? version : std::nullopt;
}

// What its metadata said until now, the oldest first.
std::vector<const Snapshot*> snapshots_of(const StagePast& past) {
  std::vector<const Snapshot*> snapshots;
  if (!past.history || !past.lifespan) return snapshots;
  for (const ProposalVersion& version : past.lifespan->versions) {
    if (past.now < past.history->commits[version.commit].time) continue;
    if (version.snapshot) snapshots.push_back(version.snapshot.get());
  }
  return snapshots;
}

std::optional<Version> milestone_in(const Snapshot& snapshot, const std::string& stage) {
  const auto own =
      std::ranges::find(snapshot.milestones, stage, &std::pair<std::string, std::string>::first);
  return own == snapshot.milestones.end() ? std::nullopt : named(own->second);
}

class StageFinder {
 public:
  explicit StageFinder(const StagePast& past) : past_(past), snapshots_(snapshots_of(past)) {}

  std::string find_before(const Version& release) const {
    std::string found;
    std::optional<Version> last;
    for (const std::string& stage : past_.process.stage_names()) {
      const auto version = last_named(stage);
      if (!version || !(*version < release) || was_taken_out(*version) || !was_in(stage)) continue;
      if (last && *version < *last) continue;
      last = version;
      found = stage;
    }
    return last ? found : find_by_latest(release);
  }

 private:
  // The release that was last said to bring the stage.
  std::optional<Version> last_named(const std::string& stage) const {
    if (const auto today = milestone_of(past_.process, *past_.card.metadata, stage)) {
      return today->version;
    }
    for (auto snapshot = snapshots_.rbegin(); snapshot != snapshots_.rend(); ++snapshot) {
      if (const auto version = milestone_in(**snapshot, stage)) return version;
    }
    return std::nullopt;
  }

  bool was_taken_out(const Version& release) const {
    const Participation* const part = past_.state.find_participation(to_string(release));
    return part && (part->state == ParticipationState::kRemoved ||
                    part->state == ParticipationState::kDeferred ||
                    part->state == ParticipationState::kOut);
  }

  // A release can be planned for a stage that was never entered.
  bool was_in(const std::string& stage) const {
    return has_passed_through(past_.card.metadata->known_stage, stage) ||
           std::ranges::any_of(snapshots_, [&](const Snapshot* snapshot) {
             return has_passed_through(snapshot->stage, stage);
           });
  }

  bool has_passed_through(std::string_view now, std::string_view stage) const {
    if (now == stage) return true;
    const Ladder* const ladder = ladder_of(past_.process, stage);
    const Ladder* const own = ladder_of(past_.process, now);
    if (!ladder || !own) return false;
    // Whoever is being removed has climbed before.
    if (own != ladder) return own > ladder;
    return std::ranges::find(own->stages, stage) < std::ranges::find(own->stages, now);
  }

  // Where no stage has a release of its own, the last one named counts.
  std::string find_by_latest(const Version& release) const {
    for (auto snapshot = snapshots_.rbegin(); snapshot != snapshots_.rend(); ++snapshot) {
      const auto version = named((*snapshot)->latest_milestone);
      if (!version || !(*version < release) || was_taken_out(*version)) continue;
      const std::string& stage = (*snapshot)->stage;
      if (past_.process.has_stage(stage) && !last_named(stage)) return stage;
    }
    return {};
  }

  const StagePast& past_;
  const std::vector<const Snapshot*> snapshots_;
};

}  // namespace

Result<Step> step_in(const Process& process, const Card& card, const Participation* part,
                     const std::string& release) {
  const std::string to =
      has_stages(process, card.kind) ? target_stage(process, card, part) : card.status;
  return plan_step(process, card, to, release);
}

std::string stage_reached_before(const StagePast& past, const Version& release) {
  return StageFinder(past).find_before(release);
}

ReleaseKind kind_of_step(const Process& process, const std::string& from, const std::string& to) {
  const Ladder* const ladder = ladder_of(process, to);
  if (!ladder) return ReleaseKind::kOther;
  if (ladder != &process.ladders.front()) return ReleaseKind::kDeprecating;
  if (from.empty()) return ReleaseKind::kNew;
  if (from == to) return ReleaseKind::kStaying;
  const auto& stages = ladder->stages;
  const bool climbs = std::ranges::find(stages, from) < std::ranges::find(stages, to);
  return ladder_of(process, from) == ladder && climbs ? ReleaseKind::kGraduating
                                                      : ReleaseKind::kOther;
}

}  // namespace milepost::release
