#include "history/watch.h"

#include <algorithm>

#include "process/moves.h"

namespace milepost {

namespace {

std::optional<Version> read_release(std::string_view text) {
  const auto version = parse_version(text);
  if (!version || version->is_zero()) return std::nullopt;
  return without_patch(*version);
}

template <typename CardOrSnapshot>
MetadataState metadata_state_in(const CardOrSnapshot& snapshot) {
  MetadataState state{snapshot.status, snapshot.stage, read_release(snapshot.latest_milestone), {}};
  for (const auto& [stage, text] : snapshot.milestones) {
    if (const auto version = read_release(text)) state.milestones.emplace_back(stage, *version);
  }
  return state;
}

}  // namespace

std::optional<Version> MetadataState::milestone_of(std::string_view milestone_stage) const {
  const auto found =
      std::ranges::find(milestones, milestone_stage, &std::pair<std::string_view, Version>::first);
  if (found == milestones.end()) return std::nullopt;
  return found->second;
}

std::optional<Version> MetadataState::aim() const {
  const auto own = milestone_of(stage);
  return own ? own : latest;
}

std::optional<Version> MetadataState::last() const {
  std::optional<Version> last = latest;
  for (const auto& [of, version] : milestones) {
    if (!last || *last < version) last = version;
  }
  return last;
}

MetadataState metadata_state_of(const Card& card) { return metadata_state_in(card); }

MetadataState metadata_state_of(const Snapshot& snapshot) { return metadata_state_in(snapshot); }

NamedReleases named_by(const MetadataState& state) {
  NamedReleases named{state.latest ? state.latest : state.aim(), {}};
  for (const auto& [stage, version] : state.milestones) named.others.push_back(version);
  return named;
}

CurrentTenure current_tenure(const History& history, const Lifespan& lifespan, const States& states,
                             const MetadataState& state, const Date& today) {
  CurrentTenure tenure;
  tenure.track = states.track_of(state.status, state.stage);
  tenure.value = tenure.track == Track::kStage ? state.stage : state.status;
  tenure.since = today;
  const std::vector<Tenure> tenures = tenures_of(history, lifespan, tenure.track);
  if (!tenures.empty() && tenures.back().value == tenure.value) tenure.since = tenures.back().from;
  tenure.days = std::max(0, days_between(tenure.since, today));
  return tenure;
}

bool Watch::at_top(const MetadataState& state) const {
  return process_.has_stage(state.stage) && next_stage(process_, state.stage).empty();
}

std::optional<Stuck> Watch::stuck(const MetadataState& state, const CurrentTenure& tenure,
                                  const Durations& same_track) const {
  constexpr std::size_t kEnough = 10;
  constexpr int kNineOfTen = 90;
  if (!states_.is_on_way(state.status)) return std::nullopt;
  const std::vector<int>& others = same_track.in(tenure.value);
  if (others.size() < kEnough) return std::nullopt;
  const Stuck stuck{percentile(others, kNineOfTen), others.size()};
  if (tenure.days <= stuck.usual) return std::nullopt;
  return stuck;
}

std::optional<Lingering> Watch::permanent(const MetadataState& state) const {
  constexpr std::size_t kLong = 3;
  const bool in_stage = states_.is_on_way(state.status) &&
                        states_.track_of(state.status, state.stage) == Track::kStage;
  if (!in_stage || at_top(state) || !cycles_.at_work()) return std::nullopt;
  const auto since = state.aim();
  if (!since) return std::nullopt;
  const auto releases = releases_between(cycles_.all(), *since, *cycles_.at_work());
  if (!releases || *releases < kLong) return std::nullopt;
  return Lingering{*since, *releases};
}

std::optional<Version> Watch::stale_milestone(const MetadataState& state) const {
  const auto last = state.last();
  if (!states_.is_on_way(state.status) || at_top(state)) return std::nullopt;
  if (!last || !cycles_.shipped(*last)) return std::nullopt;
  return last;
}

std::optional<Version> Watch::unclosed(const MetadataState& state) const {
  const auto release = state.aim();
  if (!states_.is_on_way(state.status) || !at_top(state)) return std::nullopt;
  if (!release || !cycles_.shipped(*release)) return std::nullopt;
  return release;
}

}  // namespace milepost
