#include "process/validate.h"

#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

const std::string kPack = R"(schema: 1
ladders:
  - id: up
    stages: [alpha, beta, stable]
  - id: down
    stages: [deprecated, removed]
    counts-as: {deprecated: alpha, removed: stable}
statuses:
  - id: provisional
    due: exists
    moves: [implementable, implemented]
  - id: implementable
  - id: implemented
kinds:
  - {id: feature, template: t.md}
gates:
  - id: exists
    status: provisional
    sections: [Summary]
  - id: alpha
    stage: alpha
    after: [exists]
  - id: beta
    stage: beta
    after: [alpha]
phrases:
  - {text: needed for beta, stage: beta}
)";

const std::string kTemplate =
    "# T\n## Summary\n<!--DIRECTIVE: required: true-->\n"
    "## Goals\n<!--DIRECTIVE: required: true,stage: beta-->\n";

std::string refusal(const std::string& process, const std::string& pattern = kTemplate) {
  const auto loaded = load_texts({{"pack/process.yaml", process}, {"pack/t.md", pattern}});
  if (loaded) return {};
  const std::string& message = loaded.error().message;
  return message.substr(0, message.find(" (and "));  // others follow from it
}

TEST(Validate, AcceptsWhatHoldsTogether) { EXPECT_EQ(refusal(kPack), ""); }

TEST(Validate, RefusesWhatDoesNot) {
  const std::string at = "pack/process.yaml:";
  const struct {
    std::string_view name;
    std::string text;
    std::string want;
  } cases[] = {
      {"a review whose files belong to no number",
       kPack + "reviews: [{id: prr, file: \"reviews/{group}.yaml\", approver: approver}]\n",
       at + "28:11: the `file` of review `prr` has no part {number}"},
      {"no kinds", replaced(kPack, "kinds:\n  - {id: feature, template: t.md}\n", ""),
       "the process has no kinds, so nothing can be checked"},
      {"counts-as on the first ladder",
       replaced(kPack, "    stages: [alpha, beta, stable]",
                "    stages: [alpha, beta, stable]\n    counts-as: {alpha: beta}"),
       at + "3:5: `up` is the first ladder, which the others are measured by: it needs no "
            "`counts-as`"},
      {"a stage on two ladders", replaced(kPack, "[deprecated, removed]", "[beta, removed]"),
       at + "3:5: the stage `beta` stands on two ladders, or twice on one"},
      {"a ladder without stages", replaced(kPack, "    stages: [alpha, beta, stable]\n", ""),
       at + "3:5: ladder `up` has no stages"},
      {"a rename that leads nowhere", kPack + "renames:\n  - {from: A, to: Sumary}\n",
       at + "29:19: no template has the section `Sumary`; did you mean `Summary`?"},
      {"in-code of another ladder",
       replaced(kPack, "    stages: [alpha, beta, stable]",
                "    stages: [alpha, beta, stable]\n    in-code: {removed: gone}"),
       at + "3:5: no stage is called `removed`; there are alpha, beta, stable"},
      {"on-by-default of another ladder",
       replaced(kPack, "    stages: [alpha, beta, stable]",
                "    stages: [alpha, beta, stable]\n    on-by-default: {removed: true}"),
       at + "3:5: no stage is called `removed`; there are alpha, beta, stable"},
      {"a ladder without counts-as",
       replaced(kPack, "    counts-as: {deprecated: alpha, removed: stable}\n", ""),
       at + "5:5: `counts-as` must say which stage of `up` the stage `deprecated` counts as"},
      {"a stage without counts-as", replaced(kPack, ", removed: stable", ""),
       at + "5:5: `counts-as` must say which stage of `up` the stage `removed` counts as"},
      {"counts-as an unknown stage", replaced(kPack, "removed: stable", "removed: stabel"),
       at + "7:45: no stage is called `stabel`; did you mean `stable`?"},
      {"counts-as a stage of its own ladder",
       replaced(kPack, "removed: stable", "removed: removed"),
       at + "7:45: no stage is called `removed`; there are alpha, beta, stable"},
      {"due by an unknown gate", replaced(kPack, "due: exists", "due: exist"),
       at + "10:10: no gate is called `exist`; did you mean `exists`?"},
      {"a move to an unknown status", replaced(kPack, ", implemented]", ", implemneted]"),
       at + "11:28: no status is called `implemneted`; did you mean `implemented`?"},
      {"a gate of an unknown status", replaced(kPack, "status: provisional", "status: draft"),
       at +
           "18:13: no status is called `draft`; there are provisional, implementable, implemented"},
      {"a gate of an unknown stage", replaced(kPack, "    stage: beta", "    stage: betta"),
       at + "24:12: no stage is called `betta`; did you mean `beta`?"},
      {"a gate of a stage of the second ladder",
       replaced(kPack, "    stage: beta", "    stage: removed"), ""},
      {"after an unknown gate", replaced(kPack, "after: [alpha]", "after: [alpha, alphas]"),
       at + "25:20: no gate is called `alphas`; did you mean `alpha`?"},
      {"a section no template has", replaced(kPack, "[Summary]", "[Summary, Sumary]"),
       at + "19:25: no template has the section `Sumary`; did you mean `Summary`?"},
      {"a gate after itself", replaced(kPack, "after: [alpha]", "after: [beta]"),
       at + "23:5: gate `beta` comes after itself, through `beta`: one of the `after` must go"},
      {"gates in a circle", replaced(kPack, "    sections: [Summary]", "    after: beta"),
       at + "17:5: gate `exists` comes after itself, through `alpha`: one of the `after` must go"},
      {"a phrase of an unknown stage",
       replaced(kPack, "needed for beta, stage: beta", "needed for beta, stage: bet"),
       at + "27:36: no stage is called `bet`; did you mean `beta`?"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(refusal(c.text), c.want);
  }
}

TEST(Validate, RefusesATemplateOfUnknownStages) {
  EXPECT_EQ(refusal(kPack, replaced(kTemplate, "stage: beta", "stage: gama")),
            "pack/t.md:5:38: no stage is called `gama`; there are alpha, beta, stable, "
            "deprecated, removed");
  EXPECT_EQ(refusal(kPack, replaced(kTemplate, "stage: beta", "stage: removed")), "");
}

TEST(Validate, NamesWhatIsUnknown) {
  EXPECT_EQ(unknown("stage", "betta", {"alpha", "beta"}),
            "no stage is called `betta`; did you mean `beta`?");
  EXPECT_EQ(unknown("stage", "x", {"alpha", "beta"}),
            "no stage is called `x`; there are alpha, beta");
}

}  // namespace
}  // namespace milepost
