#include "features/insights/reports_html.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/query_terms.h"
#include "features/common/values_html.h"
#include "features/insights/formats.h"
#include "history/states.h"
#include "proposal/query.h"
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

// Whether a query finds these proposals and no other.
bool finds_just(const Workspace& workspace, const std::string& query,
                const std::set<std::string_view>& paths) {
  const auto parsed = Query::parse(query, workspace.process(), "");
  if (!parsed || !parsed->record_terms().empty()) return false;
  return std::ranges::all_of(workspace.index().cards, [&](const Card& card) {
    const bool found = parsed->matches(
        card, [] { return std::string_view(); },
        [](const Card&, const RecordTerm&) { return false; });
    return found == paths.contains(card.path);
  });
}

// "number:11,12,13"; "" where not every proposal has a number of its own, or they are too many.
std::string numbers_of(const Workspace& workspace, const std::set<std::string_view>& paths) {
  constexpr std::size_t kMost = 500;
  if (paths.size() > kMost) return {};
  std::vector<std::string_view> numbers;
  for (const std::string_view path : paths) {
    const auto found = workspace.index().by_path.find(std::string(path));
    if (found == workspace.index().by_path.end()) return {};
    const Card& card = workspace.index().cards[found->second];
    if (card.number.empty() || workspace.index().find_number(card.number) != &card) return {};
    numbers.push_back(card.number);
  }
  return fmt::format("number:{}", fmt::join(numbers, ","));
}

// "status:provisional,implementable": what is open and on the usual way.
std::string on_the_way(const Process& process) {
  const States states(process);
  std::vector<std::string> ids;
  for (const Status& status : process.statuses) {
    if (states.is_on_way(status.id)) ids.push_back(status.id);
  }
  return fmt::format(" status:{}", fmt::join(ids, ","));
}

// Where just those are listed that a number counts: by these terms, if they find no others, else
// by their numbers. "" where the list would have another length: something is counted twice, or is
// no more.
std::string counted_href(const Visit& visit, const std::string& terms, const Counted& counted) {
  if (counted.empty() || visit.links.is_static) return {};
  const std::set<std::string_view> paths(counted.begin(), counted.end());
  if (paths.size() != counted.size()) return {};
  const Workspace& workspace = *visit.workspace;
  for (const std::string& more :
       {std::string(), without_closed(workspace.process()), on_the_way(workspace.process())}) {
    const std::string query(trim(terms + more));
    if (!query.empty() && finds_just(workspace, query, paths)) return query_href(visit, query);
  }
  const std::string numbers = numbers_of(workspace, paths);
  return numbers.empty() ? std::string() : query_href(visit, numbers);
}

// The terms that the head of a column and the beginning of a row stand for.
std::string terms_of_cell(const Visit& visit, const ReportTable& table, std::size_t row,
                          std::size_t column) {
  const Process& process = visit.workspace->process();
  const std::string& title = table.table.columns[column].title;
  const std::string& name = table.table.rows[row].front();
  if (table.by == "person") return query_term(title, name);
  return term_of(process, table.by, name) + " " + term_of(process, "", title);
}

Json table_json(const Visit& visit, const ReportPart& part, const ReportTable& table) {
  const ShownTable shown = shown_of(table);
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
                       {"href", cell_href(visit, table, shown.begin + r, shown.columns[c])}});
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
  const auto counted = table.counted.find({row, column});
  if (counted != table.counted.end()) {
    return counted_href(visit, terms_of_cell(visit, table, row, column), counted->second);
  }
  // Days are no proposals, and what was in a month is not what is now.
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
         {"headlines_href", counted_href(visit, "", part.counted)},
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
          {"open_href", counted_href(visit, "", report.counted_open)},
          {"release", report.release},
          {"release_href", release_href(visit, report.release)},
          {"q", query},
          {"href", page_href(visit, "/reports")},
          {"parts", std::move(parts)},
          {"notes", page_notes(visit, report.notes)}};
}

}  // namespace milepost::insights
