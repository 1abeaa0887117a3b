#include "base/glob.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Glob, Matches) {
  struct Case {
    std::string_view pattern;
    std::string_view path;
    bool want;
  };
  const Case cases[] = {
      {"README.md", "README.md", true},
      {"README.md", "keps/README.md", false},
      {"./README.md", "README.md", true},
      {"README.md", "./README.md", true},
      {"*.md", "a.md", true},
      {"*.md", "keps/a.md", false},
      {"*.md", ".md", true},
      {"keps/*/README.md", "keps/1-x/README.md", true},
      {"keps/*/README.md", "keps/sig/1-x/README.md", false},
      {"keps/*/README.md", "keps/README.md", false},
      {"keps/**/README.md", "keps/README.md", true},
      {"keps/**/README.md", "keps/sig-a/1-x/README.md", true},
      {"keps/**/README.md", "keps/sig-a/1-x/kep.yaml", false},
      {"keps/**/README.md", "other/README.md", false},
      {"**/*.md", "a.md", true},
      {"**/*.md", "a/b/c.md", true},
      {"**", "a/b/c", true},
      {"docs/**", "docs/a/b", true},
      {"docs/**", "docs", false},
      {"docs/", "docs/a/b", true},
      {"docs/", "docsx/a", false},
      {"**/x/**/y", "a/x/b/x/y", true},
      {"**/x/**/y", "a/x/b/x/z", false},
      {"a/**/**/b", "a/b", true},
      {"**/a/b", "a/a/b", true},
      {"*-*-template.md", "2020-kep-template.md", true},
      {"??x", "12x", true},
      {"??x", "1x", false},
      {"?.md", "é.md", true},
      {"a?b", "a/b", false},
      {"a*b", "a/b", false},
      {"a**b", "axxb", true},
      {"a**b", "ax/xb", false},
      {"*ab", "aab", true},
      {"*ab", "aba", false},
      {"*a*b", "xaxxb", true},
      {"*é.md", "xéé.md", true},
      {"*?b", "aéb", true},
      {"[a].md", "[a].md", true},
      {"{a,b}.md", "a.md", false},
      {"{a,b}.md", "{a,b}.md", true},
      {"teps/{number}-*.md", "teps/12-x.md", true},
      {"teps/{number}-*.md", "teps/0012-x-y.md", true},
      {"teps/{number}-*.md", "teps/x-12.md", false},
      {"teps/{number}-*.md", "teps/-x.md", false},
      {"{number:4}-*.md", "0012-x.md", true},
      {"{number:4}-*.md", "12345-x.md", true},
      {"{number:4}-*.md", "012-x.md", false},
      {"gep-{number}/index.md", "gep-7/index.md", true},
      {"gep-{number}/index.md", "gep-7x/index.md", false},
      {"*-{number}", "a-b-7", true},
      {"*{number}", "a7b8", true},
      {"*{number}", "a7b", false},
      {"{date}-*.md", "20260131-x.md", true},
      {"{date}-*.md", "2026-01-31-x.md", true},
      {"{date}-*.md", "202601311-x.md", false},
      {"{date}-*.md", "2026-01-x.md", false},
      {"{date}-*.md", "YYYYMMDD-x.md", false},
      {"{date}", "2026-01-3", false},
      {"{number", "{number", true},
      {"{number:}", "{number:}", true},
      {"", "", true},
      {"", "a", false},
      {"a", "", false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(matches(c.pattern, c.path), c.want) << c.pattern << " on " << c.path;
  }
}

TEST(Glob, SaysWhereAWalkStartsAndWhatItNeedNotEnter) {
  struct Case {
    std::string_view pattern;
    std::string_view prefix;
    bool literal;
  };
  const Case cases[] = {
      {"keps/*/README.md", "keps", false}, {"keps/sig-?/x", "keps", false}, {"**/*.md", "", false},
      {"docs/a.md", "docs/a.md", true},    {"./docs/", "docs", false},      {"", "", true},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.pattern);
    EXPECT_EQ(Glob(c.pattern).literal_prefix(), c.prefix);
    EXPECT_EQ(Glob(c.pattern).is_literal(), c.literal);
  }

  const Glob glob("keps/*/v*/**/README.md");
  EXPECT_TRUE(glob.may_match_below(""));
  EXPECT_TRUE(glob.may_match_below("keps"));
  EXPECT_TRUE(glob.may_match_below("keps/a"));
  EXPECT_TRUE(glob.may_match_below("keps/a/v1"));
  EXPECT_TRUE(glob.may_match_below("keps/a/v1/deep/down"));
  EXPECT_FALSE(glob.may_match_below("docs"));
  EXPECT_FALSE(glob.may_match_below("keps/a/x"));
  EXPECT_FALSE(Glob("a/*.md").may_match_below("a/b"));
}

TEST(Glob, DoesNotExplode) {
  std::string stars;
  std::string deep;
  std::string path;
  for (int i = 0; i < 40; ++i) {
    stars += "a*";
    deep += "**/a/";
    path += "a/";
  }
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(matches(stars + "b", std::string(2000, 'a')));
  EXPECT_FALSE(matches(deep + "b", path + path + path + "c"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

}  // namespace
}  // namespace milepost
