#include "features/people/json.h"

#include "features/common/card_json.h"

namespace milepost::people {

namespace {

Json refs_json(const std::vector<ProposalRef>& proposals) {
  Json list = Json::array();
  for (const ProposalRef& proposal : proposals) list.push_back(ref_json(proposal));
  return list;
}

Json people_list(const std::vector<std::string>& people) {
  Json list = Json::array();
  for (const std::string& person : people) list.push_back(person_text(person));
  return list;
}

}  // namespace

Json person_line(const Person& person) {
  return {{"person", person_text(person.handle)},
          {"authors", person.authors.size()},
          {"reviews", person.reviews.size()},
          {"approves", person.approves.size()},
          {"groups", person.groups}};
}

Json person_json(const Person& person) {
  return {{"person", person_text(person.handle)},
          {"authors", refs_json(person.authors)},
          {"reviews", refs_json(person.reviews)},
          {"approves", refs_json(person.approves)},
          {"groups", person.groups}};
}

Json group_line(const Group& group) {
  return {{"group", group.name},
          {"owns", group.owns.size()},
          {"participates", group.participates.size()}};
}

Json group_json(const Group& group) {
  return {{"group", group.name},
          {"owns", refs_json(group.owns)},
          {"participates", refs_json(group.participates)},
          {"people", people_list(group.people)}};
}

}  // namespace milepost::people
