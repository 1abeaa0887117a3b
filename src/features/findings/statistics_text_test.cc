#include "features/findings/statistics_text.h"

#include <string>

#include <gtest/gtest.h>

#include "features/findings/run_fixture.h"

namespace milepost::findings {
namespace {

RunFixture many_warnings() {
  RunFixture fixture;
  fixture.file("keps/1/README.md", "# Faster probes\n\n## Drawbacks\n");
  fixture.error({17, 29}, "\"Risks\" is required");
  fixture.warning({0, 0}, "empty").fix("add it", {{0, 0}, "x"});
  fixture.info({0, 0}, "left over").fix("remove it", {{0, 1}, ""}, true);
  for (std::size_t i = 3; i < kManyFindings; ++i) fixture.warning({0, 0}, "not filled either");
  return fixture.proposals(kManyProposals);
}

TEST(Statistics, CountEachRuleWithWhatCanBeFixed) {
  EXPECT_EQ(render_statistics(many_warnings().run(), {}),
            "      1  error    MP201 section-missing\n"
            "     48  warning  MP203 section-unfilled  1 fixable\n"
            "      1  info     MP206 section-renamed   1 by --fix --unsafe\n"
            "10 proposals, 1 error, 48 warnings, 1 info\n");
}

TEST(Summary, ListsErrorsAndCountsTheRest) {
  TextOptions options;
  options.terminal = true;
  EXPECT_EQ(render_summary(many_warnings().assume("process kep").run(), options),
            R"(keps/1/README.md
  error MP201 section-missing  "Risks" is required
       3 │ ## Drawbacks
         │ ^^^^^^^^^^^^

warnings and infos by rule
     48  warning  MP203 section-unfilled  1 fixable
      1  info     MP206 section-renamed   1 by --fix --unsafe

process kep
10 proposals, 1 error, 48 warnings, 1 info
  milepost check --fix         repairs 1 (--dry-run shows how)
  milepost check --rule MP203  lists the findings of a rule
  milepost check --errors      lists errors only
  milepost check --statistics  counts by rule, errors too
  milepost check --all         lists every finding
)");
}

TEST(Summary, IsForMuchOnly) {
  EXPECT_TRUE(is_flood(many_warnings().run()));
  EXPECT_FALSE(is_flood(many_warnings().proposals(kManyProposals - 1).run()));
  findings::Run run = many_warnings().run();
  run.findings.pop_back();
  EXPECT_FALSE(is_flood(run));
}

TEST(Summary, KeepsErrorsAlone) {
  findings::Run run = many_warnings().run();
  run.unlisted = {{"a", "MP201", Severity::kError, 2}, {"a", "MP203", Severity::kWarning, 3}};
  keep_errors(run);
  EXPECT_EQ(run.findings.size(), 1U);
  EXPECT_EQ(run.count(Severity::kError), 3U);
  EXPECT_EQ(run.count(Severity::kWarning), 0U);
}

}  // namespace
}  // namespace milepost::findings
