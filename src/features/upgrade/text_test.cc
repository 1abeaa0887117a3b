#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/upgrade/formats.h"

namespace milepost::upgrade {
namespace {

using testing::HasSubstr;

UpgradedProposal upgraded(std::vector<UpgradeStep> steps) {
  UpgradedProposal made;
  made.proposal.number = "7";
  made.proposal.path = "notes/7.md";
  made.from = "1";
  made.to = "3";
  made.from_date = {2019, 1, 1};
  made.to_date = {2021, 2, 3};
  made.changed = true;
  made.steps = std::move(steps);
  return made;
}

TEST(Upgraded, Text) {
  const UpgradedProposal made = upgraded({{UpgradeAct::kInserted, "Goals", "", 5},
                                          {UpgradeAct::kRenamed, "Notes", "Old\x1b notes", 9},
                                          {UpgradeAct::kMoved, "Criteria", "Design", 20},
                                          {UpgradeAct::kLevel, "Tests", "Design", 22},
                                          {UpgradeAct::kQuestion, "Why?", "", 30},
                                          {UpgradeAct::kRefreshed, "", "", 1},
                                          {UpgradeAct::kItems, "Signoff", "2", 40},
                                          {UpgradeAct::kRemoved, "Contents", "", 0},
                                          {UpgradeAct::kKept, "History", "", 50},
                                          {UpgradeAct::kConflict, "Plan", "", 60}});
  EXPECT_EQ(render_upgraded_text({made}),
            "notes/7.md\n"
            "  template 1 (2019-01-01) → 3 (2021-02-03)\n"
            "  1 section inserted\n"
            "        5 Goals\n"
            "  1 heading renamed\n"
            "        9 Notes, was Old\\x1b notes\n"
            "  1 section moved\n"
            "       20 Criteria, now below Design\n"
            "  1 section set to another level\n"
            "       22 Tests\n"
            "  1 bold question turned into a heading\n"
            "       30 Why?\n"
            "  newer instructions in 1 section\n"
            "        1 before the title\n"
            "  new boxes in 1 checklist\n"
            "       40 Signoff: 2\n"
            "  1 section removed: empty, and no longer in the template\n"
            "    Contents\n"
            "  1 section is no longer in the template; keep or merge by hand\n"
            "       50 History\n"
            "  1 conflict: a comment was edited, and the template changed it; keep one\n"
            "    notes/7.md:60 Plan\n");
  EXPECT_TRUE(made.has_conflicts());
}

TEST(Upgraded, ListsAFewAndCountsTheRest) {
  std::vector<UpgradeStep> steps;
  for (std::uint32_t i = 1; i <= 7; ++i) {
    steps.push_back({UpgradeAct::kInserted, "S" + std::to_string(i), "", i});
    steps.push_back({UpgradeAct::kKept, "K" + std::to_string(i), "", i});
  }
  const std::string text = render_upgraded_text({upgraded(steps)});
  EXPECT_THAT(text, HasSubstr("  7 sections inserted\n        1 S1\n"));
  EXPECT_THAT(text, HasSubstr("        5 S5\n          and 2 more\n"));
  EXPECT_THAT(text, HasSubstr("  7 sections are no longer"));
  EXPECT_THAT(text, HasSubstr("        7 K7\n"));
}

TEST(Upgraded, NothingToChange) {
  UpgradedProposal made = upgraded({});
  made.changed = false;
  made.from = "3";
  EXPECT_EQ(render_upgraded_text({made}),
            "notes/7.md\n  template 3 (2021-02-03): nothing to change\n");
  EXPECT_FALSE(made.has_conflicts());
}

TEST(Upgraded, Json) {
  const std::string json =
      render_upgraded_json({upgraded({{UpgradeAct::kRenamed, "Notes", "Old notes", 9},
                                      {UpgradeAct::kMoved, "Criteria", "Design", 20},
                                      {UpgradeAct::kItems, "Signoff", "2", 40},
                                      {UpgradeAct::kRemoved, "Contents", "", 0}})});
  for (const auto* part :
       {"\"number\": 7", "\"from\": \"1\"", "\"act\": \"renamed\"", "\"before\": \"Old notes\"",
        "\"below\": \"Design\"", "\"items\": 2", "\"line\": null", "\"changed\": true"}) {
    EXPECT_THAT(json, HasSubstr(part));
  }
}

}  // namespace
}  // namespace milepost::upgrade
