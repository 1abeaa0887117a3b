#include "process/lineage_write.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/boilerplate.h"
#include "process/process_fixture.h"
#include "process/template.h"

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

class Versions {
 public:
  void add(std::string_view date, std::string_view text) {
    writer_.add(parse_date(date).value(), Template(make_source(text)));
  }
  std::string write() const { return writer_.text(); }

 private:
  LineageWriter writer_;
};

TEST(LineageWriting, WritesWhatItReads) {
  Versions versions;
  versions.add("2018-12-01",
               "# Title\n## Summary\n## Drawbacks [optional]\n### Say \"why\"\nOld line\n");
  versions.add("2019-01-01",
               "# Title\n## Summary\n## Drawbacks [optional]\n### Say \"why\"\nNew line\n");
  versions.add(
      "2019-02-01",
      "# Title\n### Summary\n## Drawbacks\n## Test Plan\n- **Can this feature be disabled?**\n");
  versions.add(
      "2020-03-01",
      "# Title\n### Summary\n## Drawbacks\n## Test Plans\n###### Can this feature be disabled?\n");
  const std::string text = versions.write();
  const auto lineage = parse(text);
  ASSERT_TRUE(lineage) << lineage.error().message << "\n" << text;
  ASSERT_EQ(lineage->versions.size(), 3U) << "a version with the same headings is none:\n" << text;
  EXPECT_EQ(to_string(lineage->versions[0].date), "2018-12-01");
  EXPECT_EQ(to_string(lineage->versions[1].date), "2019-02-01");
  EXPECT_EQ(to_string(lineage->versions[2].date), "2020-03-01");
  EXPECT_EQ(presence(*lineage, "summary"), "111");
  EXPECT_EQ(presence(*lineage, "drawbacks"), "o11");
  EXPECT_EQ(presence(*lineage, "say why"), "100");
  EXPECT_EQ(presence(*lineage, "test plans"), "011");
  EXPECT_EQ(presence(*lineage, "can this feature be disabled"), "011");
  EXPECT_EQ(lineage->renames.at("test plan"), "test plans");
  EXPECT_TRUE(lineage->marked_titles.contains("* Can this feature be disabled?"));
  EXPECT_TRUE(lineage->marked_titles.contains("###### Can this feature be disabled?"));
  for (const std::string_view line : {"Old line", "New line"}) {
    ASSERT_TRUE(lineage->line_versions.contains(line_hash(line))) << line;
    EXPECT_EQ(lineage->line_versions.at(line_hash(line)), (VersionRange{0, 0})) << line;
  }
  EXPECT_EQ(versions.write(), text) << "the same twice";
}

TEST(LineageWriting, KnowsARenameByItsNeighbours) {
  Versions versions;
  versions.add("2018-12-01", "# T\n## Before\n## Completely different\n## Removed\n## After\n");
  versions.add("2019-12-01", "# T\n## Before\n## Other words\n## After\n");
  const auto lineage = parse(versions.write());
  ASSERT_TRUE(lineage) << lineage.error().message;
  EXPECT_EQ(presence(*lineage, "removed"), "10");
  EXPECT_EQ(presence(*lineage, "other words"), "01");
  EXPECT_EQ(lineage->renames.size(), 0U) << "its neighbour below changed too";

  versions = {};
  versions.add("2018-12-01", "# T\n## Before\n## Completely different\n## After\n");
  versions.add("2019-12-01", "# T\n## Before\n## Other words\n## After\n");
  const auto renamed = parse(versions.write());
  ASSERT_TRUE(renamed) << renamed.error().message;
  EXPECT_EQ(presence(*renamed, "other words"), "11");
  EXPECT_EQ(renamed->renames.at("completely different"), "other words");
}

// What the second of two versions says, without its id and date.
std::string change(std::string_view before, std::string_view after) {
  Versions versions;
  versions.add("2018-12-01", before);
  versions.add("2019-12-01", after);
  const std::string text = versions.write();
  constexpr std::string_view kDate = "    date: 2019-12-01\n";
  const std::size_t at = text.find(kDate);
  if (at == text.npos) return "no version";
  return text.substr(at + kDate.size(), text.find("# Hashes") - at - kDate.size());
}

TEST(LineageWriting, TellsEachKindOfChange) {
  const struct {
    std::string_view name;
    std::string_view before;
    std::string_view after;
    std::string_view want;
  } cases[] = {
      {"only other text", "# T\n## A\none\n", "# T\n## A\ntwo\n", "no version"},
      {"added", "# T\n## A\n## C\n", "# T\n## A\n## B\n## C\n", "    added:\n      - \"## B\"\n"},
      {"removed", "# T\n## A\n## B\n## C\n", "# T\n## A\n## C\n",
       "    removed:\n      - \"## B\"\n"},
      {"another level", "# T\n## A\n## B\n", "# T\n## A\n### B\n",
       "    moved:\n      - \"### B\"\n"},
      {"a question becomes a heading", "# T\n## A\n- **Is it so?**\n", "# T\n## A\n### Is it so?\n",
       "    moved:\n      - \"### Is it so?\"\n"},
      {"another parent", "# T\n## A\n### X\n## B\n### Y\n", "# T\n## A\n## B\n### X\n### Y\n",
       "    moved:\n      - \"### X\"\n"},
      {"another order", "# T\n## A\n## B\n## C\n## D\n", "# T\n## B\n## C\n## D\n## A\n",
       "    moved:\n      - \"## A\"\n"},
      {"moved with all below it", "# T\n## A\n### X\n### Y\n## B\n## C\n### P\n### Q\n### R\n",
       "# T\n## B\n## C\n### P\n### Q\n### R\n## A\n### X\n### Y\n",
       "    moved:\n      - \"## A\"\n"},
      {"under a new parent, where it was", "# T\n### X\n### Y\n", "# T\n## A\n### X\n### Y\n",
       "    added:\n      - \"## A\"\n"},
      {"its parent is gone", "# T\n## A\n### X\n", "# T\n### X\n",
       "    removed:\n      - \"## A\"\n"},
      {"renamed by similarity", "# T\n## Monitoring requirements\n## Z\n## B\n",
       "# T\n## B\n## Monitoring requirement\n## Z\n",
       "    moved:\n      - \"## B\"\n    renamed:\n      - from: \"## Monitoring requirements\"\n"
       "        to: \"## Monitoring requirement\"\n"},
      {"the most alike, not the first alike", "# T\n## Monitoring Requirements\n",
       "# T\n## Monitoring Requirement Lists\n## Monitoring Requirement\n",
       "    added:\n      - \"## Monitoring Requirement Lists\"\n"
       "    renamed:\n      - from: \"## Monitoring Requirements\"\n"
       "        to: \"## Monitoring Requirement\"\n"},
      {"renamed by its place", "# T\n## A\n## Old words\n## B\n",
       "# T\n## A\n## Something else\n## B\n",
       "    renamed:\n      - from: \"## Old words\"\n        to: \"## Something else\"\n"},
      {"renamed by its place at the end", "# T\n## A\n## Old words\n",
       "# T\n## A\n## Something else\n",
       "    renamed:\n      - from: \"## Old words\"\n        to: \"## Something else\"\n"},
      {"a question is no other heading's new name", "# T\n## A\n## Old words\n## B\n",
       "# T\n## A\n## Something else?\n## B\n",
       "    added:\n      - \"## Something else?\"\n    removed:\n      - \"## Old words\"\n"},
      {"no longer optional", "# T\n## A (Optional)\n", "# T\n## A\n",
       "    renamed:\n      - from: \"## A (Optional)\"\n        to: \"## A\"\n"},
      {"two of one name, and one of them goes", "# T\n## A\n## A\n", "# T\n## A\n",
       "    removed:\n      - \"## A\"\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(change(c.before, c.after), c.want);
  }
}

TEST(LineageWriting, TakesAnyHeading) {
  Versions versions;
  versions.add("2018-12-01", "# T\n## a \x01 b \xff c\n## \"q\" \\ \xE2\x80\xA8\n");
  const auto lineage = parse(versions.write());
  ASSERT_TRUE(lineage) << lineage.error().message << versions.write();
  EXPECT_EQ(lineage->versions[0].headings, 3U);
}

TEST(LineageWriting, KeepsDatesInOrder) {
  Versions versions;
  versions.add("2019-12-01", "# T\n");
  versions.add("2018-12-01", "# T\n## A\n");
  const auto lineage = parse(versions.write());
  ASSERT_TRUE(lineage) << lineage.error().message;
  EXPECT_EQ(to_string(lineage->versions[1].date), "2019-12-01");
}

TEST(LineageWriting, GivesUpOnRenamesWhereAllIsNew) {
  std::string before = "# T\n";
  std::string after = "# T\n";
  for (int i = 0; i < 300; ++i) {
    before += fmt::format("## the heading that has number {}\n", i);
    after += fmt::format("## the heading that has numeral {}\n", i);
  }
  const std::string text = change(before, after);
  EXPECT_EQ(text.find("renamed:"), text.npos);
  EXPECT_NE(text.find("added:"), text.npos);
}

}  // namespace
}  // namespace milepost
