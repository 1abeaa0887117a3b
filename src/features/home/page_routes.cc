// The first page.
#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/kept.h"
#include "features/common/query_terms.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/home/home.h"
#include "features/inbox/kept_inbox.h"
#include "features/log/entry_text.h"
#include "render/table.h"

namespace milepost::home {

namespace {

Json freeze_html(const Visit& visit, const Home& home) {
  if (!home.freeze) return false;
  const NextFreeze& freeze = *home.freeze;
  return {{"release", freeze.release},
          {"title", freeze.title},
          {"in", from_now(freeze.deadline, home.now)},
          {"iso", to_string(freeze.deadline)},
          {"utc", utc_text(freeze.deadline)},
          {"text",
           deadline_text(freeze.deadline, visit.workspace->process().calendar.anywhere_on_earth)},
          {"href", page_href(visit, "/release/" + http::encode(freeze.release))}};
}

Json changes_html(const Visit& visit, const Home& home) {
  constexpr std::uint32_t kShownWords = 160;
  Json list = Json::array();
  for (const RecentChange& change : home.changes) {
    const bool about = !change.proposal.called().empty();
    list.push_back(
        {{"when", time_json(change.time, home.now)},
         {"who", change.who.empty() ? "nobody named" : (change.recorded ? "@" : "") + change.who},
         {"who_href",
          change.recorded && !change.who.empty() ? person_href(visit, change.who) : std::string()},
         {"what", change.what},
         {"why", fitted(log::in_one_line(change.why), kShownWords)},
         {"proposal", about ? proposal_json(visit, change.proposal) : Json(false)}});
    // Of one whose files are gone there is no page.
    if (!about) continue;
    Json& proposal = list.back()["proposal"];
    if (!card_of_key(*visit.workspace, proposal["key"].get<std::string>())) proposal["href"] = "";
  }
  return list;
}

Json counts_html(const Visit& visit, const Home& home) {
  Json list = Json::array();
  list.push_back({{"count", home.proposals},
                  {"title", "proposals"},
                  {"href", page_href(visit, "/proposals")}});
  for (const auto& [status, count] : home.by_status) {
    list.push_back({{"count", count},
                    {"title", status},
                    {"href", query_href(visit, query_term("status", status))}});
  }
  return list;
}

// What awaits the visitor, the most urgent of it.
Json awaiting_html(const Visit& visit) {
  const auto inbox = inbox::kept_inbox(visit, visit.visitor.handle);
  if (!inbox) return {{"error", inbox.error().message}, {"count", 0}, {"items", Json::array()}};
  constexpr std::size_t kShown = 6;
  const auto bundles = inbox::make_bundles(inbox->items);
  Json items = Json::array();
  for (const inbox::Bundle& bundle : bundles) {
    if (items.size() == kShown) break;
    const inbox::ProposalItem& one = *bundle.front();
    items.push_back(
        {{"proposal", proposal_json(visit, one.proposal)},
         {"what", one.item.what},
         {"why", one.item.why},
         {"more", bundle.size() > 1 ? fmt::format("and {} more", bundle.size() - 1) : ""},
         {"deadline", one.item.deadline ? time_json(*one.item.deadline, inbox->now) : Json(false)},
         {"deadline_title", one.item.deadline_title}});
  }
  return {{"error", ""},
          {"count", bundles.size()},
          {"none", bundles.empty()},
          {"items", std::move(items)},
          {"href", page_href(visit, "/inbox")}};
}

http::Response show_home(const http::Request&, const Visit& visit) {
  static Kept<Home> kept(16);
  const auto home = kept.get(visit, "home", [&] { return look_around(*visit.workspace); });
  Json data = {{"freeze", freeze_html(visit, *home)},
               {"has_calendar", home->has_calendar},
               {"release_href", page_href(visit, "/release")},
               {"changes", changes_html(visit, *home)},
               {"changed", !home->changes.empty()},
               {"counts", counts_html(visit, *home)},
               {"no_proposals", home->proposals == 0},
               {"log_href", page_href(visit, "/log")},
               {"feed", {{"title", "Proposals"}, {"href", visit.links.base + "/proposals.atom"}}},
               {"awaiting", visit.visitor.signed_in() ? awaiting_html(visit) : Json(false)}};
  return page_response(visit, {.file = "home", .title = "Home", .at = "home", .middle = true},
                       std::move(data));
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/",
     {Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe},
     Precondition::kFree,
     show_home,
     {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::home
