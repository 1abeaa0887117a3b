// The pages of proposals that a query finds: the list, the board, the same for programs, and what
// the box for queries suggests.
#include <algorithm>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/kept.h"
#include "features/common/own_address.h"
#include "features/common/query_terms.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/list/formats.h"
#include "features/list/list_html.h"
#include "features/list/stage_terms.h"
#include "store/record.h"

namespace milepost::list {

namespace {

using Found = tl::expected<Listing, ListFailure>;

std::string query_asked(const http::Request& request) {
  return std::string(trim(request.query.get("q")));
}

std::vector<std::string> sort_words(const std::string& sort) {
  if (sort.empty()) return {};
  return {sort};
}

// What a query finds, kept while nothing changes. Whoever has not signed in is nobody, not whom
// the server's git names.
Kept<Found>::Pointer find(const Visit& visit, const std::string& query, const std::string& sort) {
  static Kept<Found> kept(128);
  const bool about_me = lower(query).find("@me") != std::string::npos;
  if (about_me && !visit.visitor.signed_in()) {
    ListFailure failure;
    failure.message = "@me stands for whoever has signed in; sign in first, or name somebody";
    return std::make_shared<const Found>(tl::unexpected(std::move(failure)));
  }
  const std::string me = about_me ? visit.visitor.handle : std::string();
  return kept.get(visit, fmt::format("{}\n{}\n{}", query, sort, me), [&]() -> Found {
    ListOptions options;
    options.query = query;
    options.sort = sort_words(sort);
    options.me = me;
    return list_proposals(*visit.workspace, options);
  });
}

std::vector<Facet> facets_of(const Visit& visit, const std::string& query) {
  struct Wanted {
    std::string_view field, title;
  };
  constexpr Wanted kWanted[] = {
      {"status", "Status"}, {"stage", "Stage"}, {"group", "Group"}, {"milestone", "Release"}};
  const FindCards cards = [&](const std::string& rest) {
    const auto found = find(visit, rest, "");
    return *found ? (*found)->found : std::vector<const Card*>{};
  };
  std::vector<Facet> facets;
  for (const Wanted& wanted : kWanted) {
    const auto field = find_query_field(wanted.field, visit.workspace->process());
    if (!field) continue;
    Facet& facet = facets.emplace_back(make_facet(*field, std::string(wanted.title), query, cards));
    for (FacetValue& value : facet.values) value.asks = is_query(*visit.workspace, value.query);
  }
  return facets;
}

// "production-readiness approver" of "a production-readiness approver"
std::string without_article(std::string_view title) {
  for (const std::string_view article : {"a ", "an ", "the "}) {
    if (title.starts_with(article)) return std::string(title.substr(article.size()));
  }
  return std::string(title);
}

// Whom proposals wait for. How many is said where all of them are on the page, and so judged.
Facet waiting_facet(const Visit& visit, const std::string& query, const std::vector<RowState>& rows,
                    bool all_judged) {
  constexpr std::string_view kField = "waiting-for";
  Facet facet{std::string(kField), "Waits for", {}};
  const std::vector<std::string> terms = terms_of(query);
  const auto add = [&](const std::string& value, const std::string& label, std::size_t count) {
    const bool chosen = std::ranges::any_of(
        terms, [&](const std::string& term) { return value_in(term, kField) == value; });
    if (all_judged && count == 0 && !chosen) return;
    facet.values.push_back(
        {value, all_judged ? count : 0, chosen,
         chosen ? without_field(query, kField) : with_value(query, kField, value), label});
  };
  if (visit.visitor.signed_in() && !all_judged) add("@me", "me", 0);
  for (const Role& role : visit.workspace->process().roles) {
    add(role.id, without_article(role.title),
        static_cast<std::size_t>(std::ranges::count_if(rows, [&](const RowState& row) {
          return std::ranges::find(row.roles, role.id) != row.roles.end();
        })));
  }
  return facet;
}

std::size_t page_number(const std::string& text) {
  std::size_t page = 1;
  std::from_chars(text.data(), text.data() + text.size(), page);
  constexpr std::size_t kMost = 100'000;
  return std::clamp<std::size_t>(page, 1, kMost);
}

// "4 months", of those who are in a stage.
std::vector<std::string> times_in_stage(const Visit& visit, const std::vector<const Card*>& cards) {
  static Kept<Result<StageTimes>> kept(8);
  const auto times =
      kept.get(visit, "stage times", [&] { return read_stage_times(*visit.workspace); });
  std::vector<std::string> texts;
  for (const Card* const card : cards) {
    const auto time = *times ? (*times)->find(stream_of(*card)) : std::nullopt;
    texts.push_back(time && time->days ? span_text(static_cast<int>(*time->days)) : std::string());
  }
  return texts;
}

http::Response faulty_page(const Visit& visit, const ListPageOptions& options,
                           ListFailure failure) {
  // An option of the command line is a field of the address here.
  if (failure.message.starts_with("--")) failure.message.erase(0, 2);
  Json data = {{"query", options.query},
               {"sort", options.sort},
               {"fault", fault_json(failure)},
               {"all_href", page_href(visit, "/proposals")}};
  return page_response(visit,
                       {.file = "proposals",
                        .title = "Proposals",
                        .at = "proposals",
                        .status = 422,
                        .query = options.query,
                        .search = "/proposals"},
                       std::move(data));
}

http::Response show_list(const http::Request& request, const Visit& visit) {
  ListPageOptions options{query_asked(request), request.query.get("sort"),
                          page_number(request.query.get("page"))};
  const auto found = find(visit, options.query, options.sort.empty() ? "-number" : options.sort);
  if (!*found) return faulty_page(visit, options, found->error());
  const Listing& listing = **found;
  const std::size_t count = listing.found.size();
  // A page beyond the last is the last.
  const std::size_t pages = std::max<std::size_t>(1, (count + kRowsOfPage - 1) / kRowsOfPage);
  options.page = std::min(options.page, pages);
  const std::size_t first = std::min((options.page - 1) * kRowsOfPage, count);
  const std::vector<const Card*> shown(
      listing.found.begin() + static_cast<std::ptrdiff_t>(first),
      listing.found.begin() + static_cast<std::ptrdiff_t>(std::min(first + kRowsOfPage, count)));
  static Kept<Result<std::vector<RowState>>> kept(64);
  const auto rows = kept.get(visit, list_href(visit, options),
                             [&] { return row_states(*visit.workspace, shown); });
  if (!*rows) return error_page(visit, rows->error());
  std::vector<Facet> facets = facets_of(visit, options.query);
  facets.push_back(waiting_facet(visit, options.query, **rows, count <= kRowsOfPage));
  Json data =
      list_page_json(visit, {options, listing, **rows, facets, times_in_stage(visit, shown)});
  data["feed"] = {{"title", "Proposals"}, {"href", data["atom"]}};
  if (!options.sort.empty()) {
    data["search_fields"] = Json::array({{{"name", "sort"}, {"value", options.sort}}});
  }
  return page_response(visit,
                       {.file = "proposals",
                        .title = "Proposals",
                        .at = "proposals",
                        .query = options.query,
                        .search = "/proposals"},
                       std::move(data));
}

http::Response refused_list(const ListFailure& failure) {
  return http::text_response(422, "text/plain; charset=utf-8", failure.message + "\n");
}

http::Response list_csv(const http::Request& request, const Visit& visit) {
  const auto found = find(visit, query_asked(request), request.query.get("sort"));
  if (!*found) return refused_list(found->error());
  http::Response response =
      http::text_response(200, "text/csv; charset=utf-8", render_listing_csv(**found, false));
  response.headers.add("content-disposition", "attachment; filename=\"proposals.csv\"");
  return response;
}

http::Response list_json(const http::Request& request, const Visit& visit) {
  const auto found = find(visit, query_asked(request), request.query.get("sort"));
  if (!*found) return refused_list(found->error());
  return http::text_response(200, "application/json", render_listing_json(**found));
}

// When its files last changed, by git, else by what its metadata says.
Instant changed_at(const Workspace& workspace, const Card& card) {
  const auto& past = workspace.past();
  const Lifespan* const lifespan = past ? past->history.find(called(card)) : nullptr;
  if (lifespan) return past->history.commits[lifespan->versions.back().commit].time;
  const auto day = card.updated ? card.updated : card.created;
  return day ? start_of(*day) : Instant{};
}

http::Response list_atom(const http::Request& request, const Visit& visit) {
  const std::string query = query_asked(request);
  const auto found = find(visit, query, "");
  if (!*found) return refused_list(found->error());
  std::vector<FeedEntry> entries;
  for (const Card* const card : (*found)->found) {
    entries.push_back({card, changed_at(*visit.workspace, *card)});
  }
  return http::text_response(
      200, "application/atom+xml; charset=utf-8",
      render_atom(visit, own_address(request, visit), query, std::move(entries)));
}

http::Response show_board(const http::Request& request, const Visit& visit) {
  const Process& process = visit.workspace->process();
  std::vector<std::string> stages;
  for (const Ladder& ladder : process.ladders) {
    for (const auto& stage : ladder.stages) stages.push_back(stage);
  }
  std::string by = request.query.get("by");
  if (by != "status" && by != "stage") by = stages.empty() ? "status" : "stage";
  std::vector<std::string> order = stages;
  if (by == "status") {
    order.clear();
    for (const Status& status : process.statuses) order.push_back(status.id);
  }
  const std::string query = query_asked(request);
  const auto found = find(visit, query, "-number");
  Json data = {{"query", query},
               {"by", by},
               {"by_stage", by == "stage"},
               {"by_status", by == "status"},
               {"has_stages", !stages.empty()},
               {"stage_href", page_href(visit, "/board") + "?by=stage&q=" + http::encode(query)},
               {"status_href", page_href(visit, "/board") + "?by=status&q=" + http::encode(query)},
               {"list_href", query_href(visit, query)},
               {"all_href", page_href(visit, "/board")},
               {"columns", Json::array()},
               {"count", ""},
               {"search_fields", Json::array({{{"name", "by"}, {"value", by}}})},
               {"fault", false}};
  if (*found) {
    data["columns"] = board_json(visit, **found, order, by, query);
    data["count"] = counted((*found)->found.size(), "proposal");
  } else {
    data["fault"] = fault_json(found->error());
  }
  return page_response(visit,
                       {.file = "board",
                        .title = "Board",
                        .at = "board",
                        .status = *found ? 200 : 422,
                        .query = query,
                        .search = "/board"},
                       std::move(data));
}

// What a query may ask for here: each field with the values that proposals have.
Json suggestions_of(const Visit& visit) {
  const Workspace& workspace = *visit.workspace;
  Json fields = Json::object();
  for (const std::string_view name :
       {"status", "stage", "group", "milestone", "kind", "author", "reviewer", "approver"}) {
    Json values = Json::array();
    for (const auto& [value, count] : known_values(workspace, name)) values.push_back(value);
    fields[std::string(name)] = std::move(values);
  }
  fields["missing"] = missing_words(workspace.process());
  Json roles = Json::array();
  if (visit.visitor.signed_in()) roles.push_back("@me");
  for (const Role& role : workspace.process().roles) roles.push_back(role.id);
  fields["waiting-for"] = std::move(roles);
  for (const std::string& name : query_field_names()) fields.emplace(name, Json::array());
  for (const std::string& name : record_term_names()) fields.emplace(name, Json::array());
  return {{"fields", std::move(fields)}};
}

http::Response suggest(const http::Request&, const Visit& visit) {
  return http::text_response(200, "application/json", json_text(suggestions_of(visit)));
}

constexpr Guard kReads{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};

constexpr Route kRows[] = {
    {http::Method::kGet, "/proposals", kReads, Precondition::kFree, show_list, {}},
    {http::Method::kGet, "/proposals.csv", kReads, Precondition::kFree, list_csv, {}},
    {http::Method::kGet, "/proposals.json", kReads, Precondition::kFree, list_json, {}},
    {http::Method::kGet, "/proposals.atom", kReads, Precondition::kFree, list_atom, {}},
    {http::Method::kGet, "/board", kReads, Precondition::kFree, show_board, {}},
    {http::Method::kGet, "/suggestions.json", kReads, Precondition::kFree, suggest, {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::list
