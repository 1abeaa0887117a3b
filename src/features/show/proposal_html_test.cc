#include "features/show/proposal_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/common/host_links.h"

namespace milepost::show {
namespace {

ContentsLine heading_line(std::string title, int level, std::optional<Health> health,
                          std::size_t warnings = 0) {
  ContentsLine line;
  line.id = title;
  line.title = std::move(title);
  line.level = level;
  line.health = health;
  line.warnings = warnings;
  return line;
}

TEST(ProposalContents, EachSectionHasItsHealthAndDepth) {
  const Json lines = contents_html(
      {heading_line("title", 1, std::nullopt), heading_line("summary", 2, Health::kFilled),
       heading_line("goals", 3, Health::kNotFilled), heading_line("risks", 2, Health::kFilled, 1),
       heading_line("notes", 2, std::nullopt)});
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0]["href"], "#summary");
  EXPECT_EQ(lines[0]["tone"], "good");
  EXPECT_EQ(lines[0]["depth"], 0);
  EXPECT_EQ(lines[1]["tone"], "bad");
  EXPECT_EQ(lines[1]["depth"], 1);
  EXPECT_EQ(lines[2]["tone"], "warn");
  EXPECT_EQ(lines[3]["tone"], "unknown");
}

TEST(ProposalContents, DeepOnesAreCountedWhereTheyStandUnlessFilled) {
  const Json lines = contents_html(
      {heading_line("questions", 2, Health::kFilled), heading_line("one", 6, Health::kFilled),
       heading_line("two", 6, Health::kNotFilled), heading_line("three", 6, Health::kMissing)});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["note"], "2 to write");
  EXPECT_EQ(lines[0]["tone"], "bad");
}

TEST(EditLinks, FollowTheHost) {
  EXPECT_EQ(links_on("https://github.com/a/b", "HEAD", "x y/README.md").edit,
            "https://github.com/a/b/edit/HEAD/x%20y/README.md");
  EXPECT_EQ(links_on("https://gitlab.example/a/b", "main", "p.md").view,
            "https://gitlab.example/a/b/-/blob/main/p.md");
  EXPECT_EQ(links_on("", "HEAD", "p.md").edit, "");
}

}  // namespace
}  // namespace milepost::show
