#include <gtest/gtest.h>

#include "features/drift/formats.h"

namespace milepost::drift {
namespace {

DriftRun two_proposals() {
  DriftRun run;
  run.looked_at = 12;
  const std::vector<Steps> settle{{remedy::TakeSide{"7", remedy::Side::kIssue}}};
  run.proposals.push_back(
      {{"7", "plans/7-faster", "Faster", "build"},
       {{DriftKind::kStageLabel,
         "the stage and the label",
         {"stage: alpha", {"plans/7-faster/plan.yaml", 5, 8}},
         {"is-beta", {"the record", 0, 0}},
         {{remedy::SetLabel{"7", "is-alpha-by-now"}, remedy::SetLabel{"7", "is-beta", true}},
          {remedy::EditFields{{{"stage", "beta", {"plan.yaml", 5, 1}}}}}}},
        {DriftKind::kList,
         "the list ready",
         {"[ ] a", {"a.md", 1, 3}},
         {"[x] a", {"issue 7", 2, 3}},
         settle},
        {DriftKind::kList,
         "the list ready",
         {"[x] b", {"a.md", 2, 3}},
         {"[ ] b", {"issue 7", 3, 3}},
         settle}}});
  run.proposals.push_back(
      {{"", "plans/calmer", "Calmer \x1b[31m", ""},
       {{DriftKind::kIssueLink,
         "the place of the proposal",
         {"plans/calmer", {"plans/calmer", 0, 0}},
         {"Plan: https://example.org/a/long/address/that/does/not/fit/beside/its/place",
          {"issue plans/calmer", 3, 9}},
         settle}}});
  for (const char* name : {"A", "B", "C", "D"})
    run.unnamed.push_back({name, "Alpha", {"g.go", 1, 1}});
  return run;
}

TEST(DriftReport, Text) {
  EXPECT_EQ(render_drift_text(two_proposals(), {}),
            "7 Faster\n"
            "  the stage and the label\n"
            "    stage: alpha  plans/7-faster/plan.yaml:5:8\n"
            "    is-beta       the record\n"
            "    → milepost track label 7 is-alpha-by-now &&\n"
            "      milepost track label 7 is-beta --remove\n"
            "    or set stage: beta in plan.yaml:5\n"
            "  the list ready\n"
            "    [ ] a  a.md:1:3\n"
            "    [x] a  issue 7:2:3\n"
            "    [x] b  a.md:2:3\n"
            "    [ ] b  issue 7:3:3\n"
            "    → milepost track settle 7 --take issue\n"
            "\n"
            "plans/calmer Calmer \\x1b[31m\n"
            "  the place of the proposal\n"
            "    plans/calmer  plans/calmer\n"
            "    Plan: https://example.org/a/long/address/that/does/not/fit/beside/its/place\n"
            "      issue plans/calmer:3:9\n"
            "    → milepost track settle 7 --take issue\n"
            "\n"
            "no proposal names 4 feature gates of the code: A, B, C and 1 more (--format\n"
            "json)\n"
            "\n"
            "12 proposals, 4 disagreements in 2\n");
}

TEST(DriftReport, NoDrift) {
  DriftRun run;
  run.looked_at = 1;
  EXPECT_EQ(render_drift_text(run, {}), "1 proposal, no drift\n");
  TextOptions quiet;
  quiet.quiet = true;
  EXPECT_EQ(render_drift_text(run, quiet), "");
}

}  // namespace
}  // namespace milepost::drift
