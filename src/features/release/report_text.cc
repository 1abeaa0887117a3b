#include "features/release/report_text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/printable.h"
#include "base/strings.h"
#include "features/release/json.h"
#include "features/release/reasons.h"
#include "render/table.h"

namespace milepost::release {

namespace {

using Of = std::string (*)(const ReleaseEntry&);

std::string stage_of(const ReleaseEntry& entry) { return entry.to_stage; }
std::string group_of(const ReleaseEntry& entry) { return entry.proposal.group; }
std::string kind_of(const ReleaseEntry& entry) { return std::string(name(entry.kind)); }

struct Breakdown {
  std::string_view title;
  Of of;
};
constexpr Breakdown kBreakdowns[] = {{"stage", stage_of}, {"group", group_of}, {"kind", kind_of}};

// Counts by what an entry has, and by where it stands.
using Counts = std::map<std::string, std::map<FreezeState, std::size_t>>;

Counts count_by(const ReleaseView& view, Of of) {
  Counts counts;
  for (const ReleaseEntry& entry : view.entries) {
    const std::string key = of(entry);
    ++counts[key.empty() ? "none" : key][entry.state];
  }
  return counts;
}

std::vector<FreezeState> states_in(const ReleaseView& view) {
  std::vector<FreezeState> found;
  for (const FreezeState state : kFreezeStates) {
    if (view.count(state) > 0) found.push_back(state);
  }
  return found;
}

Table breakdown_table(const ReleaseView& view, const Breakdown& breakdown) {
  const std::vector<FreezeState> states = states_in(view);
  Table table{{{std::string(breakdown.title)}}, {}};
  for (const FreezeState state : states) {
    table.columns.push_back({std::string(name(state)), true});
  }
  table.columns.push_back({"all", true});
  for (const auto& [key, counts] : count_by(view, breakdown.of)) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(printable(key));
    std::size_t all = 0;
    for (const FreezeState state : states) {
      const auto count = counts.find(state);
      const std::size_t value = count == counts.end() ? 0 : count->second;
      row.push_back(std::to_string(value));
      all += value;
    }
    row.push_back(std::to_string(all));
  }
  std::vector<std::string>& sums = table.rows.emplace_back();
  sums.emplace_back("all");
  for (const FreezeState state : states) sums.push_back(std::to_string(view.count(state)));
  sums.push_back(std::to_string(view.entries.size()));
  return table;
}

std::string change_line(const ReleaseChange& change) {
  return fmt::format(
      "- {} {}: {} → {}\n", printable(change.proposal.number), printable(change.proposal.title),
      change.from.empty() ? "not in it" : change.from, change.to.empty() ? "not in it" : change.to);
}

Table entries_table(const ReleaseReport& report, bool with_past) {
  Table table{{{"number", true},
               {"title"},
               {"group"},
               {"stage"},
               {"kind"},
               {"state"},
               {"freeze"},
               {"missing"}},
              {}};
  if (with_past) table.columns.push_back({"was"});
  for (const ReleaseEntry& entry : report.view.entries) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {entry.proposal.number,
           entry.proposal.title,
           entry.proposal.group,
           entry.to_stage,
           std::string(name(entry.kind)),
           std::string(name(entry.state)),
           entry.decisive() ? entry.decisive()->id : std::string(),
           reasons_text(entry)};
    if (!with_past) continue;
    const auto change = std::ranges::find_if(report.changes, [&](const ReleaseChange& one) {
      return one.proposal.number == entry.proposal.number;
    });
    row.push_back(!report.since                    ? std::string()
                  : change != report.changes.end() ? change->from
                                                   : std::string(name(entry.state)));
  }
  return table;
}

}  // namespace

std::string render_report_markdown(const ReleaseReport& report) {
  const ReleaseView& view = report.view;
  std::string out =
      fmt::format("# {} on {}\n\n", view.calendar.release, to_string(date_of(view.now)));
  for (const ReleaseDate& date : view.calendar.dates) {
    if (!date.freeze || !date.at) continue;
    out += fmt::format("- {}: {} ({})\n", printable(date.title),
                       deadline_text(*date.at, view.calendar.anywhere_on_earth),
                       from_now(*date.at, view.now));
  }
  out += fmt::format("\n{} {} to be in it.\n", counted(view.entries.size(), "proposal"),
                     view.entries.size() == 1 ? "is" : "are");
  if (view.entries.empty()) return out;
  for (const Breakdown& breakdown : kBreakdowns) {
    out += fmt::format("\n## By {}\n\n", breakdown.title);
    out += render_table_markdown(breakdown_table(view, breakdown));
  }
  if (report.since) {
    out += fmt::format("\n## Since {}\n\n", to_string(*report.since));
    for (const ReleaseChange& change : report.changes) out += change_line(change);
    if (report.changes.empty()) out += "Nothing changed.\n";
  }
  out += "\n## Proposals\n\n";
  return out + render_table_markdown(entries_table(report, false));
}

std::string render_report_json(const ReleaseReport& report) {
  Json value = view_json(report.view);
  for (const Breakdown& breakdown : kBreakdowns) {
    Json by = Json::object();
    for (const auto& [key, counts] : count_by(report.view, breakdown.of)) {
      Json one = Json::object();
      for (const auto& [state, count] : counts) one[std::string(name(state))] = count;
      by[key] = std::move(one);
    }
    value[fmt::format("by{}{}", static_cast<char>(breakdown.title[0] - 'a' + 'A'),
                      breakdown.title.substr(1))] = std::move(by);
  }
  value["since"] = report.since ? Json(to_string(*report.since)) : Json();
  Json changes = Json::array();
  for (const ReleaseChange& change : report.changes) {
    Json one;
    one["proposal"] = change.proposal.number;
    one["title"] = change.proposal.title;
    one["from"] = text_or_null(change.from);
    one["to"] = text_or_null(change.to);
    changes.push_back(std::move(one));
  }
  value["changes"] = std::move(changes);
  return json_text(value);
}

std::string render_report_csv(const ReleaseReport& report, bool for_terminal) {
  return render_table_csv(entries_table(report, true), for_terminal);
}

}  // namespace milepost::release
