// How many proposals came how far in each release, and in each year.
#include <map>
#include <set>

#include <fmt/format.h>

#include "features/insights/tables.h"
#include "process/moves.h"

namespace milepost::insights {

namespace {

// Whether the proposal has come to the stage, as its metadata says: on the same ladder
// it is at that stage or past it, and its status lets stages count.
bool has_reached(const ReportData& data, const Subject& subject, std::string_view stage) {
  const MetadataState& metadata_state = subject.metadata_state;
  const bool counts =
      data.states.track_of(metadata_state.status, metadata_state.stage) == Track::kStage ||
      metadata_state.status == data.states.end();
  return counts &&
         ladder_of(data.process, stage) == ladder_of(data.process, metadata_state.stage) &&
         data.process.rank(stage) <= data.process.rank(metadata_state.stage);
}

using ReleaseCounts = std::map<Version, std::vector<Counted>>;  // by stage of all ladders

ReleaseCounts count_releases(const ReportData& data, const std::vector<std::string>& stages) {
  ReleaseCounts counts;
  for (const Subject& subject : data.all) {
    for (const auto& [stage, release] : subject.metadata_state.milestones) {
      const auto at = std::ranges::find(stages, stage);
      if (at == stages.end()) continue;
      const bool planned = data.cycles.at_work() && !data.cycles.shipped(release);
      if (planned ? !subject.open && !has_reached(data, subject, stage)
                  : !has_reached(data, subject, stage)) {
        continue;
      }
      auto& row = counts[release];
      row.resize(stages.size());
      row[static_cast<std::size_t>(at - stages.begin())].push_back(subject.card->path);
    }
  }
  return counts;
}

std::string state_of(const ReportData& data, const Version& release) {
  if (!data.cycles.at_work()) return "";
  if (data.cycles.shipped(release)) return "out";
  return release == *data.cycles.at_work() ? "at work" : "planned";
}

// "v1.36: 11 alpha, 9 beta, 8 stable"
std::string release_line(const Version& release, const std::vector<std::string>& stages,
                         const std::vector<Counted>& counts) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (!counts[i].empty()) parts.push_back(fmt::format("{} {}", counts[i].size(), stages[i]));
  }
  return fmt::format("{}: {}", to_string(release), fmt::join(parts, ", "));
}

HeatChart heat_chart(const ReportData& data, const ReleaseCounts& counts,
                     const std::vector<std::string>& stages, const std::vector<std::size_t>& used) {
  constexpr std::ptrdiff_t kMostReleases = 24;
  HeatChart chart;
  chart.words = {"Stages reached by release", "No proposal names a release.", "proposal"};
  chart.mark_text = "at work and planned";
  for (const std::size_t s : used) chart.rows.push_back(stages[s]);
  chart.counts.resize(used.size());
  auto at = counts.begin();
  std::advance(at, std::max<std::ptrdiff_t>(0, std::ssize(counts) - kMostReleases));
  for (; at != counts.end(); ++at) {
    const bool ahead = data.cycles.at_work() && !data.cycles.shipped(at->first);
    if (ahead && !chart.mark) chart.mark = chart.columns.size();
    chart.columns.push_back(to_string(at->first));
    for (std::size_t i = 0; i < used.size(); ++i)
      chart.counts[i].push_back(at->second[used[i]].size());
  }
  return chart;
}

// What landed in each year: proposals that were new, and the first time that each came
// to a status of the way, or was closed otherwise.
ReportTable years_table(const ReportData& data) {
  const std::vector<std::string>& way = data.states.way();
  std::map<int, std::vector<Counted>> years;
  const auto add = [&](const Lifespan& lifespan, const Date& day, std::size_t column) {
    if (day > data.today || (data.since && day < *data.since)) return;
    auto& row = years[day.year];
    row.resize(way.size() + 1);
    row[column].push_back(lifespan.path());
  };
  for (const Lifespan& lifespan : data.history->lifespans) {
    const auto tenures = tenures_of(*data.history, lifespan, Track::kStatus);
    if (tenures.empty()) continue;
    add(lifespan, tenures.front().from, 0);
    for (std::size_t i = 1; i < way.size(); ++i) {
      const auto first = std::ranges::find(tenures, way[i], &Tenure::value);
      if (first != tenures.end()) add(lifespan, first->from, i);
    }
    const auto over = std::ranges::find_if(tenures, [&](const Tenure& tenure) {
      const Status* const status = data.process.find_status(tenure.value);
      return status && status->closed && tenure.value != data.states.end();
    });
    if (over != tenures.end()) add(lifespan, over->from, way.size());
  }
  ReportTable table{
      "year", "by year, as they landed", {{number_column("year"), number_column("new")}, {}}};
  for (std::size_t i = 1; i < way.size(); ++i) {
    table.table.columns.push_back(number_column("→ " + way[i]));
  }
  table.table.columns.push_back(number_column("closed otherwise"));
  for (const auto& [year, counts] : years) {
    table.table.rows.push_back({std::to_string(year)});
    for (const Counted& counted : counts) add_count(table, counted);
  }
  return table;
}

}  // namespace

ReportPart throughput_part(const ReportData& data) {
  ReportPart part;
  part.title = "Throughput";
  part.about =
      "Proposals that came to a stage in a release, by the milestones in their metadata; from the "
      "release at work on, those that plan to.";
  const std::vector<std::string> stages = data.process.stage_names();
  const ReleaseCounts counts = count_releases(data, stages);
  std::vector<std::size_t> used;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    if (std::ranges::any_of(counts, [&](const auto& row) { return !row.second[s].empty(); })) {
      used.push_back(s);
    }
  }
  ReportTable table{"release", "by release", {{text_column("release"), text_column("state")}, {}}};
  for (const std::size_t s : used) table.table.columns.push_back(number_column(stages[s]));
  table.table.columns.push_back(number_column("all"));
  for (const auto& [release, row] : counts) {
    table.table.rows.push_back({to_string(release), state_of(data, release)});
    Counted all;
    for (const std::size_t s : used) {
      add_count(table, row[s]);
      append(all, row[s]);
    }
    add_count(table, std::move(all));
  }
  std::string last_out;
  for (const auto& [release, row] : counts) {
    const std::string line = release_line(release, stages, row);
    if (data.cycles.shipped(release)) last_out = line;
    if (data.cycles.at_work() != release) continue;
    if (!last_out.empty()) part.headlines.push_back(last_out);
    part.headlines.push_back(line + ", at work");
  }
  if (part.headlines.empty() && !last_out.empty()) part.headlines.push_back(last_out);
  if (!counts.empty()) {
    part.chart = heat_chart(data, counts, stages, used);
    part.tables.push_back(std::move(table));
  }
  if (data.history) part.tables.push_back(years_table(data));
  if (part.tables.empty()) part.unknown = "no proposal names a release; " + data.no_history;
  return part;
}

}  // namespace milepost::insights
