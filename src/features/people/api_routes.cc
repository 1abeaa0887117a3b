// People and groups over HTTP.
#include "features/common/api.h"
#include "features/people/json.h"

namespace milepost::people {

namespace {

http::Response people_answer(const http::Request& /*request*/, const Visit& visit) {
  Json list = Json::array();
  for (const Person& person : list_people(*visit.workspace)) list.push_back(person_line(person));
  return api::json_response(Json{{"people", std::move(list)}});
}

http::Response person_answer(const http::Request& request, const Visit& visit) {
  return api::json_answer(
      request, find_person(*visit.workspace, request.values.get("person")).map(person_json));
}

http::Response groups_answer(const http::Request& /*request*/, const Visit& visit) {
  Json list = Json::array();
  for (const Group& group : list_groups(*visit.workspace)) list.push_back(group_line(group));
  return api::json_response(Json{{"groups", std::move(list)}});
}

http::Response group_answer(const http::Request& request, const Visit& visit) {
  return api::json_answer(
      request, find_group(*visit.workspace, request.values.get("group")).map(group_json));
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/people",
     api::kToRead,
     Precondition::kFree,
     people_answer,
     {"Everybody whom a proposal names, and how much they have to do", "", "", "People", ""}},
    {http::Method::kGet,
     "/api/v1/people/{person}",
     api::kToRead,
     Precondition::kFree,
     person_answer,
     {"A person: what they wrote, review and approve", "", "", "Person", "404"}},
    {http::Method::kGet,
     "/api/v1/groups",
     api::kToRead,
     Precondition::kFree,
     groups_answer,
     {"The groups, and how many proposals each has", "", "", "Groups", ""}},
    {http::Method::kGet,
     "/api/v1/groups/{group}",
     api::kToRead,
     Precondition::kFree,
     group_answer,
     {"A group: what it owns and takes part in", "", "", "Group", "404"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::people
