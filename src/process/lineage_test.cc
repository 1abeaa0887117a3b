#include "process/lineage.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/embedded.h"

namespace milepost {
namespace {

Result<Lineage> parse(std::string_view text) {
  const Source source("lineage.yaml", std::string(text));
  return parse_lineage(source);
}

// In which versions a heading stood: "110", an "o" where it was optional.
std::string presence(const Lineage& lineage, const std::string& key) {
  const Presence* found = lineage.find(key);
  if (!found) return "unknown";
  std::string all;
  for (std::size_t v = 0; v < lineage.versions.size(); ++v) {
    all += found->is_optional(v) ? 'o' : found->has(v) ? '1' : '0';
  }
  return all;
}

TEST(Lineage, FollowsHeadingsThroughTheVersions) {
  const auto lineage = parse(R"yaml(
schema: 1
versions:
  - id: "1"
    date: 2018-12-01
    added: ["# Title", "## Summary", "## Drawbacks [optional]", "### Caveats", "## Gone"]
  - id: "2"
    date: 2019-02-08
    removed: ["## Gone"]
    moved: ["### Summary"]
    renamed:
      - {from: "### Caveats", to: "### Notes"}
      - {from: "## Drawbacks [optional]", to: "## Drawbacks"}
  - id: three
    date: 2019-02-08
    added: ["## Late (Optional)", "## Gone"]
    renamed: [{from: "### Notes", to: "### Notes and Constraints (Optional)"}]
lines: >-
  a1 b2
  ffffffffffff
)yaml");
  ASSERT_TRUE(lineage) << lineage.error().message;
  ASSERT_EQ(lineage->versions.size(), 3U);
  EXPECT_EQ(lineage->versions[0].headings, 5U);
  EXPECT_EQ(lineage->versions[1].headings, 4U);
  EXPECT_EQ(lineage->versions[2].headings, 6U);
  EXPECT_EQ(lineage->versions[2].id, "three");
  EXPECT_EQ(to_string(lineage->versions[2].date), "2019-02-08");

  const struct {
    std::string_view name;
    std::string key;
    std::string_view want;
  } cases[] = {
      {"always there", "summary", "111"},
      {"no longer optional", "drawbacks", "o11"},
      {"came late, as optional", "late", "00o"},
      {"went and came back", "gone", "101"},
      {"renamed twice, known by its last name", "notes and constraints", "11o"},
      {"its first name", "caveats", "unknown"},
      {"its second name", "notes", "unknown"},
      {"never there", "elsewhere", "unknown"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(presence(*lineage, c.key), c.want);
  }
  const struct {
    std::string_view name;
    std::string key;
    std::size_t version;
    std::string_view want;
  } spellings[] = {
      {"as it came", "summary", 0, "## Summary"},
      {"at another level", "summary", 2, "### Summary"},
      {"under its first name", "notes and constraints", 0, "### Caveats"},
      {"under its second", "notes and constraints", 1, "### Notes"},
      {"while it was gone", "gone", 1, ""},
      {"come back", "gone", 2, "## Gone"},
      {"before it came", "late", 1, ""},
      {"never there", "elsewhere", 2, ""},
  };
  for (const auto& c : spellings) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(lineage->spelling(c.key, c.version), c.want);
  }
  EXPECT_EQ(lineage->renames.at("caveats"), "notes and constraints");
  EXPECT_EQ(lineage->renames.at("notes"), "notes and constraints");
  EXPECT_EQ(lineage->renames.count("drawbacks"), 0U);
  EXPECT_TRUE(lineage->titles.contains("Drawbacks"));
  EXPECT_TRUE(lineage->titles.contains("Notes"));
  EXPECT_TRUE(lineage->marked_titles.contains("### Summary"));
  EXPECT_TRUE(lineage->marked_titles.contains("## Summary"));
  EXPECT_FALSE(lineage->marked_titles.contains("# Summary"));
  EXPECT_EQ(lineage->lines, (std::unordered_set<std::uint64_t>{0xa1, 0xb2, 0xffffffffffff}));
  EXPECT_TRUE(lineage->line_versions.empty()) << "the file does not say which";
}

TEST(Lineage, KnowsWhichVersionsHadALine) {
  const auto lineage = parse(R"yaml(
versions:
  - {id: a, date: 2018-12-01}
  - {id: b, date: 2019-12-01}
  - {id: c, date: 2020-12-01}
lines:
  1-3: a1
  1-1: b1 b2
  2-3: >-
    c1
    c2
)yaml");
  ASSERT_TRUE(lineage) << lineage.error().message;
  EXPECT_EQ(lineage->lines, (std::unordered_set<std::uint64_t>{0xa1, 0xb1, 0xb2, 0xc1, 0xc2}));
  const std::unordered_map<std::uint64_t, VersionRange> want{
      {0xb1, {0, 0}}, {0xb2, {0, 0}}, {0xc1, {1, 2}}, {0xc2, {1, 2}}};
  EXPECT_EQ(lineage->line_versions, want) << "a line of all versions tells nothing";
}

TEST(Lineage, SurvivesACircleOfRenames) {
  const auto lineage = parse(R"yaml(
versions:
  - {id: "1", date: 2018-12-01, added: ["## A"]}
  - {id: "2", date: 2018-12-02, renamed: [{from: "## A", to: "## B"}]}
  - {id: "3", date: 2018-12-03, renamed: [{from: "## B", to: "## A"}]}
)yaml");
  ASSERT_TRUE(lineage) << lineage.error().message;
  EXPECT_EQ(lineage->versions.size(), 3U);
}

TEST(Lineage, RefusesWhatIsNone) {
  std::string many = "versions:\n";
  for (int i = 0; i < 65; ++i) many += fmt::format("  - {{id: \"{}\", date: 2018-12-01}}\n", i);
  const struct {
    std::string_view name;
    std::string text;
    std::string_view want;
  } cases[] = {
      {"empty", "", "lineage.yaml:1:1: a lineage needs a list of `versions`"},
      {"no versions", "schema: 1\n", "lineage.yaml:1:1: a lineage needs a list of `versions`"},
      {"an empty list", "versions: []\n", "lineage.yaml:1:1: a lineage needs a list of `versions`"},
      {"a single value", "versions: 3\n", "lineage.yaml:1:1: a lineage needs a list of `versions`"},
      {"no id", "versions:\n  - date: 2018-12-01\n",
       "lineage.yaml:2:5: a version needs an id and a date (yyyy-mm-dd)"},
      {"no date", "versions:\n  - id: a\n",
       "lineage.yaml:2:5: a version needs an id and a date (yyyy-mm-dd)"},
      {"an impossible date", "versions:\n  - {id: a, date: 2018-02-30}\n",
       "lineage.yaml:2:5: a version needs an id and a date (yyyy-mm-dd)"},
      {"not in order", "versions:\n  - {id: a, date: 2018-12-02}\n  - {id: b, date: 2018-12-01}\n",
       "lineage.yaml:3:5: versions must stand in the order of their dates"},
      {"renamed to nothing",
       "versions:\n  - id: a\n    date: 2018-12-01\n    renamed:\n      - from: \"## A\"\n",
       "lineage.yaml:5:9: a renamed heading needs `from` and `to`"},
      {"lines of no version", "versions:\n  - {id: a, date: 2018-12-01}\nlines:\n  0-1: a1\n",
       "lineage.yaml:4:3: lines stand under the first and the last version that had them, such as "
       "1-1"},
      {"lines of a version to come",
       "versions:\n  - {id: a, date: 2018-12-01}\nlines:\n  1-2: a1\n",
       "lineage.yaml:4:3: lines stand under the first and the last version that had them, such as "
       "1-1"},
      {"lines of no range", "versions:\n  - {id: a, date: 2018-12-01}\nlines:\n  a: a1\n",
       "lineage.yaml:4:3: lines stand under the first and the last version that had them, such as "
       "1-1"},
      {"too many", many, "lineage.yaml:2:3: a lineage has at most 64 versions"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto lineage = parse(c.text);
    ASSERT_FALSE(lineage);
    EXPECT_EQ(lineage.error().message, c.want);
  }
  const auto broken = parse("versions: [\n");
  ASSERT_FALSE(broken);
  EXPECT_TRUE(broken.error().message.starts_with("lineage.yaml:")) << broken.error().message;
  const auto twice = parse("schema: 1\nschema: 1\n");
  ASSERT_FALSE(twice);
  EXPECT_TRUE(twice.error().message.starts_with("lineage.yaml:2:1: ")) << twice.error().message;
}

TEST(Lineage, ShipsThirteenVersions) {
  const auto bytes = find_embedded("processes/kep/lineage.yaml");
  ASSERT_TRUE(bytes);
  const auto lineage = parse(*bytes);
  ASSERT_TRUE(lineage) << lineage.error().message;
  ASSERT_EQ(lineage->versions.size(), 13U);
  EXPECT_EQ(to_string(lineage->versions.front().date), "2018-12-01");
  EXPECT_EQ(to_string(lineage->versions.back().date), "2025-12-08");
  EXPECT_TRUE(std::ranges::is_sorted(lineage->versions, {}, &TemplateVersion::date));
  for (std::size_t v = 0; v < 13; ++v) EXPECT_EQ(lineage->versions[v].id, std::to_string(v + 1));
  EXPECT_EQ(presence(*lineage, "summary"), "1111111111111");
  EXPECT_EQ(presence(*lineage, "table of contents"), "1100000000000");
  EXPECT_GT(lineage->lines.size(), 1000U);
  EXPECT_GT(lineage->line_versions.size(), 1000U);
}

}  // namespace
}  // namespace milepost
