#include "proposal/rosters.h"

#include <gtest/gtest.h>

#include "process/process_fixture.h"
#include "proposal/tree_fixture.h"

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kAliases = R"(aliases:
  group-build-leads:
    - Ada
    - "@grace"
  group-web-leads: []
  committee-steering: [ada]
  group-build-reviewers: [linus]
  security:
    - ken
    -
  security-emeritus: dennis
)";

class RostersTest : public TreeFixture {
 protected:
  const Rosters& read(const std::string& rosters) {
    auto loaded = load_texts({{"pack/process.yaml",
                               "schema: 1\nstatuses: [{id: open}]\n"
                               "kinds: [{id: feature, template: t.md}]\n"
                               "rosters:\n" +
                                   rosters},
                              {"pack/t.md", "# T\n"}});
    EXPECT_TRUE(loaded) << loaded.error().message;
    read_errors_.clear();
    rosters_ = read_rosters({root_.string(), *loaded, {}, {}, {}, disk_tree(root_.string())},
                            read_errors_);
    return rosters_;
  }

  Rosters rosters_;
  std::vector<ReadError> read_errors_;
};

TEST_F(RostersTest, ReadOwners) {
  write("docs/OWNERS",
        "approvers:\n  - Ann\n  - build-leads\nreviewers: [cy]\n"
        "filters:\n  \".*\":\n    approvers: [dee]\n");
  const std::string roster = "  - {id: approvers, file: docs/OWNERS, owners: [approvers]}\n";
  EXPECT_EQ(read(roster).names("approvers"), (Texts{"ann", "build-leads", "dee"}))
      << "there are no aliases";
  write("OWNERS_ALIASES", "aliases:\n  build-leads: [\"@ben\"]\n");
  EXPECT_EQ(read(roster).names("approvers"), (Texts{"ann", "ben", "dee"}));
  EXPECT_TRUE(rosters_.is_on_team("build-leads", "ben"));
  write("docs/OWNERS_ALIASES", "aliases:\n  build-leads: [eve]\n");
  EXPECT_EQ(read(roster).names("approvers"), (Texts{"ann", "dee", "eve"})) << "the nearer file";
  EXPECT_TRUE(read_errors_.empty());
  EXPECT_EQ(read("  - {id: a, file: docs/OWNERS, owners: [approvers, reviewers]}\n").names("a"),
            (Texts{"ann", "cy", "dee", "eve"}));
  EXPECT_TRUE(read("  - {id: a, file: docs/OWNERS, owners: [emeritus]}\n").knows("a"))
      << "of nobody";
  EXPECT_FALSE(read("  - {id: a, file: gone/OWNERS, owners: [approvers]}\n").knows("a"));
  write("docs/OWNERS", "approvers: [\n");
  EXPECT_FALSE(read(roster).knows("approvers"));
  EXPECT_EQ(read_errors_.size(), 1U);
}

TEST_F(RostersTest, KnowForWhomPeopleWork) {
  write("companies.yaml", "Ann: Harbour\n\"@ben\": Quay\ncy: [a]\n");
  const std::string with =
      "  - {id: groups, names: [a]}\ncompanies: {file: companies.yaml, of: {ben: Dock, dee: "
      "Quay}}\n";
  const Rosters& rosters = read(with);
  EXPECT_EQ(rosters.company_of("@ann"), "Harbour");
  EXPECT_EQ(rosters.company_of("BEN"), "Dock") << "the process's own word";
  EXPECT_EQ(rosters.company_of("dee"), "Quay");
  EXPECT_EQ(rosters.company_of("cy"), "");
  EXPECT_EQ(rosters.company_of("nobody"), "");
  EXPECT_TRUE(rosters.has_file("companies.yaml"));
  const Fingerprint before = rosters.fingerprint();
  write("companies.yaml", "ann: Quay\n");
  EXPECT_FALSE(read(with).fingerprint() == before);
}

TEST_F(RostersTest, HoldTheNamesOfThePack) {
  const Rosters& rosters = read("  - {id: groups, names: [Build, web]}\n");
  EXPECT_TRUE(rosters.knows("groups"));
  EXPECT_EQ(rosters.names("groups"), (Texts{"build", "web"}));
  EXPECT_TRUE(rosters.has("groups", "build"));
  EXPECT_TRUE(rosters.has("groups", "BUILD")) << "whatever the case";
  EXPECT_EQ(rosters.spelled("groups", "@BUILD"), "Build");
  EXPECT_EQ(rosters.spelled("groups", "buil"), "");
  EXPECT_FALSE(rosters.has("groups", "buil"));
  EXPECT_FALSE(rosters.has("groups", ""));
  EXPECT_FALSE(rosters.knows("people"));
  EXPECT_FALSE(rosters.has("people", "build"));
  EXPECT_TRUE(rosters.names("people").empty());
}

TEST_F(RostersTest, TakeGroupsFromAliases) {
  write("OWNERS", kAliases);
  const struct {
    std::string_view name;
    std::string aliases;
    Texts want;
  } cases[] = {
      {"what the star stands for", "[\"*-leads\"]", {"group-build", "group-web"}},
      {"a literal in front is a part of the name", "[\"committee-*\"]", {"committee-steering"}},
      {"literals on both sides", "[\"group-*-leads\"]", {"group-build", "group-web"}},
      {"several",
       "[\"*-leads\", \"committee-*\"]",
       {"committee-steering", "group-build", "group-web"}},
      {"no star", "[security]", {"security"}},
      {"nothing is left for the star", "[\"security-emeritus*\", \"*security-emeritus\"]", {}},
      {"the literals may not overlap", "[\"security-*-emeritus\"]", {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Rosters& rosters = read("  - {id: groups, file: OWNERS, aliases: " + c.aliases + "}\n");
    EXPECT_EQ(rosters.names("groups"), c.want);
    EXPECT_EQ(rosters.knows("groups"), !c.want.empty());
  }
  EXPECT_TRUE(read_errors_.empty());
}

TEST_F(RostersTest, TakePeopleFromMembers) {
  write("OWNERS", kAliases);
  const Rosters& rosters = read(
      "  - {id: leads, file: OWNERS, members: [group-build-leads, no-such-alias]}\n"
      "  - {id: security, file: OWNERS, members: [security, security-emeritus],"
      " names: [\"@rob\"]}\n");
  EXPECT_EQ(rosters.names("leads"), (Texts{"ada", "grace"}));
  EXPECT_TRUE(rosters.has("leads", "@ada"));
  EXPECT_TRUE(rosters.has("leads", "ADA"));
  EXPECT_FALSE(rosters.has("leads", "linus"));
  EXPECT_EQ(rosters.names("security"), (Texts{"dennis", "ken", "rob"})) << "no empty name";
}

TEST_F(RostersTest, AreUnknownWithoutTheirFile) {
  const Rosters& rosters = read(
      "  - {id: groups, file: OWNERS, aliases: [\"*-leads\"],"
      " names: [extra]}\n  - {id: own, names: [a]}\n");
  EXPECT_FALSE(rosters.knows("groups")) << "the names of the pack are not all there are";
  EXPECT_TRUE(rosters.knows("own"));
  EXPECT_TRUE(read_errors_.empty()) << "not every repository has one";
}

TEST_F(RostersTest, SayThatAMergeConflictIsLeft) {
  write("OWNERS", "aliases:\n<<<<<<< HEAD\n  a-leads: [x]\n=======\n  a-leads: [y]\n>>>>>>> b\n");
  read("  - {id: groups, file: OWNERS, aliases: [\"*-leads\"]}\n");
  ASSERT_EQ(read_errors_.size(), 1U);
  EXPECT_EQ(read_errors_[0].message,
            "a merge conflict is left: line 3 against line 5; keep what is right and remove the "
            "markers");
}

TEST_F(RostersTest, AreNotReadOutsideOfTheRepository) {
  for (const char* file : {"../OWNERS", "a/../../OWNERS", "/etc/OWNERS"}) {
    const Rosters& rosters = read(std::string("  - {id: groups, file: ") + file + "}\n");
    EXPECT_FALSE(rosters.knows("groups"));
    ASSERT_EQ(read_errors_.size(), 1U) << file;
    EXPECT_EQ(read_errors_[0].message, "lies outside of the repository, and is not read");
  }
}

TEST_F(RostersTest, AreUnknownWhenTheirFileIsBroken) {
  const std::string two =
      "  - {id: groups, file: OWNERS, aliases: [\"*-leads\"]}\n"
      "  - {id: people, file: OWNERS, members: [security]}\n";
  write("OWNERS", "aliases:\n  a-leads: [x]\n  b-leads: [\n");
  EXPECT_FALSE(read(two).knows("groups")) << "the rest of the groups may be below the fault";
  EXPECT_FALSE(rosters_.knows("people"));
  ASSERT_EQ(read_errors_.size(), 1U) << "said once";
  EXPECT_EQ(read_errors_[0].path, "OWNERS");

  for (const std::string_view odd :
       {"", "aliases:\n", "aliases: [a, b]\n", "other: {a-leads: []}\n", "- a\n",
        "aliases: {a-leads: {b: c}}\n"}) {
    SCOPED_TRACE(odd);
    write("OWNERS", odd);
    EXPECT_FALSE(read(two).knows("people"));
    EXPECT_TRUE(read_errors_.empty());
  }
  std::filesystem::remove(root_ / "OWNERS");
  make_folder("OWNERS");
  EXPECT_FALSE(read(two).knows("groups"));
  EXPECT_EQ(read_errors_.size(), 1U);
}

TEST_F(RostersTest, KnowTeams) {
  write("OWNERS", kAliases);
  const Rosters& rosters = read(
      "  - {id: leads, file: OWNERS, members: [\"{group}-leads\"]}\n"
      "  - {id: people, file: OWNERS, members: [security]}\n"
      "  - {id: guards, file: OWNERS, members: [security, security-emeritus]}\n");
  EXPECT_EQ(rosters.made_from("@Security"), (Texts{"guards", "people"}));
  EXPECT_EQ(rosters.made_from("group-build-leads"), Texts{"leads/group-build"});
  EXPECT_EQ(rosters.made_from("leads"), Texts{"leads/group-build"}) << "by its own name";
  EXPECT_EQ(rosters.made_from("committee-steering"), Texts{}) << "which gives no role";
  EXPECT_EQ(rosters.made_from("ada"), Texts{});
  EXPECT_TRUE(rosters.is_on_team("committee-steering", "Ada"));
  EXPECT_TRUE(rosters.is_on_team("@group-build-leads", "grace"));
  EXPECT_FALSE(rosters.is_on_team("security", "ada"));
}

TEST_F(RostersTest, TellWhatChanged) {
  const std::string sources =
      "  - {id: leads, file: OWNERS, members: [\"{group}-leads\"]}\n"
      "  - {id: guards, file: OWNERS, members: [security]}\n"
      "  - {id: others, file: OWNERS, members: [others]}\n";
  write("OWNERS", "aliases:\n  a-leads: [ada]\n  b-leads: [bob]\n  security: [ken]\n");
  const Rosters before = read(sources);
  write("OWNERS",
        "aliases:\n  a-leads: [Ada]\n  c-leads: [carl]\n  security: [\"@Ken\", ada]\n"
        "  others: [rob]\n");
  const Rosters& after = read(sources);
  EXPECT_EQ(after.added_since(before),
            (std::map<std::string, std::string>{{"ada", "guards"}, {"carl", "leads/c"}}))
      << "whatever the case; nobody was held against a roster that was not there";
  EXPECT_EQ(after.unknown_since(before), Texts{"leads/b"});
  EXPECT_TRUE(before.added_since(before).empty());
}

TEST_F(RostersTest, OutliveARepeatedAlias) {
  write("OWNERS", "aliases:\n  a-leads: [x]\n  a-leads: [y]\n");
  EXPECT_TRUE(read("  - {id: groups, file: OWNERS, aliases: [\"*-leads\"]}\n").has("groups", "a"));
  EXPECT_EQ(read_errors_.size(), 1U);
}

}  // namespace
}  // namespace milepost
