#include "features/diff/diff_html.h"

#include <gtest/gtest.h>

namespace milepost::diff {
namespace {

ProposalDiff one_section(SectionHunk hunk) {
  SectionChange change;
  change.path = {"Design", "Test Plan"};
  change.old_path = change.path;
  change.hunks = {std::move(hunk)};
  ProposalDiff diff;
  diff.sections = {std::move(change)};
  return diff;
}

TEST(DiffPage, WordsAreKeptAddedOrRemoved) {
  SectionHunk hunk;
  hunk.pieces = {
      {PieceKind::kKept, "it is"}, {PieceKind::kRemoved, "slow"}, {PieceKind::kAdded, "fast"}};
  const Json html = diff_html(one_section(std::move(hunk)));
  const Json& section = html["sections"][0];
  EXPECT_EQ(section["path"], "Design › Test Plan");
  const Json& shown = section["hunks"][0];
  EXPECT_EQ(shown["moved"], "");
  EXPECT_EQ(shown["pieces"][1]["removed"], "slow");
  EXPECT_EQ(shown["pieces"][2]["added"], "fast");
}

TEST(DiffPage, WhatMovedIsNamedAndNotRepeated) {
  SectionHunk hunk;
  hunk.change = PartChange::kMovedHere;
  hunk.other = {"Risks"};
  hunk.pieces = {{PieceKind::kKept, "all of it"}};
  const Json html = diff_html(one_section(std::move(hunk)));
  const Json& shown = html["sections"][0]["hunks"][0];
  EXPECT_EQ(shown["moved"], "moved here from Risks");
  EXPECT_TRUE(shown["pieces"].empty());
}

TEST(DiffPage, LinesAreShownAsTheyAreWritten) {
  ProposalDiff diff = one_section({});
  std::vector<SectionHunk>& hunks = diff.sections[0].hunks;
  hunks[0].pieces = {{PieceKind::kKept, "prose"}};
  hunks.push_back({PartChange::kAdded, {{PieceKind::kAdded, "if x {"}}, {}, 2, "\t", "\tif  x {"});
  hunks.push_back({PartChange::kChanged,
                   {{PieceKind::kKept, "return"}, {PieceKind::kAdded, "1"}},
                   {},
                   3,
                   "\t\t",
                   "\t\treturn 1"});
  const Json html = diff_html(diff);
  const Json& shown = html["sections"][0]["hunks"];
  EXPECT_EQ(shown[0]["line"], false);
  EXPECT_EQ(shown[1]["pieces"][0]["added"], "\tif  x {");
  EXPECT_EQ(shown[1]["lead"], "");
  EXPECT_EQ(shown[2]["lead"], "\t\t");
  EXPECT_EQ(shown[2]["pieces"][0]["kept"], "return");
  EXPECT_EQ(shown[1]["begins"], true);
  EXPECT_EQ(shown[1]["ends"], false);
  EXPECT_EQ(shown[2]["begins"], false);
  EXPECT_EQ(shown[2]["ends"], true);
}

TEST(DiffPage, CountsWhatThereIs) {
  ProposalDiff diff;
  diff.fields.resize(1);
  diff.sections.resize(4);
  diff.sections[1].fate = SectionFate::kAdded;
  diff.sections[2].fate = SectionFate::kRemoved;
  diff.sections[3].fate = SectionFate::kRemoved;
  EXPECT_EQ(diff_html(diff)["summary"],
            "1 field and 1 section changed, 1 section added, 2 sections removed");
  diff.fields.clear();
  diff.sections.resize(1);
  EXPECT_EQ(diff_html(diff)["summary"], "1 section changed");
}

TEST(DiffPage, NothingIsSaidToHaveChangedWhereNothingHas) {
  const Json html = diff_html({});
  EXPECT_EQ(html["any"], false);
  EXPECT_EQ(html["summary"], "Nothing changed.");
}

}  // namespace
}  // namespace milepost::diff
