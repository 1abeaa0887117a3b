#include "workspace/stage_entries.h"

#include <algorithm>

#include "history/tenure.h"

namespace milepost {

namespace {

// What the metadata named when the stage was set: the stage's own release, else the latest.
std::optional<Version> release_then(const Snapshot& said, const std::string& stage) {
  const auto own =
      std::ranges::find(said.milestones, stage, &std::pair<std::string, std::string>::first);
  for (const std::string* const text :
       {own == said.milestones.end() ? nullptr : &own->second, &said.latest_milestone}) {
    const auto version = text ? parse_version(*text) : std::nullopt;
    if (version && !version->is_zero()) return version;
  }
  return std::nullopt;
}

}  // namespace

bool counts_releases(const Process& process) {
  return std::ranges::any_of(process.gates, [](const Gate& gate) {
    return std::ranges::any_of(gate.conditions, [](const Condition& condition) {
      return condition.type == ConditionType::kReleases;
    });
  });
}

std::shared_ptr<const StageEntries> find_stage_entries(const History& history) {
  auto entries = std::make_shared<StageEntries>();
  for (const Lifespan& lifespan : history.lifespans) {
    if (lifespan.deleted) continue;
    for (const Tenure& tenure : tenures_of(history, lifespan, Track::kStage)) {
      const auto release = release_then(*lifespan.versions[tenure.version].snapshot, tenure.value);
      if (release) (*entries)[lifespan.path()].push_back({tenure.value, tenure.from, *release});
    }
  }
  return entries;
}

}  // namespace milepost
