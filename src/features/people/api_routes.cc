// People and groups over HTTP.
#include <fmt/format.h>

#include "features/common/api.h"
#include "features/people/json.h"

namespace milepost::people {

namespace {

http::Response people_answer(const http::Request& /*request*/, const Visit& visit) {
  return api::json_response(people_json(list_people(*visit.workspace)));
}

http::Response person_answer(const http::Request& request, const Visit& visit) {
  std::string handle = request.values.get("person");
  handle.erase(0, handle.find_first_not_of('@'));
  const auto person = find_person(*visit.workspace, handle);
  if (!person) return problem(person.error(), request);
  if (!*person) {
    return problem(Error{fmt::format("nobody here is @{}", handle), ErrorKind::kNotFound}, request);
  }
  return api::json_response(person_json(**person, visit.workspace->repository()));
}

http::Response groups_answer(const http::Request& /*request*/, const Visit& visit) {
  return api::json_response(groups_json(list_groups(*visit.workspace)));
}

http::Response group_answer(const http::Request& request, const Visit& visit) {
  const std::string name = request.values.get("group");
  const auto group = find_group(*visit.workspace, name);
  if (!group) {
    return problem(Error{fmt::format("there is no group {}", name), ErrorKind::kNotFound}, request);
  }
  return api::json_response(group_json(*group, visit.workspace->repository()));
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
     {"A person: what they wrote, review and approve, and the rosters that they are on", "", "",
      "Person", "404"}},
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
     {"A group: what it owns and takes part in, and its people", "", "", "Group", "404"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::people
