#include "features/people/json.h"

#include "features/common/action_json.h"
#include "features/common/card_json.h"

namespace milepost::people {

namespace {

Json cards_json(const std::vector<const Card*>& cards, const Repository& repository) {
  Json list = Json::array();
  for (const Card* const card : cards) list.push_back(ref_json(ref_of(*card, repository)));
  return list;
}

}  // namespace

Json people_json(const std::vector<PersonLoad>& people) {
  Json list = Json::array();
  for (const PersonLoad& person : people) {
    list.push_back({{"person", person_text(person.handle)},
                    {"authors", person.authored},
                    {"reviews", person.reviews},
                    {"approves", person.approves},
                    {"open", person.open}});
  }
  return {{"people", std::move(list)}};
}

Json person_json(const Person& person, const Repository& repository) {
  Json approvals = Json::array();
  for (const GivenHere& given : person.approvals) {
    Json one = ref_json(ref_of(*given.card, repository));
    one["role"] = given.approval.role;
    one["stage"] = text_or_null(given.approval.stage);
    one["approved"] = action_json(given.approval.action);
    approvals.push_back(std::move(one));
  }
  return {{"person", person_text(person.handle)},
          {"authors", cards_json(person.authored, repository)},
          {"reviews", cards_json(person.reviews, repository)},
          {"approves", cards_json(person.approves, repository)},
          {"rosters", person.rosters},
          {"approvals", std::move(approvals)}};
}

Json groups_json(const std::vector<GroupLoad>& groups) {
  Json list = Json::array();
  for (const GroupLoad& group : groups) {
    list.push_back({{"group", group.name},
                    {"owns", group.owned},
                    {"open", group.open},
                    {"participates", group.participates}});
  }
  return {{"groups", std::move(list)}};
}

Json group_json(const Group& group, const Repository& repository) {
  Json rosters = Json::array();
  for (const GroupRoster& roster : group.rosters) {
    rosters.push_back({{"roster", roster.id}, {"people", handles_json(roster.names)}});
  }
  return {{"group", group.name},
          {"owns", cards_json(group.owned, repository)},
          {"participates", cards_json(group.participates, repository)},
          {"rosters", std::move(rosters)}};
}

}  // namespace milepost::people
