#include "gates/step.h"

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

Card card_of(const Process& process, std::string_view metadata) {
  const auto source = make_source(metadata, "kep.yaml");
  const Document document(make_source("---\n" + std::string(metadata) + "---\n# T\n"));
  auto read = std::make_shared<const Metadata>(read_metadata(process, &document, source));
  return make_card(process, {"keps/sig-a/1-x/README.md", "keps/sig-a/1-x/kep.yaml", true},
                   std::move(read), nullptr);
}

// "status/stage → status/stage release", or why there is no such step.
std::string step(const std::shared_ptr<const Process>& process, std::string_view metadata,
                 std::string_view to = "", std::string_view release = "") {
  const Card card = card_of(*process, metadata);
  const auto planned = plan_step(*process, card, to, release);
  if (!planned) return planned.error().message;
  EXPECT_EQ(planned->to(), planned->is_stage ? planned->to_stage : planned->to_status);
  std::string text = planned->from_status + "/" + planned->from_stage + " → " + planned->to_status +
                     "/" + planned->to_stage;
  if (planned->is_stage) text += " (stage)";
  return planned->release.empty() ? text : text + " " + planned->release;
}

TEST(Step, NextComesTheNextStageThenTheNextStatus) {
  const auto kep = pack("kep");
  const struct {
    const char *metadata, *want;
  } cases[] = {
      {"status: provisional\n", "provisional/ → implementable/alpha"},
      {"status: provisional\nstage: beta\n", "provisional/beta → implementable/beta"},
      {"status: implementable\nstage: alpha\n", "implementable/alpha → implementable/beta (stage)"},
      {"status: implementable\nstage: beta\n", "implementable/beta → implementable/stable (stage)"},
      {"status: implementable\nstage: stable\n", "implementable/stable → implemented/stable"},
      {"status: implementable\n", "implementable/ → implementable/alpha (stage)"},
      {"status: implementable\nstage: deprecated\n",
       "implementable/deprecated → implementable/disabled (stage)"},
      {"status: implementable\nstage: disabled\n",
       "implementable/disabled → implementable/removed (stage)"},
      {"status: implementable\nstage: removed\n", "implementable/removed → implemented/removed"},
      {"status: deferred\nstage: alpha\n", "deferred/alpha → provisional/alpha"},
      {"status: implemented\nstage: stable\n",
       "1 is implemented; there is no next step (use --to to ask about another)"},
      {"status: replaced\n",
       "1 is replaced; there is no next step (use --to to ask about another)"},
      {"status: superseded\n",
       "1 is replaced; there is no next step (use --to to ask about another)"},
      {"status: frozen\n",
       "its status \"frozen\" is none of the process's, so there is no next step (use --to to "
       "ask about one)"},
      {"status: implementable\nstage: gamma\n",
       "its stage \"gamma\" is none of the process's, so there is no next step (use --to to ask "
       "about one)"},
      {"kind: process\nstatus: provisional\n", "provisional/ → implementable/"},
      {"kind: process\nstatus: implementable\n", "implementable/ → implemented/"},
      {"kind: process\nstatus: implementable\nstage: alpha\n", "implementable/ → implemented/"},
  };
  for (const auto& c : cases) EXPECT_EQ(step(kep, c.metadata), c.want) << c.metadata;
  EXPECT_EQ(step(pack("openshift"), "status: implementable\n"), "implementable/ → implemented/");
}

TEST(Step, GoesWhereItIsTold) {
  const auto kep = pack("kep");
  EXPECT_EQ(step(kep, "status: implementable\nstage: alpha\n", "stable"),
            "implementable/alpha → implementable/stable (stage)");
  EXPECT_EQ(step(kep, "status: implementable\nstage: stable\n", "deprecated"),
            "implementable/stable → implementable/deprecated (stage)");
  EXPECT_EQ(step(kep, "status: implemented\nstage: stable\n", "implementable"),
            "implemented/stable → implementable/stable");
  EXPECT_EQ(step(kep, "status: superseded\n", "withdrawn"), "replaced/ → withdrawn/");
  EXPECT_EQ(step(kep, "status: frozen\n", "withdrawn"), "frozen/ → withdrawn/");
  EXPECT_EQ(step(kep, "status: provisional\n", "betta"),
            "no status or stage is called `betta`; did you mean `beta`?");
  EXPECT_EQ(step(kep, "kind: process\nstatus: implementable\n", "beta"),
            "a proposal of kind process has no stages");
}

TEST(Step, IsForTheReleaseGivenOrThatOfTheStage) {
  const auto kep = pack("kep");
  const std::string metadata =
      "status: implementable\nstage: alpha\nlatest-milestone: v1.37\n"
      "milestone:\n  alpha: \"1.36\"\n  stable: v0.0\n";
  EXPECT_EQ(step(kep, metadata, "implementable"),
            "implementable/alpha → implementable/alpha v1.36");
  EXPECT_EQ(step(kep, metadata), "implementable/alpha → implementable/beta (stage)")
      << "the latest is not for a stage to come";
  EXPECT_EQ(step(kep, metadata, "beta", "1.38"),
            "implementable/alpha → implementable/beta (stage) v1.38");
  EXPECT_EQ(step(kep, metadata, "stable"), "implementable/alpha → implementable/stable (stage)")
      << "v0.0 is none";
  EXPECT_EQ(step(kep, "status: provisional\nstage: alpha\nlatest-milestone: v1.37\n"),
            "provisional/alpha → implementable/alpha v1.37");
}

TEST(Step, OnlyKindsThatClimbHaveStages) {
  const auto kep = pack("kep");
  EXPECT_TRUE(has_stages(*kep, "feature"));
  EXPECT_TRUE(has_stages(*kep, "unheard-of"));
  EXPECT_FALSE(has_stages(*kep, "process"));
  EXPECT_FALSE(has_stages(*pack("openshift"), "enhancement"));
}

}  // namespace
}  // namespace milepost
