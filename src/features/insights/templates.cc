// Which versions of the templates proposals follow.
#include <map>

#include <fmt/format.h>

#include "features/insights/tables.h"

namespace milepost::insights {

namespace {

struct Adoption {
  Counted open;
  Counted all;
};

struct GroupAdoption {
  std::vector<int> behind;
  Counted open, current;

  void add(int versions, const Card& card) {
    behind.push_back(versions);
    open.push_back(card.path);
    if (versions == 0) current.push_back(card.path);
  }
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
      const Subject& subject = data.all[i];
      versions[reading->version].all.push_back(subject.card->path);
      if (subject.open) versions[reading->version].open.push_back(subject.card->path);
    }
    for (std::size_t v = versions.size(); v-- > 0;) {
      const TemplateVersion& version = kind.lineage.versions[v];
      const bool current = v + 1 == versions.size();
      if (versions[v].all.empty() && !current) continue;
      table.table.rows.push_back(
          {kind.id, version.id, to_string(version.date), count_text(versions.size() - 1 - v)});
      add_count(table, versions[v].open);
      add_count(table, versions[v].all);
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
  std::map<std::string, GroupAdoption> groups;
  GroupAdoption all;
  for (std::size_t i = 0; i < data.all.size(); ++i) {
    const auto& reading = data.readings[i];
    if (!data.all[i].open || !reading || reading->kind->lineage.versions.empty()) continue;
    const int behind =
        static_cast<int>(reading->kind->lineage.versions.size() - 1 - reading->version);
    groups[group_name(data.all[i].card->group)].add(behind, *data.all[i].card);
    all.add(behind, *data.all[i].card);
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
  const auto add = [&](const std::string& group, const GroupAdoption& adoption) {
    const Spread spread = spread_of(adoption.behind);
    by_group.table.rows.push_back({group});
    add_count(by_group, adoption.open);
    add_count(by_group, adoption.current);
    by_group.table.rows.back().push_back(spread.median_text());
    by_group.table.rows.back().push_back(spread.p90_text());
  };
  for (const auto& [group, adoption] : groups) add(group, adoption);
  if (!all.open.empty()) {
    add("(all)", all);
    part.headlines.push_back(
        fmt::format("{} of {} open follow the current version; median {} behind",
                    all.current.size(), all.open.size(), *spread_of(all.behind).median));
  }
  part.tables.push_back(std::move(versions));
  part.tables.push_back(std::move(by_group));
  return part;
}

}  // namespace milepost::insights
