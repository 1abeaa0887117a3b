#include "process/path_pattern.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(PathPattern, ReadsThePartsOfAPath) {
  const PathPattern pattern("keps/{group}/{number}-{slug}/README.md");
  const auto parts = pattern.match("keps/sig-node/4211-faster-probes/README.md");
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->find("group"), "sig-node");
  EXPECT_EQ(parts->find("number"), "4211");
  EXPECT_EQ(parts->find("slug"), "faster-probes");
  EXPECT_EQ(parts->find("other"), "");
}

TEST(PathPattern, RefusesOtherPaths) {
  const PathPattern pattern("keps/{group}/{number}-{slug}/README.md");
  for (const char* path : {"", "keps/sig-node/README.md", "keps/sig-node/faster-probes/README.md",
                           "keps/sig-node/4211/README.md", "keps/sig-node/4211-/README.md",
                           "keps/sig-node/4211-x/y/README.md", "docs/sig-node/4211-x/README.md"}) {
    EXPECT_FALSE(pattern.match(path)) << path;
  }
  EXPECT_FALSE(PathPattern().match("a"));
}

TEST(PathPattern, AnyFoldersMayStandBetween) {
  const PathPattern pattern("**/{slug}.md");
  EXPECT_EQ(pattern.match("a.md")->find("slug"), "a");
  EXPECT_EQ(pattern.match("x/y/v1.2-notes.md")->find("slug"), "v1.2-notes");
  EXPECT_FALSE(pattern.match("x/y/a.txt"));
}

TEST(PathPattern, KeepsTheFoldersBetween) {
  const PathPattern pattern("keps/{group}/**/{number}-{slug}/README.md");
  const struct {
    const char* path;
    const char* folders;
  } cases[] = {{"keps/sig-a/7-x/README.md", ""},
               {"keps/sig-a/tools/7-x/README.md", "tools"},
               {"keps/sig-a/tools/old/7-x/README.md", "tools/old"},
               {"keps/sig-a/6-y/7-x/README.md", "6-y"}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.path);
    const auto parts = pattern.match(c.path);
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->find("group"), "sig-a");
    EXPECT_EQ(parts->find("number"), "7");
    EXPECT_EQ(parts->find(PathParts::kFolders), c.folders);
    EXPECT_EQ(pattern.fill(*parts), c.path);
  }
  EXPECT_TRUE(pattern.has_folders());
  EXPECT_FALSE(PathPattern("{slug}.md").has_folders());
  for (const char* path : {"keps/README.md", "keps/sig-a/README.md", "keps/7-x/README.md",
                           "keps/sig-a/tools/README.md"}) {
    EXPECT_FALSE(pattern.match(path)) << path;
  }
}

TEST(PathPattern, KnowsDays) {
  const PathPattern pattern("docs/{date}-{slug}.md");
  const struct {
    const char* path;
    const char* date;  // "": no match
  } cases[] = {{"docs/20190711-warm.md", "20190711"},
               {"docs/2019-07-11-warm-up.md", "2019-07-11"},
               {"docs/20231405-warm.md", "20231405"},  // whether there is such a day, others say
               {"docs/201907111-warm.md", ""},
               {"docs/2019-7-11-warm.md", ""},
               {"docs/warm.md", ""},
               {"docs/20190711.md", ""}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.path);
    const auto parts = pattern.match(c.path);
    ASSERT_EQ(parts.has_value(), *c.date != '\0');
    if (!parts) continue;
    EXPECT_EQ(parts->find("date"), c.date);
    EXPECT_EQ(pattern.fill(*parts), c.path);
  }
  EXPECT_TRUE(pattern.names("date"));
}

TEST(PathPattern, MakesAPathFromItsParts) {
  const PathPattern pattern("keps/prod-readiness/{group}/{number}.yaml");
  PathParts parts;
  parts.set("group", "sig-node");
  EXPECT_EQ(pattern.fill(parts), "") << "the number is missing";
  parts.set("number", "7");
  EXPECT_EQ(pattern.fill(parts), "keps/prod-readiness/sig-node/7.yaml");
  EXPECT_EQ(pattern.match(pattern.fill(parts))->find("number"), "7");
  EXPECT_TRUE(pattern.names("number"));
  EXPECT_FALSE(pattern.names("slug"));
}

}  // namespace
}  // namespace milepost
