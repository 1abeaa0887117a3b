// How many proposals were in each state over time, and how many are now.
#include "history/flow.h"

#include <map>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/insights/tables.h"

namespace milepost::insights {

namespace {

std::string month_text(const Date& day) { return to_string(day).substr(0, 7); }

std::size_t sum_of(const States& states, const FlowMonth& month, StateKind kind) {
  std::size_t sum = 0;
  for (std::size_t s = 0; s < month.counts.size(); ++s) {
    if (states.all()[s].kind == kind) sum += month.counts[s];
  }
  return sum;
}

// "142 open, 12 more than 12 months ago"
std::string change_text(std::string_view what, std::size_t now, std::size_t before,
                        std::size_t months) {
  if (months == 0) return fmt::format("{} {}", now, what);
  const std::string since = counted(months, "month") + " ago";
  if (now == before) return fmt::format("{} {}, as many as {}", now, what, since);
  return now > before ? fmt::format("{} {}, {} more than {}", now, what, now - before, since)
                      : fmt::format("{} {}, {} fewer than {}", now, what, before - now, since);
}

// From the bottom up: what has ended, then what is further along below what is not.
std::vector<std::size_t> stacked(const States& states) {
  std::vector<std::size_t> order;
  const auto& all = states.all();
  for (const StateKind kind : {StateKind::kOver, StateKind::kDone}) {
    for (std::size_t s = 0; s < all.size(); ++s) {
      if (all[s].kind == kind) order.push_back(s);
    }
  }
  for (const StateKind kind : {StateKind::kOpen, StateKind::kParked}) {
    for (std::size_t s = all.size(); s-- > 0;) {
      if (all[s].kind == kind) order.push_back(s);
    }
  }
  return order;
}

}  // namespace

ReportPart flow_part(const ReportData& data) {
  ReportPart part;
  part.title = "Flow";
  part.about = "How many proposals were in each state at the end of each month.";
  if (!data.history) return unknown_part(std::move(part), data.no_history);
  const auto months = flow_of(*data.history, data.states, data.since.value_or(Date{}), data.today);
  const auto& states = data.states.all();
  const auto is_used = [&](std::size_t state) {
    return std::ranges::any_of(months,
                               [&](const FlowMonth& month) { return month.counts[state] > 0; });
  };
  ReportTable table{"month", "", {{text_column("month")}, {}}};
  constexpr std::size_t kShownMonths = 24;
  table.latest = kShownMonths;
  std::vector<std::size_t> used;
  for (std::size_t s = 0; s < states.size(); ++s) {
    if (is_used(s)) used.push_back(s);
  }
  for (const std::size_t s : used) table.table.columns.push_back(number_column(states[s].name));
  FlowChart chart;
  chart.words = {"Proposals by state", "There is no history yet.", "proposal"};
  for (const FlowMonth& month : months) {
    std::vector<std::string>& row = table.table.rows.emplace_back();
    row.push_back(month_text(month.end));
    for (const std::size_t s : used) row.push_back(count_text(month.counts[s]));
    chart.days.push_back(month.end);
  }
  for (const std::size_t s : stacked(data.states)) {
    if (!is_used(s)) continue;
    const bool faint = states[s].kind == StateKind::kOver || states[s].kind == StateKind::kParked;
    FlowChart::Band& band = chart.bands.emplace_back(FlowChart::Band{states[s].name, faint, {}});
    for (const FlowMonth& month : months) band.counts.push_back(month.counts[s]);
  }
  if (!months.empty()) {
    const FlowMonth& now = months.back();
    constexpr std::size_t kYear = 12;
    const std::size_t back = std::min(months.size() - 1, kYear);
    const FlowMonth& before = months[months.size() - 1 - back];
    for (const auto& [kind, what] : {std::pair(StateKind::kOpen, std::string("open")),
                                     std::pair(StateKind::kDone, data.states.end())}) {
      part.headlines.push_back(change_text(what, sum_of(data.states, now, kind),
                                           sum_of(data.states, before, kind), back));
    }
  }
  part.tables.push_back(std::move(table));
  part.chart = std::move(chart);
  return part;
}

ReportPart progress_part(const ReportData& data) {
  ReportPart part;
  part.title = "Work in progress";
  part.about = "Open proposals by state, and for how many days they have been in it.";
  const auto& states = data.states.all();
  struct InState {
    std::vector<int> days;
    Counted proposals;
  };
  std::vector<InState> in(states.size());
  std::map<std::string, std::vector<Counted>> groups;
  for (const Subject& subject : data.all) {
    if (!subject.state) continue;
    const StateKind kind = states[*subject.state].kind;
    if (kind != StateKind::kOpen && kind != StateKind::kParked) continue;
    in[*subject.state].proposals.push_back(subject.card->path);
    if (subject.tenure) in[*subject.state].days.push_back(subject.tenure->days);
    auto& counts = groups[group_name(subject.card->group)];
    counts.resize(states.size());
    counts[*subject.state].push_back(subject.card->path);
  }
  ReportTable by_state{"state",
                       "by state",
                       {{text_column("state"), number_column("open"), number_column("median days"),
                         number_column("longest days")},
                        {}}};
  ReportTable by_group{"group", "by group", {{text_column("group")}, {}}};
  std::vector<std::size_t> used;
  std::vector<std::string> parts;
  for (std::size_t s = 0; s < states.size(); ++s) {
    if (in[s].proposals.empty()) continue;
    used.push_back(s);
    std::ranges::sort(in[s].days);
    const std::string longest = in[s].days.empty() ? "" : std::to_string(in[s].days.back());
    by_state.table.rows.push_back({states[s].name});
    add_count(by_state, in[s].proposals);
    by_state.table.rows.back().push_back(spread_of(in[s].days).median_text());
    by_state.table.rows.back().push_back(longest);
    by_group.table.columns.push_back(number_column(states[s].name));
    parts.push_back(fmt::format("{} {}", in[s].proposals.size(), states[s].name));
  }
  by_group.table.columns.push_back(number_column("all"));
  for (const auto& [group, counts] : groups) {
    by_group.table.rows.push_back({group});
    Counted all;
    for (const std::size_t s : used) {
      add_count(by_group, counts[s]);
      append(all, counts[s]);
    }
    add_count(by_group, std::move(all));
  }
  part.headlines.push_back(parts.empty() ? "nothing is open"
                                         : fmt::format("{}", fmt::join(parts, ", ")));
  part.tables.push_back(std::move(by_state));
  part.tables.push_back(std::move(by_group));
  return part;
}

}  // namespace milepost::insights
