#include "process/heading_index.h"

#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

struct Indexed {
  Indexed()
      : pattern(make_source("# T\n## Test Plan\n## Goals (Optional)\n### Notes\n## Notes\n")) {
    process.renames["testing strategy"] = "test plan";
    process.renames["elsewhere"] = "no such section";
    lineage.renames["aims"] = "goals";
    lineage.renames["testing strategy"] = "goals";  // the pack knows better
    lineage.headings["test plan"].in = 0b10;
    lineage.headings["scope"].in = 0b01;
    lineage.titles = {"Test Plan", "Scope", "Unheard Of"};
  }

  Template pattern;
  Process process;
  Lineage lineage;
};

TEST(HeadingIndex, KnowsSectionsRenamesAndVersions) {
  const Indexed made;
  const HeadingIndex index(made.pattern, made.process, made.lineage);
  const struct {
    std::string_view title, key;
    std::vector<std::uint32_t> sections, renamed;
    std::uint64_t in;
  } cases[] = {
      {"Test Plan", "test plan", {1}, {}, 0b10},
      {"test plan:", "test plan", {1}, {}, 0b10},
      {"Goals (Optional)", "goals", {2}, {}, 0},
      {"Goals", "goals", {2}, {}, 0},
      {"Notes", "notes", {3, 4}, {}, 0},
      {"Testing strategy", "testing strategy", {}, {1}, 0},
      {"Aims", "aims", {}, {2}, 0},
      {"Elsewhere", "elsewhere", {}, {}, 0},
      {"Scope", "scope", {}, {}, 0b01},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.title);
    const KnownHeading* const known = index.find(c.title);
    ASSERT_NE(known, nullptr);
    EXPECT_EQ(known->key, c.key);
    EXPECT_EQ(known->sections ? *known->sections : std::vector<std::uint32_t>(), c.sections);
    EXPECT_EQ(known->renamed ? *known->renamed : std::vector<std::uint32_t>(), c.renamed);
    EXPECT_EQ(known->presence ? known->presence->in : 0, c.in);
    EXPECT_EQ(known, index.find_key(c.key));
  }
  for (const std::string_view title : {"", "Unheard Of", "Test", "no such section"}) {
    EXPECT_EQ(index.find(title), nullptr) << title;
  }
}

TEST(HeadingIndex, KnowsWhatTheTemplateAndItsVersionsSayToTheLetter) {
  const Indexed made;
  const HeadingIndex index(made.pattern, made.process, made.lineage);
  for (const std::string_view title : {"Test Plan", "Goals (Optional)", "Notes", "Scope"}) {
    EXPECT_NE(index.find_text(title), nullptr) << title;
  }
  for (const std::string_view title : {"test plan", "Goals", "Testing strategy", "Unheard Of"}) {
    EXPECT_EQ(index.find_text(title), nullptr) << title;
  }
}

TEST(HeadingIndex, KnowsTheVersionsOfEachSection) {
  const Indexed made;
  const HeadingIndex index(made.pattern, made.process, made.lineage);
  ASSERT_NE(index.presence(1), nullptr);
  EXPECT_TRUE(index.presence(1)->has(1));
  EXPECT_FALSE(index.presence(1)->has(0));
  EXPECT_EQ(index.presence(2), nullptr);
}

}  // namespace
}  // namespace milepost
