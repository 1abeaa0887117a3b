#include "features/release/board_html.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/remedy_html.h"
#include "features/common/values_html.h"
#include "features/release/board_text.h"
#include "features/release/calendar_svg.h"
#include "features/release/reasons.h"

namespace milepost::release {

namespace {

constexpr std::size_t kNamedPeople = 2;  // the others are counted

std::string release_href(const Visit& visit, const std::string& release, std::string_view rest) {
  return fmt::format("{}/release/{}{}", visit.links.base, http::encode(release), rest);
}

std::string board_href(const Visit& visit, const std::string& release,
                       const BoardFilters& filters) {
  // Files have no query: there is one board.
  return release_href(visit, release, visit.links.ending) +
         (visit.links.is_static ? std::string() : query_text(filters));
}

// The same filters with another value of one; the value it has already is taken away.
std::string toggled(const Visit& visit, const std::string& release, BoardFilters filters,
                    std::string BoardFilters::* which, const std::string& value) {
  filters.*which = filters.*which == value ? std::string() : value;
  return board_href(visit, release, filters);
}

std::string_view count_title(FreezeState state) {
  if (state == FreezeState::kException) return "have an exception";
  return name(state);
}

// Those of the five are there even where nobody is in them.
constexpr FreezeState kAlwaysCounted[] = {FreezeState::kTracked, FreezeState::kAtRisk,
                                          FreezeState::kPending, FreezeState::kRemoved,
                                          FreezeState::kDeferred};
constexpr FreezeState kCountOrder[] = {
    FreezeState::kTracked, FreezeState::kDone,    FreezeState::kAtRisk,
    FreezeState::kMissed,  FreezeState::kPending, FreezeState::kException,
    FreezeState::kOut,     FreezeState::kRemoved, FreezeState::kDeferred};

Json counts_html(const Visit& visit, const ReleaseView& view, const BoardFilters& filters) {
  Json counts = Json::array();
  for (const FreezeState state : kCountOrder) {
    const std::size_t count = view.count(state);
    const bool always = std::ranges::find(kAlwaysCounted, state) != std::end(kAlwaysCounted);
    if (count == 0 && !always) continue;
    BoardFilters only;
    only.state = state_key(state);
    only.day = filters.day;
    counts.push_back({{"count", count},
                      {"title", count_title(state)},
                      {"tone", count == 0 ? "quiet" : tone_of(state)},
                      {"href", board_href(visit, view.calendar.release, only)}});
  }
  return counts;
}

// Parts of a bar that is a thousand wide.
Json bar_html(const ReleaseView& view) {
  constexpr std::size_t kWide = 1000;
  Json parts = Json::array();
  std::size_t before = 0;
  const std::size_t all = view.entries.size();
  for (const FreezeState state : kCountOrder) {
    const std::size_t count = view.count(state);
    if (count == 0) continue;
    const std::size_t x = before * kWide / all;
    before += count;
    const std::string_view tone = tone_of(state);
    parts.push_back({{"x", x},
                     {"width", before * kWide / all - x},
                     {"fill", tone == "quiet" ? "line" : tone},
                     {"title", fmt::format("{} {}", count, count_title(state))}});
  }
  return parts;
}

// The values of one filter with how many have each, as the other filters leave them.
class BoardFacet {
 public:
  BoardFacet(const Visit& visit, const ReleaseView& view, const BoardFilters& filters,
             std::string BoardFilters::* which)
      : visit_(visit), view_(view), filters_(filters), which_(which), others_(filters) {
    others_.*which_ = {};
  }

  template <typename ValuesOf>
  void count(ValuesOf values_of) {
    for (const ReleaseEntry& entry : view_.entries) {
      if (!is_wanted(entry, others_)) continue;
      for (const std::string& value : values_of(entry)) ++counts_[value];
    }
    if (!(filters_.*which_).empty()) counts_.try_emplace(filters_.*which_, 0);
  }

  // The most frequent first; a chosen one is always among them.
  Json chips(std::size_t most) const {
    std::vector<std::pair<std::string, std::size_t>> values(counts_.begin(), counts_.end());
    std::ranges::stable_sort(values, [&](const auto& a, const auto& b) {
      const bool chosen_a = a.first == filters_.*which_;
      const bool chosen_b = b.first == filters_.*which_;
      return chosen_a != chosen_b ? chosen_a : a.second > b.second;
    });
    if (values.size() > most) values.resize(most);
    Json list = Json::array();
    for (const auto& [value, count] : values) {
      list.push_back({{"text", value},
                      {"count", count},
                      {"chosen", value == filters_.*which_},
                      {"href", toggled(visit_, view_.calendar.release, filters_, which_, value)}});
    }
    return list;
  }

 private:
  const Visit& visit_;
  const ReleaseView& view_;
  const BoardFilters& filters_;
  std::string BoardFilters::* const which_;
  BoardFilters others_;
  std::map<std::string, std::size_t> counts_;
};

std::set<std::string> reason_words(const ReleaseEntry& entry) {
  std::set<std::string> words;
  for (const Reason& reason : reasons_of(entry)) words.insert(reason.what);
  return words;
}

// Those that count things: a chip counts proposals, and speaks of "sections".
std::set<std::string> counting_reasons(const ReleaseView& view) {
  std::set<std::string> words;
  for (const ReleaseEntry& entry : view.entries) {
    for (const Reason& reason : reasons_of(entry)) {
      if (reason.count > 0) words.insert(reason.what);
    }
  }
  return words;
}

Json chips_html(const Visit& visit, const ReleaseView& view, const BoardFilters& filters) {
  constexpr std::size_t kMostStates = 9;
  constexpr std::size_t kMostGroups = 8;
  constexpr std::size_t kMostReasons = 8;
  BoardFacet states(visit, view, filters, &BoardFilters::state);
  states.count([](const ReleaseEntry& entry) { return std::set{state_key(entry.state)}; });
  BoardFacet groups(visit, view, filters, &BoardFilters::group);
  groups.count([](const ReleaseEntry& entry) { return std::set{entry.proposal.group}; });
  BoardFacet reasons(visit, view, filters, &BoardFilters::missing);
  reasons.count(reason_words);
  Json chips = {{"states", states.chips(kMostStates)},
                {"groups", groups.chips(kMostGroups)},
                {"reasons", reasons.chips(kMostReasons)}};
  for (Json& chip : chips["states"]) {
    std::string text = chip["text"];
    std::ranges::replace(text, '-', ' ');
    chip["text"] = text;
  }
  const std::set<std::string> counting = counting_reasons(view);
  for (Json& chip : chips["reasons"]) {
    const std::string text = chip["text"];
    if (counting.contains(text)) chip["text"] = text + "s";
  }
  return chips;
}

Json sorts_html(const Visit& visit, const std::string& release, const BoardFilters& filters) {
  Json sorts;
  for (const std::string_view order : kBoardOrders) {
    BoardFilters other = filters;
    other.sort = order;
    const bool here = filters.sort == order || (filters.sort.empty() && order == "urgency");
    sorts[std::string(order)] = {{"href", board_href(visit, release, other)}, {"here", here}};
  }
  return sorts;
}

// Of an exception that is asked for or given: "asked by @jane: code lands two days late".
std::string exception_words(const ReleaseEntry& entry) {
  if (entry.exceptions.empty()) return {};
  const ExceptionState& last = entry.exceptions.back();
  return last.requested.comment;
}

Json row_html(const Visit& visit, const ReleaseView& view, const ReleaseEntry& entry) {
  const FreezeEntry* const freeze = entry.decisive();
  const bool lacks = !reasons_of(entry).empty();
  Json row = proposal_json(visit, entry.proposal);
  const auto readiness = readiness_of(entry);
  const bool is_excepted =
      entry.state == FreezeState::kPending || entry.state == FreezeState::kException;
  row["group"] = entry.proposal.group;
  row["step"] = step_text(entry);
  row["uncommitted"] = entry.uncommitted;
  row["state"] = state_text(entry);
  row["tone"] = tone_of(entry.state);
  row["missing"] = lacks && freeze ? missing_rows(visit, *freeze) : Json::array();
  row["due"] =
      lacks && freeze && freeze->deadline
          ? Json(fmt::format("{} {}", freeze->title, from_now(*freeze->deadline, view.now)))
          : Json("");
  row["exception"] = is_excepted ? exception_words(entry) : std::string();
  row["judged"] = readiness.has_value();
  row["holds"] = readiness ? readiness->holds : 0;
  row["all"] = readiness ? readiness->all : 0;
  row["part_href"] =
      visit.links.is_static
          ? std::string()
          : release_href(visit, view.calendar.release,
                         "/proposals/" + http::encode(key_of_called(entry.proposal.called())));
  return row;
}

Json dates_html(const ReleaseView& view) {
  Json dates = Json::array();
  for (const ReleaseDate& date : view.calendar.dates) {
    if (!date.at) continue;
    const bool anywhere = date.deadline && view.calendar.anywhere_on_earth;
    Json one = time_json(*date.at, view.now);
    // The day that the calendar's line and the plan call it by, not that of the instant in UTC.
    one["day"] = day_json(deadline_day(*date.at, anywhere), view.now)["day"];
    one["title"] = date.title;
    one["passed"] = !(view.now < *date.at);
    dates.push_back(std::move(one));
  }
  return dates;
}

// The freezes to plan: the last that has passed or the next one first.
Json freezes_html(const Visit& visit, const ReleaseView& view) {
  Json freezes = Json::array();
  for (const ReleaseDate& date : view.calendar.dates) {
    if (!date.freeze) continue;
    const std::string& release = view.calendar.release;
    freezes.push_back(
        {{"title", date.title},
         {"set", date.at.has_value()},
         {"when", date.at ? from_now(*date.at, view.now) : "not set"},
         {"plan", release_href(visit, release, "/freeze/" + http::encode(date.id))},
         {"messages", release_href(visit, release, "/messages/" + http::encode(date.id))}});
  }
  return freezes;
}

// The freeze that a lead thinks of: the last one that has passed and was missed by somebody who is
// not removed, else the next.
std::string freeze_to_plan(const ReleaseView& view) {
  for (const ReleaseEntry& entry : view.entries) {
    if (entry.state == FreezeState::kMissed && entry.decisive()) return entry.decisive()->id;
  }
  const ReleaseDate* last = nullptr;
  for (const ReleaseDate& date : view.calendar.dates) {
    if (!date.freeze || !date.at) continue;
    last = &date;
    if (view.now < *date.at) break;
  }
  return last ? last->id : std::string();
}

}  // namespace

BoardFilters read_filters(const http::Fields& query) {
  return {query.get("state"), query.get("group"), query.get("missing"),
          query.get("q"),     query.get("sort"),  query.get("on")};
}

std::string query_text(const BoardFilters& filters) {
  const std::pair<std::string_view, const std::string&> fields[] = {
      {"state", filters.state}, {"group", filters.group}, {"missing", filters.missing},
      {"q", filters.query},     {"sort", filters.sort},   {"on", filters.day}};
  std::string text;
  for (const auto& [field, value] : fields) {
    if (value.empty()) continue;
    text += fmt::format("{}{}={}", text.empty() ? "?" : "&", field, http::encode(value));
  }
  return text;
}

std::string state_key(FreezeState state) {
  std::string key(name(state));
  std::ranges::replace(key, ' ', '-');
  return key;
}

std::string_view tone_of(FreezeState state) {
  switch (state) {
    case FreezeState::kTracked:
    case FreezeState::kDone: return "good";
    case FreezeState::kAtRisk: return "warn";
    case FreezeState::kMissed: return "bad";
    case FreezeState::kPending:
    case FreezeState::kException: return "accent";
    case FreezeState::kOut:
    case FreezeState::kRemoved:
    case FreezeState::kDeferred:
    case FreezeState::kNotDue: break;
  }
  return "quiet";
}

bool is_wanted(const ReleaseEntry& entry, const BoardFilters& filters) {
  if (!filters.state.empty() && state_key(entry.state) != filters.state) return false;
  if (!filters.group.empty() && entry.proposal.group != filters.group) return false;
  return filters.missing.empty() || reason_words(entry).contains(filters.missing);
}

std::optional<Readiness> readiness_of(const ReleaseEntry& entry) {
  const FreezeEntry* const freeze = entry.decisive();
  if (!freeze || freeze->missing.size() + freeze->settled.size() == 0) return std::nullopt;
  return Readiness{freeze->settled.size(), freeze->missing.size() + freeze->settled.size()};
}

Json missing_rows(const Visit& visit, const FreezeEntry& freeze) {
  Json rows = Json::array();
  for (const Verdict& verdict : freeze.missing) {
    std::vector<std::string> named = verdict.who;
    const std::size_t more = named.size() > kNamedPeople ? named.size() - kNamedPeople : 0;
    named.resize(named.size() - more);
    rows.push_back({{"what", reason_text(reason_of(verdict))},
                    {"message", verdict.message},
                    {"who", people_json(visit, named)},
                    {"role", named.empty() ? verdict.role_title : std::string()},
                    {"more", more}});
    if (more == 0) rows.back()["more"] = "";
  }
  return rows;
}

Json board_html(const Visit& visit, const Board& board, const BoardFilters& filters) {
  const ReleaseView& view = board.view;
  const std::string& release = view.calendar.release;
  std::set<std::string_view> groups;
  for (const ReleaseEntry& entry : view.entries) groups.insert(entry.proposal.group);
  Json rows = Json::array();
  for (const std::size_t i : board.shown) {
    if (is_wanted(view.entries[i], filters)) rows.push_back(row_html(visit, view, view.entries[i]));
  }
  const std::string plan = freeze_to_plan(view);
  BoardFilters none;
  none.day = filters.day;
  const bool filtered = !filters.state.empty() || !filters.group.empty() ||
                        !filters.missing.empty() || !filters.query.empty();
  Json page = {{"release", release},
               {"proposals", counted(view.entries.size(), "proposal")},
               {"groups", counted(groups.size(), "group")},
               {"any", !view.entries.empty()},
               {"calendar_svg", render_calendar_svg(view.calendar, view.now)},
               {"dates", dates_html(view)},
               {"counts", counts_html(visit, view, filters)},
               {"bar", bar_html(view)},
               {"chips", chips_html(visit, view, filters)},
               {"sorts", sorts_html(visit, release, filters)},
               {"freezes", freezes_html(visit, view)},
               {"shown", rows.size()},
               {"filtered", filtered},
               {"none_shown", rows.empty()},
               {"rows", std::move(rows)},
               {"notes", page_notes(visit, view.notes)},
               {"day", filters.day},
               {"q", filters.query},
               {"state", filters.state},
               {"group_filter", filters.group},
               {"missing_filter", filters.missing},
               {"sort", filters.sort},
               {"href", release_href(visit, release, "")},
               {"all_href", board_href(visit, release, none)},
               {"now_href", board_href(visit, release, {})},
               {"query", query_text(filters)}};
  page["plan_href"] =
      plan.empty() ? std::string() : release_href(visit, release, "/freeze/" + http::encode(plan));
  return page;
}

}  // namespace milepost::release
