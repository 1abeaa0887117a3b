#include "features/process/process_html.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/query_terms.h"
#include "features/common/values_html.h"
#include "features/process/condition_text.h"
#include "features/process/machine_svg.h"

namespace milepost::process {

namespace {

constexpr std::size_t kMostHolders = 24;  // the others are counted

std::string title_of_role(const Process& process, const std::string& id) {
  const Role* const role = process.find_role(id);
  return role && !role->title.empty() ? role->title : id;
}

std::string titles_of_roles(const Process& process, const std::vector<std::string>& roles) {
  if (roles.empty()) return "anybody";
  std::vector<std::string> titles;
  for (const std::string& id : roles) titles.push_back(title_of_role(process, id));
  return fmt::format("{}", fmt::join(titles, ", "));
}

Json statuses_html(const Visit& visit, const Process& process) {
  Json list = Json::array();
  for (const Status& status : process.statuses) {
    Json moves = Json::array();
    for (const Move& move : status.moves) {
      moves.push_back({{"to", move.to},
                       {"by", movers_text(process, move)},
                       {"reason", move.reason},
                       {"last", &move == &status.moves.back()}});
    }
    const auto count = std::ranges::count(visit.workspace->index().cards, status.id, &Card::status);
    list.push_back({{"id", status.id},
                    {"closed", status.closed},
                    {"count", count},
                    {"href", query_href(visit, query_term("status", status.id))},
                    {"moves", std::move(moves)}});
  }
  return list;
}

std::string_view order_text(OutOfOrder order) {
  switch (order) {
    case OutOfOrder::kFree: return "allowed";
    case OutOfOrder::kReason: return "needs a reason";
    case OutOfOrder::kClosed: break;
  }
  return "not allowed";
}

Json ladders_html(const Process& process) {
  Json list = Json::array();
  for (const Ladder& ladder : process.ladders) {
    list.push_back({{"id", ladder.id},
                    {"svg", render_ladder_svg(ladder)},
                    {"skip", order_text(ladder.skip)},
                    {"back", order_text(ladder.back)}});
  }
  return list;
}

Json conditions_html(const Process& process, const Gate& gate) {
  Json list = Json::array();
  for (const Condition& condition : gate.conditions) {
    list.push_back({{"id", condition.id},
                    {"text", condition_text(process, condition)},
                    {"role", condition.role.empty() ? "" : title_of_role(process, condition.role)},
                    {"kinds", fmt::format("{}", fmt::join(condition.kinds, ", "))},
                    {"from", condition.from},
                    {"advice", condition.advice},
                    {"merge", condition.merge}});
  }
  return list;
}

// What a gate is before: a status, a stage, or a freeze that the calendar has.
std::string leads_to(const Process& process, const Gate& gate) {
  if (!gate.stage.empty()) return "to the stage " + gate.stage;
  if (!gate.status.empty()) return "to the status " + gate.status;
  for (const CalendarDate& date : process.calendar.dates) {
    if (date.gate == gate.id) return "at the " + date.title;
  }
  return {};
}

Json gates_html(const Process& process) {
  Json list = Json::array();
  for (const Gate& gate : process.gates) {
    list.push_back({{"id", gate.id},
                    {"leads", leads_to(process, gate)},
                    {"after", fmt::format("{}", fmt::join(gate.after, ", "))},
                    {"count", counted(gate.conditions.size(), "condition")},
                    {"conditions", conditions_html(process, gate)}});
  }
  return list;
}

Json roles_html(const Visit& visit, const Process& process) {
  const Rosters& rosters = visit.workspace->facts().rosters();
  Json list = Json::array();
  for (const Role& role : process.roles) {
    std::vector<std::string> names =
        role.roster.empty() ? std::vector<std::string>() : rosters.names(role.roster);
    const std::size_t all = names.size();
    names.resize(std::min(all, kMostHolders));
    const RosterSource* const source = process.find_roster(role.roster);
    list.push_back({{"id", role.id},
                    {"title", role.title},
                    {"field", role.field},
                    {"roster", role.roster},
                    {"file", source ? source->file : std::string()},
                    {"unknown", !role.roster.empty() && !rosters.knows(role.roster) && all == 0},
                    {"people", people_json(visit, names)},
                    {"more", all > names.size() ? fmt::format("and {} more", all - names.size())
                                                : std::string()},
                    {"excludes", role.excludes.empty() ? std::string()
                                                       : titles_of_roles(process, role.excludes)},
                    {"sections", fmt::format("{}", fmt::join(role.sections, ", "))}});
  }
  return list;
}

std::string due_text(const TemplateSection& section) {
  if (!section.required) return "optional";
  return section.stage.empty() ? "required" : "required from " + section.stage;
}

Json templates_html(const Process& process) {
  Json list = Json::array();
  for (const Kind& kind : process.kinds) {
    if (!kind.pattern) continue;
    Json sections = Json::array();
    for (const TemplateSection& section : kind.pattern->sections()) {
      sections.push_back({{"title", section.title},
                          {"depth", std::clamp(section.level - 2, 0, 3)},
                          {"required", section.required},
                          {"due", due_text(section)},
                          {"directed", section.directed}});
    }
    list.push_back({{"kind", kind.id},
                    {"path", kind.own_path.empty() ? kind.template_path : kind.own_path},
                    {"count", counted(sections.size(), "section")},
                    {"sections", std::move(sections)}});
  }
  return list;
}

Json calendar_html(const Visit& visit, const Process& process) {
  Json dates = Json::array();
  for (const CalendarDate& date : process.calendar.dates) {
    dates.push_back({{"title", date.title},
                     {"week", date.week ? fmt::format("week {}", *date.week) : std::string()},
                     {"deadline", date.deadline},
                     {"gate", date.gate},
                     {"admits", date.admits}});
  }
  Json actions = Json::array();
  for (const auto& [action, roles] : process.calendar.by) {
    std::string words(name(action));
    std::ranges::replace(words, '-', ' ');
    actions.push_back({{"action", words}, {"who", titles_of_roles(process, roles)}});
  }
  return {{"file", process.calendar.file},
          {"earth", process.calendar.anywhere_on_earth},
          {"exception_days", process.calendar.exception_days},
          {"dates", std::move(dates)},
          {"actions", std::move(actions)},
          {"release_href", page_href(visit, "/release")}};
}

}  // namespace

Json process_html(const Visit& visit) {
  const Process& process = visit.workspace->process();
  return {{"name", process.name},
          {"title", process.title},
          {"machine", render_statuses_svg(process)},
          {"statuses", statuses_html(visit, process)},
          {"ladders", ladders_html(process)},
          {"gates", gates_html(process)},
          {"roles", roles_html(visit, process)},
          {"templates", templates_html(process)},
          {"has_calendar", !process.calendar.file.empty()},
          {"calendar", calendar_html(visit, process)},
          {"rules_href", page_href(visit, "/rules")}};
}

}  // namespace milepost::process
