#include "workspace/stage_entries.h"

#include <algorithm>

#include "history/stays.h"
#include "workspace/load_history.h"

namespace milepost {

namespace {

bool counts_releases(const Process& process) {
  return std::ranges::any_of(process.gates, [](const Gate& gate) {
    return std::ranges::any_of(gate.conditions, [](const Condition& condition) {
      return condition.type == ConditionType::kReleases;
    });
  });
}

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

void add_stage_entries(const Repository& repository, const std::string& process, Facts& facts) {
  if (!counts_releases(*repository.process)) return;
  const auto history = load_history(repository.root, process);
  if (history) add_stage_entries(*history, facts);
}

void add_stage_entries(const History& history, Facts& facts) {
  auto entries = std::make_shared<StageEntries>();
  for (const Life& life : history.lives) {
    if (life.deleted) continue;
    for (const Stay& stay : stays_of(history, life, Track::kStage)) {
      const auto release = release_then(*life.versions[stay.version].said, stay.value);
      if (release) (*entries)[life.path()].push_back({stay.value, stay.from, *release});
    }
  }
  facts.entries = std::move(entries);
}

}  // namespace milepost
