// Which versions of the templates proposals follow.
#include <map>

#include <fmt/format.h>

#include "features/insights/tables.h"

namespace milepost::insights {

namespace {

struct Adoption {
  std::size_t open = 0;
  std::size_t all = 0;
};

ReportTable versions_table(const ReportData& data) {
  ReportTable table{"version",
                    "by version",
                    {{text_column("kind"), text_column("version"), text_column("date"),
                      number_column("behind"), number_column("open"), number_column("all")},
                     {}}};
  for (const Kind& kind : data.process.kinds) {
    std::vector<Adoption> versions(kind.lineage.versions.size());
    for (std::size_t i = 0; i < data.all.size(); ++i) {
      const auto& reading = data.readings[i];
      if (!reading || reading->kind != &kind || reading->version >= versions.size()) continue;
      ++versions[reading->version].all;
      if (data.all[i].open) ++versions[reading->version].open;
    }
    for (std::size_t v = versions.size(); v-- > 0;) {
      const TemplateVersion& version = kind.lineage.versions[v];
      const bool current = v + 1 == versions.size();
      if (versions[v].all == 0 && !current) continue;
      table.table.rows.push_back({kind.id, version.id, to_string(version.date),
                                  count_text(versions.size() - 1 - v), count_text(versions[v].open),
                                  count_text(versions[v].all)});
    }
  }
  return table;
}

}  // namespace

ReportPart templates_part(const ReportData& data) {
  ReportPart part;
  part.title = "Template adoption";
  part.about =
      "The version of its template that each proposal follows, and how many versions came after.";
  std::map<std::string, std::vector<int>> groups;
  std::vector<int> all;
  for (std::size_t i = 0; i < data.all.size(); ++i) {
    const auto& reading = data.readings[i];
    if (!data.all[i].open || !reading || reading->kind->lineage.versions.empty()) continue;
    const int behind =
        static_cast<int>(reading->kind->lineage.versions.size() - 1 - reading->version);
    groups[group_name(data.all[i].card->group)].push_back(behind);
    all.push_back(behind);
  }
  ReportTable versions = versions_table(data);
  if (versions.table.rows.empty()) {
    part.unknown = "the templates of this process have no versions";
    return part;
  }
  ReportTable by_group{"group",
                       "open proposals by group",
                       {{text_column("group"), number_column("open"), number_column("current"),
                         number_column("median behind"), number_column("p90 behind")},
                        {}}};
  const auto add = [&](const std::string& group, const std::vector<int>& behind) {
    const Spread spread = spread_of(behind);
    by_group.table.rows.push_back({group, count_text(spread.count),
                                   std::to_string(std::ranges::count(behind, 0)),
                                   spread.median_text(), spread.p90_text()});
  };
  for (const auto& [group, behind] : groups) add(group, behind);
  if (!all.empty()) {
    add("(all)", all);
    part.headlines.push_back(
        fmt::format("{} of {} open follow the current version; median {} behind",
                    std::ranges::count(all, 0), all.size(), *spread_of(all).median));
  }
  part.tables.push_back(std::move(versions));
  part.tables.push_back(std::move(by_group));
  return part;
}

}  // namespace milepost::insights
