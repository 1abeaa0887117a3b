// The pages about people and groups.
#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "features/common/query_terms.h"
#include "features/common/role_words.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/inbox/kept_inbox.h"
#include "features/people/people.h"

namespace milepost::people {

namespace {

Json cards_html(const Visit& visit, const std::vector<const Card*>& cards) {
  Json list = Json::array();
  for (const Card* const card : cards) list.push_back(proposal_json(visit, *card));
  return list;
}

// A list with the query that finds it; false when nothing is in it.
Json part_html(const Visit& visit, std::string_view title, const std::vector<const Card*>& cards,
               const std::string& query) {
  if (cards.empty()) return false;
  return {{"title", title},
          {"count", cards.size()},
          {"href", query_href(visit, query)},
          {"cards", cards_html(visit, cards)}};
}

void add_part(Json& parts, Json part) {
  if (part.is_object()) parts.push_back(std::move(part));
}

// A number that leads to what it counts; nothing is nowhere.
Json count_html(const Visit& visit, std::size_t count, const std::string& query) {
  return {{"count", count}, {"href", count > 0 ? query_href(visit, query) : std::string()}};
}

http::Response show_people(const http::Request&, const Visit& visit) {
  Json list = Json::array();
  const std::string open = without_closed(visit.workspace->process());
  for (const PersonLoad& load : list_people(*visit.workspace)) {
    const auto counted_by = [&](std::string_view field, std::size_t count) -> Json {
      if (count == 0) return false;
      return {{"count", count}, {"href", query_href(visit, query_term(field, "@" + load.handle))}};
    };
    list.push_back(
        {{"handle", "@" + load.handle},
         {"href", person_href(visit, load.handle)},
         {"open", count_html(visit, load.open, query_term("person", "@" + load.handle) + open)},
         {"authored", counted_by("author", load.authored)},
         {"reviews", counted_by("reviewer", load.reviews)},
         {"approves", counted_by("approver", load.approves)}});
  }
  Json data = {{"count", list.size()}, {"none", list.empty()}, {"people", std::move(list)}};
  return page_response(visit, {.file = "people", .title = "People", .at = "people", .middle = true},
                       std::move(data));
}

Json approvals_html(const Visit& visit, const Person& person) {
  Json list = Json::array();
  for (const GivenHere& given : person.approvals) {
    const Role* const role = visit.workspace->process().find_role(given.approval.role);
    list.push_back({{"proposal", proposal_json(visit, *given.card)},
                    {"as", role ? role->title : given.approval.role},
                    {"stage", given.approval.stage},
                    {"when", time_json(given.approval.action.time, visit.workspace->now())}});
  }
  return list;
}

Json awaits_html(const Visit& visit, const Person& person) {
  const auto awaiting = inbox::kept_inbox(visit, person.handle);
  if (!awaiting) return false;
  Json list = Json::array();
  for (const inbox::Bundle& bundle : inbox::make_bundles(awaiting->items)) {
    const inbox::ProposalItem& one = *bundle.front();
    const std::string more = bundle.size() > 1 ? fmt::format("and {} more", bundle.size() - 1) : "";
    list.push_back({{"proposal", proposal_json(visit, one.proposal)},
                    {"what", one.item.what},
                    {"why", one.item.why},
                    {"more", more}});
  }
  if (list.empty()) return false;
  return {{"count", list.size()},
          {"href", page_href(visit, "/inbox") + "?for=" + http::encode("@" + person.handle)},
          {"items", std::move(list)}};
}

http::Response show_person(const http::Request& request, const Visit& visit) {
  std::string handle = request.values.get("person");
  handle.erase(0, handle.find_first_not_of('@'));
  const auto found = find_person(*visit.workspace, handle);
  if (!found) return error_page(visit, found.error());
  if (!*found) {
    return error_page(visit, 404, fmt::format("no proposal or roster here knows @{}", handle));
  }
  const Person& person = **found;
  const std::string name = "@" + person.handle;
  Json parts = Json::array();
  add_part(parts, part_html(visit, "Author of", person.authored, query_term("author", name)));
  add_part(parts, part_html(visit, "Approver of", person.approves, query_term("approver", name)));
  add_part(parts, part_html(visit, "Reviewer of", person.reviews, query_term("reviewer", name)));
  Json data = {{"name", name},
               {"roles", role_words(visit.workspace->process(), person.rosters)},
               {"rosters", fmt::format("{}", fmt::join(person.rosters, ", "))},
               {"parts", std::move(parts)},
               {"approved", !person.approvals.empty()},
               {"approvals", approvals_html(visit, person)},
               {"awaits", awaits_html(visit, person)}};
  return page_response(visit, {.file = "person", .title = name, .at = "people", .middle = true},
                       std::move(data));
}

http::Response show_groups(const http::Request&, const Visit& visit) {
  Json list = Json::array();
  for (const GroupLoad& group : list_groups(*visit.workspace)) {
    const std::string owned = query_term("group", group.name);
    list.push_back(
        {{"name", group.name},
         {"href", page_href(visit, "/groups/" + http::encode(group.name))},
         {"counts",
          {count_html(visit, group.owned, owned),
           count_html(visit, group.open, owned + without_closed(visit.workspace->process())),
           count_html(visit, group.participates, query_term("participating", group.name))}}});
  }
  Json data = {{"count", list.size()}, {"none", list.empty()}, {"groups", std::move(list)}};
  return page_response(visit, {.file = "groups", .title = "Groups", .at = "groups", .middle = true},
                       std::move(data));
}

http::Response show_group(const http::Request& request, const Visit& visit) {
  const std::string name = request.values.get("group");
  const auto group = find_group(*visit.workspace, name);
  if (!group) return error_page(visit, 404, fmt::format("there is no group {} here", name));
  Json rosters = Json::array();
  for (const GroupRoster& roster : group->rosters) {
    rosters.push_back({{"id", roster.id}, {"people", people_json(visit, roster.names)}});
  }
  Json parts = Json::array();
  add_part(parts, part_html(visit, "Owns", group->owned, query_term("group", name)));
  add_part(parts, part_html(visit, "Takes part in", group->participates,
                            query_term("participating", name)));
  Json data = {{"name", name},
               {"has_rosters", !rosters.empty()},
               {"rosters", std::move(rosters)},
               {"parts", std::move(parts)}};
  return page_response(visit, {.file = "group", .title = name, .at = "groups", .middle = true},
                       std::move(data));
}

constexpr Guard kReads{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};
constexpr auto kGet = http::Method::kGet;

constexpr Route kRows[] = {
    {kGet, "/people", kReads, Precondition::kFree, show_people, {}},
    {kGet, "/people/{person}", kReads, Precondition::kFree, show_person, {}},
    {kGet, "/groups", kReads, Precondition::kFree, show_groups, {}},
    {kGet, "/groups/{group}", kReads, Precondition::kFree, show_group, {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::people
