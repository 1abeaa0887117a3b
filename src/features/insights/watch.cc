// Proposals that are worth a look: stuck ones, and those whose metadata fell behind.
#include <fmt/format.h>

#include "base/strings.h"
#include "features/insights/tables.h"
#include "process/moves.h"

namespace milepost::insights {

namespace {

// A list of proposals: what each is, then what is told of it, then where it lies.
class ProposalTable {
 public:
  explicit ProposalTable(const std::vector<TableColumn>& told) {
    made_ = {"proposal",
             "",
             {{number_column("number"), long_column("title"), long_column("group")}, {}}};
    made_.table.columns.insert(made_.table.columns.end(), told.begin(), told.end());
    made_.table.columns.push_back(long_column("path"));
    made_.for_data = 1;
  }

  void add(const Card& card, std::vector<std::string> told) {
    std::vector<std::string> row = {card.number, title_of(card), card.group};
    row.insert(row.end(), std::make_move_iterator(told.begin()),
               std::make_move_iterator(told.end()));
    row.push_back(card.path);
    made_.table.rows.push_back(std::move(row));
  }

  ReportTable take() { return std::move(made_); }

 private:
  ReportTable made_;
};

// "12 proposals; longest: 4211, 4212, 4213"
std::string headline(const std::vector<const Card*>& listed, std::string_view order) {
  if (listed.empty()) return "none";
  constexpr std::size_t kNamed = 5;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(listed.size(), kNamed); ++i) {
    names.push_back(called(*listed[i]));
  }
  return fmt::format("{}; {}: {}", counted(listed.size(), "proposal"), order,
                     fmt::join(names, ", "));
}

Counted paths_of(const std::vector<const Card*>& cards) {
  Counted paths;
  for (const Card* const card : cards) paths.push_back(card->path);
  return paths;
}

AgeingChart ageing_chart(const ReportData& data) {
  AgeingChart chart;
  chart.words = {"How long open proposals have been in their state", "Nothing is open.",
                 "proposal"};
  const auto& states = data.states.all();
  for (std::size_t s = 0; s < states.size(); ++s) {
    if (states[s].kind != StateKind::kOpen) continue;
    AgeingChart::Column column{states[s].name, {}, {}, {}};
    for (const Subject& subject : data.all) {
      if (!subject.open || subject.state != s || !subject.tenure) continue;
      column.dots.push_back({subject.tenure->days, called(*subject.card), title_of(*subject.card)});
    }
    if (column.dots.empty()) continue;
    const bool is_stage = data.process.has_stage(states[s].name);
    const auto& others = (is_stage ? data.stage_days : data.status_days).in(states[s].name);
    const Spread spread = spread_of(others);
    column.median = spread.median;
    column.p90 = spread.p90;
    chart.columns.push_back(std::move(column));
  }
  return chart;
}

// The stage after the one it is in, with the release it is planned for.
std::string plan_of(const ReportData& data, const MetadataState& metadata_state) {
  const std::string_view next = next_stage(data.process, metadata_state.stage);
  const auto release = metadata_state.milestone_of(next);
  if (next.empty() || !release || data.cycles.shipped(*release)) return {};
  return fmt::format("{} {}", next, to_string(*release));
}

using ReleaseBehind = std::optional<Version> (Watch::*)(const MetadataState&) const;

// Those that a release of the past tells something about, the earliest first.
ReportPart behind_part(ReportPart part, const ReportData& data, ReleaseBehind tell) {
  if (!data.cycles.at_work()) return unknown_part(std::move(part), data.no_cycle);
  const Watch watch(data.process, data.states, data.cycles);
  std::vector<std::pair<const Subject*, Version>> found;
  for (const Subject& subject : data.all) {
    if (const auto release = (watch.*tell)(subject.metadata_state)) {
      found.emplace_back(&subject, *release);
    }
  }
  std::ranges::stable_sort(found, {}, [](const auto& one) { return one.second; });
  ProposalTable table({text_column("state"), text_column("release"), number_column("behind")});
  std::vector<const Card*> listed;
  for (const auto& [subject, release] : found) {
    const auto behind = releases_between(data.cycles.all(), release, *data.cycles.at_work());
    table.add(*subject->card, {data.states.all()[*subject->state].name, to_string(release),
                               behind ? count_text(*behind) : std::string()});
    listed.push_back(subject->card);
  }
  part.headlines.push_back(headline(listed, "oldest"));
  part.counted = paths_of(listed);
  part.tables.push_back(table.take());
  return part;
}

}  // namespace

ReportPart stuck_part(const ReportData& data) {
  ReportPart part;
  part.title = "Stuck";
  part.about =
      "Open proposals that have been in their state for longer than nine of ten that left it.";
  if (!data.history) return unknown_part(std::move(part), data.no_history);
  const Watch watch(data.process, data.states, data.cycles);
  std::vector<std::pair<const Subject*, Stuck>> found;
  for (const Subject& subject : data.all) {
    if (!subject.tenure) continue;
    const Durations& track =
        subject.tenure->track == Track::kStage ? data.stage_days : data.status_days;
    const auto stuck = watch.stuck(subject.metadata_state, *subject.tenure, track);
    if (stuck) found.emplace_back(&subject, *stuck);
  }
  std::ranges::stable_sort(found, std::greater{},
                           [](const auto& one) { return one.first->tenure->days; });
  ProposalTable table({text_column("state"), text_column("since"), number_column("days"),
                       number_column("p90"), number_column("others")});
  std::vector<const Card*> listed;
  for (const auto& [subject, stuck] : found) {
    const CurrentTenure& tenure = *subject->tenure;
    table.add(*subject->card, {tenure.value, to_string(tenure.since), std::to_string(tenure.days),
                               std::to_string(stuck.usual), count_text(stuck.others)});
    listed.push_back(subject->card);
  }
  part.headlines.push_back(headline(listed, "longest"));
  part.counted = paths_of(listed);
  part.tables.push_back(table.take());
  ++part.tables.back().for_data;  // how many others there were
  part.chart = ageing_chart(data);
  return part;
}

ReportPart permanent_part(const ReportData& data) {
  ReportPart part;
  part.title = "Permanent";
  part.about =
      "Open proposals in a stage that is not the last of its ladder, and whose release lies three "
      "or more before the one at work.";
  if (!data.cycles.at_work()) return unknown_part(std::move(part), data.no_cycle);
  const Watch watch(data.process, data.states, data.cycles);
  std::vector<std::pair<const Subject*, Lingering>> found;
  for (const Subject& subject : data.all) {
    if (const auto lingering = watch.permanent(subject.metadata_state)) {
      found.emplace_back(&subject, *lingering);
    }
  }
  std::ranges::stable_sort(found, std::greater{},
                           [](const auto& one) { return one.second.releases; });
  ProposalTable table(
      {text_column("stage"), text_column("since"), number_column("releases"), text_column("next")});
  std::vector<std::pair<std::string, std::vector<const Card*>>> by_stage;
  for (const std::string& stage : data.process.stage_names()) by_stage.push_back({stage, {}});
  for (const auto& [subject, lingering] : found) {
    const MetadataState& metadata_state = subject->metadata_state;
    table.add(*subject->card, {std::string(metadata_state.stage), to_string(lingering.since),
                               count_text(lingering.releases), plan_of(data, metadata_state)});
    for (auto& [stage, cards] : by_stage) {
      if (stage == metadata_state.stage) cards.push_back(subject->card);
    }
  }
  for (const auto& [stage, cards] : by_stage) {
    if (!cards.empty()) part.headlines.push_back(stage + ": " + headline(cards, "longest"));
  }
  if (found.empty()) part.headlines.emplace_back("none");
  part.tables.push_back(table.take());
  return part;
}

ReportPart milestones_part(const ReportData& data) {
  ReportPart part;
  part.title = "Stale milestones";
  part.about =
      "Open proposals below the top of their ladder whose last release, of all they name, is out.";
  return behind_part(std::move(part), data, &Watch::stale_milestone);
}

ReportPart unclosed_part(const ReportData& data) {
  ReportPart part;
  part.title = "At the top, but not closed";
  part.about =
      "Open proposals at the top of their ladder whose release is out: their status has not "
      "followed.";
  return behind_part(std::move(part), data, &Watch::unclosed);
}

}  // namespace milepost::insights
