#include "features/findings/model.h"

#include <gtest/gtest.h>

#include "features/findings/formats.h"
#include "features/findings/run_fixture.h"

namespace milepost::findings {
namespace {

// So many warnings and one error in one file, and one warning in another.
findings::Run run_with(std::size_t warnings) {
  RunFixture fixture;
  fixture.file("a.md", "abc\n").error({0, 1}, "e");
  for (std::size_t i = 0; i < warnings; ++i) fixture.warning({0, 1}, "w");
  fixture.file("b.md", "abc\n").warning({0, 1}, "w");
  return fixture.run();
}

TEST(Shorten, AsManyAsAreListedStay) {
  findings::Run run = run_with(kMostListed);
  shorten(run, ": --all");
  EXPECT_EQ(run.findings.size(), kMostListed + 2);
  EXPECT_TRUE(run.unlisted.empty());
  EXPECT_EQ(run.findings[kMostListed].message, "w");
}

TEST(Shorten, TheLastOneListedTellsOfTheRest) {
  findings::Run run = run_with(kMostListed + 3);
  shorten(run, ": --all");
  ASSERT_EQ(run.findings.size(), kMostListed + 2);
  EXPECT_EQ(run.findings[kMostListed - 1].message, "w");
  EXPECT_EQ(run.findings[kMostListed].message, "w (3 more of MP203 in this file: --all)");
  EXPECT_EQ(run.findings.back().message, "w");
  ASSERT_EQ(run.unlisted.size(), 1U);
  EXPECT_EQ(run.unlisted[0].path, "a.md");
  EXPECT_EQ(run.unlisted[0].code, "MP203");
  EXPECT_EQ(run.unlisted[0].count, 3U);
}

TEST(Shorten, AllAreCounted) {
  findings::Run run = run_with(kMostListed + 3);
  shorten(run, {});
  EXPECT_EQ(run.count(Severity::kWarning), kMostListed + 4);
  EXPECT_EQ(run.count(Severity::kError), 1U);
  EXPECT_EQ(run.count(Severity::kInfo), 0U);
  EXPECT_NE(render_text(run, {}).find("1 error, 204 warnings"), std::string::npos);
  EXPECT_NE(render_github(run).find("and 195 warnings more"), std::string::npos);
  const std::string json = render_json(run);
  EXPECT_NE(json.find("\"warnings\": 204"), std::string::npos);
  EXPECT_NE(json.find("\"count\": 3"), std::string::npos);
}

}  // namespace
}  // namespace milepost::findings
