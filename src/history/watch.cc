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

template <typename Said>
Standing standing_in(const Said& said) {
  Standing standing{said.status, said.stage, read_release(said.latest_milestone), {}};
  for (const auto& [stage, text] : said.milestones) {
    if (const auto version = read_release(text)) standing.milestones.emplace_back(stage, *version);
  }
  return standing;
}

}  // namespace

std::optional<Version> Standing::milestone_of(std::string_view milestone_stage) const {
  const auto found =
      std::ranges::find(milestones, milestone_stage, &std::pair<std::string_view, Version>::first);
  if (found == milestones.end()) return std::nullopt;
  return found->second;
}

std::optional<Version> Standing::aim() const {
  const auto own = milestone_of(stage);
  return own ? own : latest;
}

std::optional<Version> Standing::last() const {
  std::optional<Version> last = latest;
  for (const auto& [of, version] : milestones) {
    if (!last || *last < version) last = version;
  }
  return last;
}

Standing standing_of(const Card& card) { return standing_in(card); }

Standing standing_of(const Snapshot& said) { return standing_in(said); }

NamedReleases named_by(const Standing& standing) {
  NamedReleases named{standing.latest ? standing.latest : standing.aim(), {}};
  for (const auto& [stage, version] : standing.milestones) named.others.push_back(version);
  return named;
}

Tenure tenure_of(const History& history, const Life& life, const States& states,
                 const Standing& standing, const Date& today) {
  Tenure tenure;
  tenure.track = states.told_by(standing.status, standing.stage);
  tenure.value = tenure.track == Track::kStage ? standing.stage : standing.status;
  tenure.since = today;
  const std::vector<Stay> stays = stays_of(history, life, tenure.track);
  if (!stays.empty() && stays.back().value == tenure.value) tenure.since = stays.back().from;
  tenure.days = std::max(0, days_between(tenure.since, today));
  return tenure;
}

bool Watch::at_top(const Standing& standing) const {
  return process_.has_stage(standing.stage) && next_stage(process_, standing.stage).empty();
}

std::optional<Stuck> Watch::stuck(const Standing& standing, const Tenure& tenure,
                                  const Durations& same_track) const {
  constexpr std::size_t kEnough = 10;
  constexpr int kNineOfTen = 90;
  if (!states_.is_on_way(standing.status)) return std::nullopt;
  const std::vector<int>& others = same_track.in(tenure.value);
  if (others.size() < kEnough) return std::nullopt;
  const Stuck stuck{percentile(others, kNineOfTen), others.size()};
  if (tenure.days <= stuck.usual) return std::nullopt;
  return stuck;
}

std::optional<Lingering> Watch::permanent(const Standing& standing) const {
  constexpr std::size_t kLong = 3;
  const bool in_stage = states_.is_on_way(standing.status) &&
                        states_.told_by(standing.status, standing.stage) == Track::kStage;
  if (!in_stage || at_top(standing) || !cycles_.at_work()) return std::nullopt;
  const auto since = standing.aim();
  if (!since) return std::nullopt;
  const auto releases = releases_between(cycles_.all(), *since, *cycles_.at_work());
  if (!releases || *releases < kLong) return std::nullopt;
  return Lingering{*since, *releases};
}

std::optional<Version> Watch::stale_milestone(const Standing& standing) const {
  const auto last = standing.last();
  if (!states_.is_on_way(standing.status) || at_top(standing)) return std::nullopt;
  if (!last || !cycles_.shipped(*last)) return std::nullopt;
  return last;
}

std::optional<Version> Watch::unclosed(const Standing& standing) const {
  const auto release = standing.aim();
  if (!states_.is_on_way(standing.status) || !at_top(standing)) return std::nullopt;
  if (!release || !cycles_.shipped(*release)) return std::nullopt;
  return release;
}

}  // namespace milepost
