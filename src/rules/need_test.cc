#include "rules/need.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"
#include "proposal/facts.h"
#include "proposal/judgement.h"
#include "proposal/links.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"(schema: 1
name: test
layout: {metadata: [{file: meta.yaml}]}
fields:
  - {id: never, needed: never}
  - {id: always, needed: always}
  - {id: asked, needed: {NEED}}
  - {id: open, needed: always, open-in: [draft]}
  - {id: status, is: status, type: enum}
  - {id: kind, is: kind, type: enum}
  - {id: stage, is: stage, type: enum}
  - {id: latest, is: latest-milestone, type: version}
  - {id: milestone, is: milestones, type: stages}
ladders:
  - {id: up, stages: [alpha, beta, stable]}
  - id: down
    stages: [deprecated, disabled, removed]
    counts-as: {deprecated: alpha, disabled: beta, removed: stable}
statuses: [{id: draft}, {id: accepted}, {id: done, closed: true}]
kinds: [{id: feature, template: t.md}, {id: process, template: t.md}]
)";

class Needs : public testing::Test {
 protected:
  // Whether the field is needed of a proposal with this metadata.
  bool needed(std::string_view field, std::string_view metadata, std::string_view need = "in: []",
              std::string_view stage = "") {
    auto loaded = load_texts({{"pack/process.yaml", replaced(std::string(kPack), "NEED", need)},
                              {"pack/t.md", "# T\n## Summary\n"}});
    EXPECT_TRUE(loaded) << loaded.error().message;
    if (!loaded) return false;
    const Process& process = **loaded;
    const auto source = make_source(fmt::format("{}\n", metadata), "meta.yaml");
    const Proposal proposal = read_proposal(process, make_source("# My title\n"), source);
    const Judgement judgement = Judge(process).judge(proposal, {stage, nullptr});
    const Card card =
        make_card(process, {"README.md", "meta.yaml", true}, proposal.metadata, nullptr);
    const Facts facts;
    const Links links(process, proposal.document, "README.md");
    const RuleInput in{process, proposal, judgement, card, facts, links};
    place_ = source->text(asking_place(in));
    return is_needed(in, *process.find_field(field));
  }

  std::string place_;
};

TEST_F(Needs, AreNeverOrAlways) {
  EXPECT_FALSE(needed("never", "status: draft"));
  EXPECT_FALSE(needed("stage", "status: draft")) << "nothing is said of it";
  EXPECT_TRUE(needed("always", "status: draft"));
  EXPECT_TRUE(needed("always", "nothing: at all"));
  EXPECT_FALSE(needed("open", "status: draft"));
  EXPECT_TRUE(needed("open", "status: done"));
}

TEST_F(Needs, HoldWhenAllOfTheirConditionsDo) {
  const struct {
    std::string_view name, need, metadata;
    bool want;
    std::string_view stage = {};  // --for
  } cases[] = {
      {"status", "in: [accepted, done]", "status: done", true},
      {"another status", "in: [accepted]", "status: done", false},
      {"no status", "in: [accepted]", "stage: alpha", false},
      {"an unknown status", "in: [accepted]", "status: agreed", false},
      {"kind", "of: [feature]", "kind: feature", true},
      {"another kind", "of: [feature]", "kind: process", false},
      {"the usual kind", "of: [feature]", "status: draft", true},
      {"stage", "from: beta", "stage: beta", true},
      {"a later stage", "from: beta", "stage: stable", true},
      {"an earlier stage", "from: beta", "stage: alpha", false},
      {"no stage: the first", "from: alpha", "status: draft", true},
      {"a stage that counts as much", "from: beta", "stage: disabled", true},
      {"a stage that does not", "from: beta", "stage: deprecated", false},
      {"--for", "from: beta", "stage: alpha", true, "beta"},
      {"release", "since: v1.10", "stage: beta\nmilestone: {beta: v1.10}", true},
      {"an earlier release", "since: v1.10", "stage: beta\nmilestone: {beta: v1.9}", false},
      {"the latest release counts", "since: v1.10",
       "stage: beta\nlatest: v1.11\nmilestone: {beta: v1.9}", true},
      {"an earlier one, too", "since: v1.10", "stage: beta\nlatest: v1.9\nmilestone: {beta: v1.10}",
       false},
      {"of a stage without one", "since: v1.10",
       "stage: beta\nlatest: v1.11\nmilestone: {alpha: v1.9}", true},
      {"no stage: the latest", "since: v1.10", "latest: v1.11\nmilestone: {alpha: v1.9}", true},
      {"no release", "since: v1.10", "stage: beta\nlatest: \"0.0\"", false},
      {"--for another release", "since: v1.10",
       "stage: alpha\nlatest: v1.9\nmilestone: {alpha: v1.9, beta: v1.10}", true, "beta"},
      {"all", "in: [accepted], of: [feature], from: beta, since: v1.10",
       "status: accepted\nkind: feature\nstage: beta\nlatest: v1.10", true},
      {"all but one", "in: [accepted], of: [feature], from: beta, since: v1.10",
       "status: accepted\nkind: feature\nstage: alpha\nlatest: v1.10", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(needed("asked", c.metadata, c.need, c.stage), c.want);
  }
}

TEST_F(Needs, PointAtTheStageThatAsks) {
  needed("always", "status: draft\nstage: beta");
  EXPECT_EQ(place_, "beta");
  needed("always", "status: draft\nkind: process");
  EXPECT_EQ(place_, "status: draft");
}

}  // namespace
}  // namespace milepost
