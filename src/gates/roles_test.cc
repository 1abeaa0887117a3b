#include "gates/roles.h"

#include <gtest/gtest.h>

#include "base/tree_fixture.h"
#include "process/process_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"(schema: 1
name: test
layout:
  documents: ["plans/*.md"]
  metadata: [{front-matter: true}]
fields:
  - {id: authors, is: authors, type: people}
  - {id: group, is: group, type: group}
rosters:
  - {id: safety, file: ALIASES, members: [safety]}
  - {id: leads, file: ALIASES, members: ["{group}-leads"]}
  - {id: crowd, names: [a, b, c, d, e]}
  - {id: peers, names: [jane, zoe]}
roles:
  - {id: author, title: the author, field: authors}
  - {id: safety, title: a safety reviewer, roster: safety}
  - {id: lead, title: a lead, roster: leads}
  - {id: owner, title: an owner, field: authors, roster: crowd}
  - {id: anyone, title: one of us, roster: crowd}
  - {id: peer, title: a peer, roster: peers, not: author}
statuses: [{id: draft}]
kinds: [{id: plan, template: t.md}]
words: {unset: [tbd]}
)";

class Roles : public TreeFixture {
 protected:
  void SetUp() override {
    auto loaded =
        load_texts({{"pack/process.yaml", std::string(kPack)}, {"pack/t.md", "# T\n## Summary\n"}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    repository_ = {at(""), *loaded, {}, {}, {}, disk_tree(at(""))};
    write("plans/x.md",
          "---\nauthors: [\"@jane\", Joe, tbd, \"@jane - the API\"]\ngroup: build\n---\n# X\n");
  }
  void gather() { facts_ = gather_facts(repository_, {2026, 1, 1}, 1); }
  void write_aliases() const {
    write("ALIASES", "aliases:\n  safety: [Sam]\n  build-leads: [lee]\n  other-leads: [ann]\n");
  }

  const Process& process() const { return *repository_.process; }
  const Card& card() const { return facts_->index().cards.front(); }

  std::string holders_of(std::string_view role) const {
    const auto names = holders(process(), *process().find_role(role), card(), facts_->rosters());
    return names ? fmt::format("{}", fmt::join(*names, " ")) : "unknown";
  }
  May may(const std::vector<std::string>& roles, std::string_view handle) const {
    return may_act(process(), roles, card(), facts_->rosters(), handle);
  }
  std::string described(const std::vector<std::string>& roles) const {
    return describe_holders(process(), roles, card(), facts_->rosters());
  }

  Repository repository_;
  std::unique_ptr<Facts> facts_;
};

TEST_F(Roles, AreHeldByThoseAFieldOrARosterNames) {
  write_aliases();
  gather();
  EXPECT_EQ(holders_of("author"), "Joe jane") << "each once, and nobody who is yet to be found";
  EXPECT_EQ(holders_of("safety"), "sam");
  EXPECT_EQ(holders_of("lead"), "lee") << "of the proposal's own group";
  EXPECT_EQ(holders_of("owner"), "Joe a b c d e jane");
}

TEST_F(Roles, MayExcludeOneAnother) {
  gather();
  const Role& peer = *process().find_role("peer");
  const auto excluded = [&](const Role& role, std::string_view handle) {
    return excluded_as(process(), role, card(), facts_->rosters(), handle);
  };
  EXPECT_EQ(holders_of("peer"), "zoe");
  EXPECT_EQ(excluded(peer, "Jane"), "the author");
  EXPECT_EQ(excluded(peer, "joe"), "") << "who would be no peer anyhow";
  EXPECT_EQ(excluded(peer, "zoe"), "");
}

TEST_F(Roles, AllButAuthorsSettleWhatSomebodyObjects) {
  write_aliases();
  gather();
  EXPECT_EQ(fmt::format("{}", fmt::join(settlers(process(), card(), facts_->rosters()), " ")),
            "a b c d e lee sam zoe");
}

TEST_F(Roles, AreUnknownWithoutTheRosterFile) {
  gather();
  EXPECT_EQ(holders_of("safety"), "unknown");
  EXPECT_EQ(holders_of("lead"), "unknown");
  EXPECT_EQ(may({"safety"}, "sam"), May::kUnknown);
  EXPECT_EQ(may({"author", "safety"}, "jane"), May::kYes) << "one role is enough";
  EXPECT_EQ(may({"author", "safety"}, "sam"), May::kUnknown);
  EXPECT_EQ(described({"author", "safety"}), "the author (@Joe, @jane) or a safety reviewer");
}

TEST_F(Roles, LetTheirHoldersAct) {
  write_aliases();
  gather();
  EXPECT_EQ(may({}, ""), May::kYes) << "anybody";
  EXPECT_EQ(may({"author"}, ""), May::kUnknown) << "nobody has said who they are";
  EXPECT_EQ(may({"author"}, "@JANE"), May::kYes);
  EXPECT_EQ(may({"author"}, "joe"), May::kYes);
  EXPECT_EQ(may({"author"}, "sam"), May::kNo);
  EXPECT_EQ(may({"author", "safety"}, "sam"), May::kYes);
  EXPECT_EQ(may({"lead"}, "ann"), May::kNo) << "of another group";
}

TEST_F(Roles, AreDescribedWithTheirHolders) {
  write_aliases();
  gather();
  EXPECT_EQ(described({}), "anybody");
  EXPECT_EQ(described({"author"}), "the author (@Joe, @jane)");
  EXPECT_EQ(described({"author", "lead", "anyone"}),
            "the author (@Joe, @jane), a lead (@lee) or one of us")
      << "a crowd is not named";
}

TEST_F(Roles, GiveTheOneReasonOfARefusal) {
  const auto why = [&](const std::vector<std::string>& roles, std::string_view handle) {
    const auto checked = check_roles(process(), roles, card(), facts_->rosters(), handle, "opt in");
    return checked ? std::string("may") : checked.error().message;
  };
  gather();
  EXPECT_EQ(why({"safety"}, "@zed"),
            "@zed may not opt in: nobody is known as a safety reviewer: there is no file ALIASES "
            "that can be read; it is to have\naliases:\n  safety:\n    - zed");
  write("ALIASES", "aliases:\n  other-leads: [ann]\n");
  gather();
  EXPECT_EQ(why({"lead"}, "zed"),
            "@zed may not opt in: nobody is known as a lead: ALIASES has no alias build-leads; add "
            "below aliases:\n  build-leads:\n    - zed");
  write_aliases();
  gather();
  EXPECT_EQ(why({"lead"}, "lee"), "may");
  EXPECT_EQ(why({"lead"}, "zed"),
            "@zed may not opt in: it is for a lead (@lee); you are not on build-leads in ALIASES");
  EXPECT_EQ(
      why({"author"}, "zed"),
      "@zed may not opt in: it is for the author (@Joe, @jane); you are not among the authors "
      "in plans/x.md");
  EXPECT_EQ(
      why({"peer"}, "jane"),
      "@jane may not opt in: you are the author of it, who cannot be a peer; it is for a peer "
      "(@zoe)");
  EXPECT_EQ(
      why({"lead", "author"}, "zed"),
      "@zed may not opt in: it is for a lead (@lee) or the author (@Joe, @jane); you are none "
      "of them");
}

}  // namespace
}  // namespace milepost
