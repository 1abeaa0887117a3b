#include "features/insights/reports_html.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/query_terms.h"
#include "features/common/values_html.h"
#include "features/insights/formats.h"
#include "render/svg.h"

namespace milepost::insights {

namespace {

// "(all)", "(none)"
bool is_no_name(std::string_view word) { return word.starts_with('('); }

// The term that finds what a word of a table names; "" for one that no query has.
std::string term_of(const Process& process, std::string_view by, const std::string& word) {
  if (is_no_name(word)) return {};
  if (process.has_stage(word)) return query_term("stage", word);
  if (process.find_status(word)) return query_term("status", word);
  if (by == "group") return query_term("group", word);
  if (by == "release" && parse_version(word)) return query_term("milestone", word);
  return {};
}

Json table_json(const Visit& visit, const ReportPart& part, const ReportTable& table) {
  const ShownTable shown = shown_of(table);
  ReportTable visible = table;
  visible.table = shown.table;
  Json columns = Json::array();
  for (const TableColumn& column : shown.table.columns) {
    columns.push_back({{"title", column.title}, {"right", column.right}});
  }
  Json rows = Json::array();
  for (std::size_t r = 0; r < shown.table.rows.size(); ++r) {
    Json cells = Json::array();
    for (std::size_t c = 0; c < shown.table.rows[r].size(); ++c) {
      cells.push_back({{"text", shown.table.rows[r][c]},
                       {"right", shown.table.columns[c].right},
                       {"href", cell_href(visit, visible, r, c)}});
    }
    rows.push_back({{"cells", std::move(cells)}});
  }
  return {{"title", table.title},
          {"region", table.title.empty() ? part.title : part.title + ", " + table.title},
          {"folded", table.detail},
          {"none", rows.empty()},
          {"columns", std::move(columns)},
          {"rows", std::move(rows)},
          {"left_out", shown.left_out}};
}

Json roadmap_json(const Visit& visit, const Roadmap& roadmap) {
  Json releases = Json::array();
  for (const RoadmapRelease& release : roadmap) {
    Json groups = Json::array();
    std::size_t count = 0;
    for (const RoadmapGroup& group : release.groups) {
      Json entries = Json::array();
      for (const RoadmapEntry& entry : group.entries) {
        Json one = proposal_json(visit, entry.proposal);
        one["move"] = entry.move;
        one["summary"] = entry.summary;
        entries.push_back(std::move(one));
      }
      count += group.entries.size();
      groups.push_back({{"name", group.name}, {"entries", std::move(entries)}});
    }
    releases.push_back({{"name", release.name},
                        {"state", release.overdue   ? "overdue"
                                  : release.at_work ? "at work"
                                                    : ""},
                        {"count", counted(count, "target")},
                        {"groups", std::move(groups)}});
  }
  return releases;
}

// What charts and tables below do not say at once: of several of one form each is a row there.
std::string headlines_of(const ReportPart& part) {
  constexpr std::size_t kShort = 2;
  const bool shown_below = part.chart || !part.tables.empty();
  if (part.headlines.size() > kShort && shown_below) return {};
  return fmt::format("{}", fmt::join(part.headlines, " · "));
}

// A release has a page where the calendar knows it.
std::string release_href(const Visit& visit, const std::string& release) {
  const auto version = parse_version(release);
  const auto& calendar = visit.workspace->calendar();
  const bool known = version && calendar && calendar->find(*version) != nullptr;
  return known ? page_href(visit, "/release/" + http::encode(release)) : std::string();
}

std::string title_of(const Chart& chart) {
  return std::visit([](const auto& one) { return one.words.title; }, chart);
}

}  // namespace

std::string cell_href(const Visit& visit, const ReportTable& table, std::size_t row,
                      std::size_t column) {
  const std::vector<std::string>& cells = table.table.rows[row];
  const std::string& title = table.table.columns[column].title;
  if (cells[column].empty()) return {};
  if (table.by == "proposal" && (column == 0 || title == "title")) {
    const Card* const card = card_of_key(*visit.workspace, cells.front());
    return card ? proposal_href(visit, *card) : std::string();
  }
  if (visit.links.is_static) return {};
  if (title == "group" && !is_no_name(cells[column]))
    return query_href(visit, query_term("group", cells[column]));
  if (cells[column].starts_with('@')) return person_href(visit, cells[column].substr(1));
  // What a number counts depends on more than a query can say: on what is open, on what has been
  // reached by now, on the months that are asked about.
  if (column > 0) return {};
  const std::string query = term_of(visit.workspace->process(), table.by, cells.front());
  return query.empty() ? std::string() : query_href(visit, query);
}

Json reports_html(const Visit& visit, const Report& report, const std::string& query) {
  Json parts = Json::array();
  for (const ReportPart& part : report.parts) {
    Json tables = Json::array();
    for (const ReportTable& table : part.tables) tables.push_back(table_json(visit, part, table));
    parts.push_back(
        {{"name", part.name},
         {"title", part.title},
         {"about", part.about},
         {"headlines", headlines_of(part)},
         {"same_title", part.chart && title_of(*part.chart) == part.title},
         {"unknown", part.unknown},
         {"chart", part.chart && part.unknown.empty()
                       ? svg::without_style(render_chart(*part.chart))
                       : std::string()},
         {"roadmap", part.roadmap ? roadmap_json(visit, *part.roadmap) : Json::array()},
         {"tables", part.unknown.empty() && !part.roadmap ? std::move(tables) : Json::array()}});
  }
  return {{"day", to_string(report.today)},
          {"count", counted(report.proposals, "proposal")},
          {"all_href", page_href(visit, "/proposals")},
          {"open", report.open},
          {"release", report.release},
          {"release_href", release_href(visit, report.release)},
          {"q", query},
          {"href", page_href(visit, "/reports")},
          {"parts", std::move(parts)},
          {"notes", page_notes(visit, report.notes)}};
}

}  // namespace milepost::insights
