#include "text/toc_slug.h"

#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(TocSlug, KeepsLettersDigitsHyphensAndUnderscores) {
  const struct {
    const char* heading;
    const char* want;
  } cases[] = {
      {"", ""},
      {"Goals", "goals"},
      {"Non-Goals", "non-goals"},
      {"Upgrade / Downgrade Strategy", "upgrade--downgrade-strategy"},
      {"Two  spaces, one\ttab", "two--spaces-onetab"},
      {"Alpha -> Beta", "alpha---beta"},
      {"snake_case v1.2", "snake_case-v12"},
      {"Über “quotes” — dash", "ber-quotes--dash"},
      {"İzmir, 300 \u212A", "izmir-300-k"},
      {"!?", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.heading);
    EXPECT_EQ(toc_slug(c.heading), c.want);
  }
}

TEST(TocSlug, CountsRepeatedOnes) {
  TocSlugger slugger;
  const std::vector<std::pair<const char*, const char*>> headings = {
      {"Risks", "risks"}, {"Goals", "goals"},     {"Risks?", "risks-1"}, {"RISKS", "risks-2"},
      {"!", ""},          {"Risks 1", "risks-1"}, {"?", "-1"},
  };
  for (const auto& [heading, want] : headings) EXPECT_EQ(slugger.next(heading), want) << heading;
}

}  // namespace
}  // namespace milepost
