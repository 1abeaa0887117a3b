#include "process/moves.h"

#include <gtest/gtest.h>

#include "process/load.h"
#include "process/process_fixture.h"

namespace milepost {
namespace {

std::shared_ptr<const Process> pack(std::string_view name) {
  auto process = load_process(built_in_pack(name), nullptr);
  EXPECT_TRUE(process) << process.error().message;
  return *process;
}

struct Case {
  const char* from;
  const char* to;
  Legality want;
};

TEST(Moves, StatusesGoWhereThePackSays) {
  const Case cases[] = {
      {"", "provisional", Legality::kLegal},
      {"", "implementable", Legality::kIllegal},
      {"provisional", "provisional", Legality::kLegal},
      {"provisional", "implementable", Legality::kLegal},
      {"provisional", "implemented", Legality::kIllegal},
      {"provisional", "withdrawn", Legality::kReason},
      {"provisional", "deferred", Legality::kReason},
      {"provisional", "rejected", Legality::kReason},
      {"provisional", "replaced", Legality::kLegal},
      {"implementable", "implemented", Legality::kLegal},
      {"implementable", "provisional", Legality::kReason},
      {"implementable", "replaced", Legality::kLegal},
      {"implemented", "implementable", Legality::kReason},
      {"implemented", "provisional", Legality::kIllegal},
      {"implemented", "withdrawn", Legality::kIllegal},
      {"implemented", "replaced", Legality::kLegal},
      {"deferred", "provisional", Legality::kLegal},
      {"deferred", "implemented", Legality::kIllegal},
      {"rejected", "provisional", Legality::kReason},
      {"rejected", "implementable", Legality::kIllegal},
      {"withdrawn", "provisional", Legality::kReason},
      {"replaced", "provisional", Legality::kIllegal},
      {"imlpemented", "implemented", Legality::kLegal},  // the slip is another finding
  };
  for (const char* name : {"kep", "design", "feature", "openshift"}) {
    const auto process = pack(name);
    for (const Case& c : cases) {
      SCOPED_TRACE(std::string(name) + ": " + c.from + " to " + c.to);
      EXPECT_EQ(rule_status_move(*process, c.from, c.to).legality, c.want);
    }
  }
}

TEST(Moves, AnIllegalOneSaysWhereTheProcessGoes) {
  const auto process = pack("kep");
  EXPECT_EQ(rule_status_move(*process, "implemented", "provisional").why,
            "from implemented the process goes to implementable or replaced");
  EXPECT_EQ(rule_status_move(*process, "replaced", "provisional").why,
            "nothing comes after replaced");
  EXPECT_EQ(rule_status_move(*process, "", "implemented").why,
            "a new proposal begins as provisional");
}

TEST(Moves, SayWhoMayMakeThem) {
  const auto process = pack("kep");
  EXPECT_EQ(rule_status_move(*process, "provisional", "withdrawn").by,
            std::vector<std::string>{"author"});
}

TEST(Moves, StagesAreClimbedOneByOne) {
  const auto process = pack("kep");
  const Case cases[] = {
      {"", "alpha", Legality::kLegal},           {"", "beta", Legality::kClosed},
      {"alpha", "alpha", Legality::kLegal},      {"alpha", "beta", Legality::kLegal},
      {"beta", "stable", Legality::kLegal},      {"alpha", "stable", Legality::kClosed},
      {"beta", "alpha", Legality::kReason},      {"stable", "deprecated", Legality::kLegal},
      {"stable", "disabled", Legality::kClosed}, {"deprecated", "disabled", Legality::kLegal},
      {"disabled", "removed", Legality::kLegal}, {"deprecated", "removed", Legality::kClosed},
      {"alpha", "gamma", Legality::kIllegal},    {"alpha", "", Legality::kLegal},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.from) + " to " + c.to);
    EXPECT_EQ(rule_stage_move(*process, c.from, c.to).legality, c.want);
  }
  EXPECT_EQ(rule_stage_move(*process, "alpha", "stable").why, "beta comes before stable");
  EXPECT_EQ(rule_stage_move(*process, "beta", "alpha").why, "a step back from beta to alpha");
}

TEST(Moves, KindsClimbLaddersUnlessTheyExcludeStages) {
  const auto process = pack("kep");
  EXPECT_TRUE(has_stages(*process, "feature"));
  EXPECT_FALSE(has_stages(*process, "process"));
  EXPECT_FALSE(has_stages(*pack("design"), "design"));
  EXPECT_TRUE(has_releases(*process, "feature"));
  EXPECT_FALSE(has_releases(*process, "process"));
  EXPECT_TRUE(has_releases(*pack("design"), "design")) << "nothing says that it has none";
}

TEST(Moves, LaddersHaveNeighbours) {
  const auto process = pack("kep");
  EXPECT_EQ(next_stage(*process, "alpha"), "beta");
  EXPECT_EQ(next_stage(*process, "stable"), "");
  EXPECT_EQ(next_stage(*process, "deprecated"), "disabled");
  EXPECT_EQ(stage_before(*process, "beta"), "alpha");
  EXPECT_EQ(stage_before(*process, "alpha"), "");
  EXPECT_EQ(stage_before(*process, "removed"), "disabled");
  EXPECT_EQ(next_stage(*process, "gamma"), "");
}

TEST(Moves, TheUsualWayLeadsToTheEnd) {
  using Way = std::vector<std::string_view>;
  EXPECT_EQ(usual_way(*pack("kep")), (Way{"provisional", "implementable", "implemented"}));
  const auto way_of = [](const std::string& statuses) {
    return load_texts(
        {{"pack/template.md", "# Title\n"},
         {"pack/process.yaml", "schema: 1\nname: x\ntitle: X\nstatuses:\n" + statuses +
                                   "kinds: [{id: k, template: template.md}]\n"}});
  };
  const auto unsaid = way_of(
      "  - id: a\n  - {id: x, closed: true, failed: true}\n"
      "  - id: b\n  - {id: c, closed: true}\n");
  ASSERT_TRUE(unsaid) << unsaid.error().message;
  EXPECT_EQ(usual_way(**unsaid), (Way{"a", "b", "c"})) << "no move says it";
  const auto round = way_of("  - {id: a, moves: [{to: b}]}\n  - {id: b, moves: [{to: a}]}\n");
  ASSERT_TRUE(round) << round.error().message;
  EXPECT_EQ(usual_way(**round), (Way{"a", "b"})) << "it goes round, and ends all the same";
}

}  // namespace
}  // namespace milepost
