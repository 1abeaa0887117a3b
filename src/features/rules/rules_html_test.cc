#include "features/rules/rules_html.h"

#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::rules {
namespace {

class RulePages : public RepositoryFixture {
 protected:
  Visit visit() const {
    Visit made;
    made.workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
    return made;
  }
};

TEST_F(RulePages, TellTheSeverityHere) {
  write("milepost.yaml", "schema: 1\nprocess: ./pack\nrules: {section-missing: info}\n");
  const Json page = rule_html(visit(), *find_rule("MP201"));
  EXPECT_EQ(page["severity"], "info");
  EXPECT_EQ(page["usual"], "error");
  EXPECT_EQ(rule_html(visit(), *find_rule("MP203"))["usual"], "");
}

TEST_F(RulePages, HaveTheBadAndTheGoodExample) {
  const Json page = rule_html(visit(), *find_rule("MP201"));
  const std::string html = page["html"];
  EXPECT_NE(html.find("Bad"), html.npos);
  EXPECT_NE(html.find("Good"), html.npos);
  EXPECT_EQ(html.find("<h1"), html.npos) << "the page has its own";
}

TEST_F(RulePages, ListEveryRuleOnce) {
  const Json page = rules_html(visit());
  std::size_t count = 0;
  for (const Json& group : page["groups"]) count += group["rules"].size();
  EXPECT_EQ(count, all_rules().size());
  EXPECT_EQ(page["groups"][0]["rules"][0]["href"], "/rules/MP101");
}

}  // namespace
}  // namespace milepost::rules
