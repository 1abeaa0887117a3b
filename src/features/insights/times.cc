// How long the moves of proposals took.
#include <map>

#include <fmt/format.h>

#include "features/insights/tables.h"

namespace milepost::insights {

namespace {

// A move of the usual way or of a ladder, and how long each proposal took.
struct TimedMove {
  std::string name;
  std::vector<Passage> passages;
};

// From the first landing to the end of the way, whatever came between.
TimedMove whole_way(const ReportData& data) {
  TimedMove whole{fmt::format("first landing → {}", data.states.end()), {}};
  for (const Lifespan& lifespan : data.history->lifespans) {
    const auto tenures = tenures_of(*data.history, lifespan, Track::kStatus);
    const auto end = std::ranges::find(tenures, data.states.end(), &Tenure::value);
    if (end == tenures.end() || end == tenures.begin()) continue;
    const Date first = tenures.front().from;
    whole.passages.push_back({&lifespan, tenures.front().value, end->value, end->from,
                              std::max(0, days_between(first, end->from))});
  }
  return whole;
}

std::vector<TimedMove> timed_moves(const ReportData& data) {
  std::vector<TimedMove> moves;
  const auto add = [&](const std::vector<Passage>& all, const std::vector<std::string>& steps) {
    for (std::size_t i = 1; i < steps.size(); ++i) {
      TimedMove move{fmt::format("{} → {}", steps[i - 1], steps[i]), {}};
      for (const Passage& passage : all) {
        if (passage.from == steps[i - 1] && passage.to == steps[i])
          move.passages.push_back(passage);
      }
      moves.push_back(std::move(move));
    }
  };
  add(passages_of(*data.history, Track::kStatus), data.states.way());
  if (data.states.way().size() > 2 && !data.states.end().empty()) moves.push_back(whole_way(data));
  const auto stages = passages_of(*data.history, Track::kStage);
  for (const Ladder& ladder : data.process.ladders) add(stages, ladder.stages);
  for (TimedMove& move : moves) {
    std::erase_if(move.passages, [&](const Passage& passage) {
      return passage.day > data.today || (data.since && passage.day < *data.since);
    });
  }
  std::erase_if(moves, [](const TimedMove& move) { return move.passages.empty(); });
  return moves;
}

std::vector<int> days_of(const std::vector<Passage>& passages) {
  std::vector<int> days;
  for (const Passage& passage : passages) days.push_back(passage.days);
  std::ranges::sort(days);
  return days;
}

const std::vector<TableColumn> kSpreadColumns = {text_column("move"), number_column("count"),
                                                 number_column("median days"),
                                                 number_column("p90 days")};

Counted proposals_of(const std::vector<Passage>& passages) {
  Counted paths;
  for (const Passage& passage : passages) paths.push_back(passage.lifespan->path());
  return paths;
}

// Ends the last row of a table, which has begun with the name of a move.
void add_spread(ReportTable& table, const std::vector<Passage>& passages) {
  const Spread spread = spread_of(days_of(passages));
  add_count(table, proposals_of(passages));
  table.table.rows.back().push_back(spread.median_text());
  table.table.rows.back().push_back(spread.p90_text());
}

// A row for each value and move, the moves of a value together.
template <typename ValueOf>
ReportTable table_by(std::string by, TableColumn first, const std::vector<TimedMove>& moves,
                     const ValueOf& value_of) {
  std::map<std::string, std::vector<TimedMove>> rows;
  for (const TimedMove& move : moves) {
    std::map<std::string, std::vector<Passage>> passages;
    for (const Passage& passage : move.passages) passages[value_of(passage)].push_back(passage);
    for (auto& [value, list] : passages) rows[value].push_back({move.name, std::move(list)});
  }
  ReportTable made{std::move(by), {}, {{std::move(first)}, {}}, true};
  made.title = "by " + made.by;
  made.table.columns.insert(made.table.columns.end(), kSpreadColumns.begin(), kSpreadColumns.end());
  for (const auto& [value, list] : rows) {
    for (const TimedMove& move : list) {
      made.table.rows.push_back({value, move.name});
      add_spread(made, move.passages);
    }
  }
  return made;
}

}  // namespace

ReportPart times_part(const ReportData& data) {
  ReportPart part;
  part.title = "How long moves took";
  part.about = "Days from one status or stage to the next, by the days on which they landed.";
  if (!data.history) return unknown_part(std::move(part), data.no_history);
  const std::vector<TimedMove> moves = timed_moves(data);
  ReportTable table{"move", "", {kSpreadColumns, {}}};
  TimesChart chart;
  chart.words = {part.title, "No proposal has moved yet.", "proposal"};
  for (const TimedMove& move : moves) {
    std::vector<int> days = days_of(move.passages);
    const Spread spread = spread_of(days);
    table.table.rows.push_back({move.name});
    add_spread(table, move.passages);
    std::string line = fmt::format("{}: median {} days", move.name, spread.median_text());
    if (spread.p90) line += fmt::format(", p90 {}", *spread.p90);
    part.headlines.push_back(line + fmt::format(" ({})", spread.count));
    chart.rows.push_back({move.name, std::move(days)});
  }
  if (moves.empty()) part.headlines.emplace_back("no proposal has moved yet");
  part.tables.push_back(std::move(table));
  part.tables.push_back(table_by("group", text_column("group"), moves, [](const Passage& passage) {
    const Snapshot* const said = passage.lifespan->latest();
    return said ? group_name(said->group) : std::string();
  }));
  part.tables.push_back(table_by("year", number_column("year"), moves, [](const Passage& passage) {
    return std::to_string(passage.day.year);
  }));
  part.chart = std::move(chart);
  return part;
}

}  // namespace milepost::insights
