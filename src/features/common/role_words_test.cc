#include "features/common/role_words.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(RoleWords, SayWhatRostersMakeOfSomebody) {
  Process process;
  const auto add = [&](std::string id, std::string title, std::string roster) {
    Role& role = process.roles.emplace_back();
    role.id = std::move(id);
    role.title = std::move(title);
    role.roster = std::move(roster);
  };
  add("author", "the author", "");
  add("lead", "a lead of the owning group", "group-leads");
  add("prr", "a production-readiness approver", "prr-approvers");
  add("maintainer", "a maintainer", "owners");
  const std::pair<std::vector<std::string>, std::string_view> cases[] = {
      {{}, ""},
      {{"group-leads/sig-node"}, "lead of sig-node"},
      {{"group-leads/a", "group-leads/b", "group-leads/c", "prr-approvers"},
       "lead of a, b and c, production-readiness approver"},
      {{"owners", "owners/docs"}, "maintainer, maintainer of docs"},
      {{"group-reviewers/sig-node"}, ""},
  };
  for (const auto& [rosters, words] : cases) EXPECT_EQ(role_words(process, rosters), words);
}

}  // namespace
}  // namespace milepost
