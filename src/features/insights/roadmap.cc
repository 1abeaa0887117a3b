// Which proposals aim at which stage in which release.
#include <map>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/insights/tables.h"
#include "process/moves.h"

namespace milepost::insights {

namespace {

// One proposal is to come to a stage in a release, or was to.
struct Target {
  Version release;
  bool overdue = false;
  std::string move;
  std::size_t subject = 0;
};

bool has_come(const ReportData& data, const MetadataState& metadata_state, std::string_view stage,
              const Version& release) {
  if (data.process.rank(stage) < data.process.rank(metadata_state.stage)) return true;
  const bool in_stage =
      data.states.track_of(metadata_state.status, metadata_state.stage) == Track::kStage;
  return in_stage && stage == metadata_state.stage && data.cycles.shipped(release);
}

std::vector<Target> targets_of(const ReportData& data, std::size_t at) {
  const MetadataState& metadata_state = data.all[at].metadata_state;
  std::vector<Target> targets;
  if (!data.all[at].open) return targets;
  for (const std::string& stage : data.process.stage_names()) {
    const auto release = metadata_state.milestone_of(stage);
    if (!release || has_come(data, metadata_state, stage, *release)) continue;
    const std::string_view before = stage_before(data.process, stage);
    targets.push_back(
        {*release, data.cycles.shipped(*release),
         before.empty() ? fmt::format("→ {}", stage) : fmt::format("{} → {}", before, stage), at});
  }
  // Work towards a release, although no stage is to be reached in it.
  if (targets.empty() && metadata_state.latest && !data.cycles.shipped(*metadata_state.latest)) {
    const auto own = metadata_state.milestone_of(metadata_state.stage);
    const bool stays = own && has_come(data, metadata_state, metadata_state.stage, *own);
    targets.push_back({*metadata_state.latest, false,
                       metadata_state.stage.empty() ? std::string(metadata_state.status)
                       : stays                      ? fmt::format("still {}", metadata_state.stage)
                                                    : fmt::format("→ {}", metadata_state.stage),
                       at});
  }
  return targets;
}

// What lies ahead by release, then what is overdue, the latest first.
std::vector<Target> all_targets(const ReportData& data) {
  std::vector<Target> targets;
  for (std::size_t i = 0; i < data.all.size(); ++i) {
    const auto more = targets_of(data, i);
    targets.insert(targets.end(), more.begin(), more.end());
  }
  const auto number_of = [&](const Target& target) {
    const std::string& number = data.all[target.subject].card->number;
    return std::pair(number.size(), std::string_view(number));
  };
  std::ranges::stable_sort(targets, [&](const Target& a, const Target& b) {
    if (a.overdue != b.overdue) return b.overdue;
    if (a.release != b.release) return (a.release < b.release) != a.overdue;
    const std::string& group_a = group_name(data.all[a.subject].card->group);
    const std::string& group_b = group_name(data.all[b.subject].card->group);
    if (group_a != group_b) return group_a < group_b;
    return number_of(a) < number_of(b);
  });
  return targets;
}

}  // namespace

ReportPart roadmap_part(const ReportData& data) {
  ReportPart part;
  part.title = "Roadmap";
  part.about = "Which open proposals aim at which stage in which release.";
  ReportTable table{
      "target",
      "",
      {{text_column("release"), text_column("state"), text_column("group"), number_column("number"),
        long_column("title"), text_column("move"), long_column("summary"), long_column("path")},
       {}},
      true};
  Roadmap roadmap;
  std::size_t overdue = 0;
  for (const Target& target : all_targets(data)) {
    const Card& card = *data.all[target.subject].card;
    const bool at_work = data.cycles.at_work() == target.release;
    const std::string release = to_string(target.release);
    const std::string& group = group_name(card.group);
    const auto& reading = data.readings[target.subject];
    const std::string summary = reading ? reading->summary : std::string();
    if (roadmap.empty() || roadmap.back().name != release) {
      roadmap.push_back({release, at_work, target.overdue, {}});
    }
    auto& groups = roadmap.back().groups;
    if (groups.empty() || groups.back().name != group) groups.push_back({group, {}});
    groups.back().entries.push_back(
        {{card.number, card.path, title_of(card), card.group}, target.move, summary});
    table.table.rows.push_back({release,
                                target.overdue ? "overdue"
                                : at_work      ? "at work"
                                               : "planned",
                                card.group, card.number, title_of(card), target.move, summary,
                                card.path});
    if (target.overdue) ++overdue;
  }
  std::vector<std::string> ahead;
  for (const RoadmapRelease& release : roadmap) {
    std::size_t count = 0;
    for (const RoadmapGroup& group : release.groups) count += group.entries.size();
    if (!release.overdue) ahead.push_back(fmt::format("{} {}", release.name, count));
  }
  part.headlines.push_back(
      fmt::format("targets: {}; {} overdue",
                  ahead.empty() ? "none" : fmt::format("{}", fmt::join(ahead, ", ")), overdue));
  part.tables.push_back(std::move(table));
  part.roadmap = std::move(roadmap);
  return part;
}

}  // namespace milepost::insights
