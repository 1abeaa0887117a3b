#include "text/slug.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Slug, IsWhatGithubMakesOfAHeading) {
  const struct {
    const char* text;
    const char* want;
  } cases[] = {
      {"", ""},
      {"Risks and Mitigations", "risks-and-mitigations"},
      {"Upgrade / Downgrade Strategy", "upgrade--downgrade-strategy"},
      {"Why? Because: (it's) 1.2!", "why-because-its-12"},
      {"snake_case and kebab-case", "snake_case-and-kebab-case"},
      {" two  spaces ", "-two--spaces-"},
      {"a\tb\nc", "abc"},
      {"🚀 Launch ✅", "-launch-"},
      {"a — b → c", "a--b--c"},
      {"Über ÉTÉ Ÿ", "über-été-ÿ"},
      {"Профили ЁЖ", "профили-ёж"},
      {"Άλφα ΩΣ", "άλφα-ωσ"},
      {"Žluťoučký KŮŇ Ł", "žluťoučký-kůň-ł"},
      {"日本語、テスト。", "日本語テスト"},
      {"½ of ×²", "-of-"},
      {"bad \xFF byte", "bad--byte"},
      {"a\u00A0b", "ab"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(github_slug(c.text), c.want);
  }
}

TEST(Slug, KeysLeaveOutWhatIsDoubtful) {
  EXPECT_EQ(slug_key("Foo-Bar"), "foo-bar");
  EXPECT_EQ(slug_key("a(b)"), "a(b)") << "punctuation in a link is the author's slip";
  EXPECT_EQ(slug_key("\uFE0F-websites"), "-websites") << "a selector stays when its emoji goes";
  EXPECT_EQ(slug_key("🚀-launch"), "-launch");
  EXPECT_EQ(slug_key("日本"), "日本");
  EXPECT_EQ(slug_key("ПРИВЕТ"), slug_key("привет"));
  EXPECT_NE(slug_key("日本"), slug_key("日"));
}

TEST(Slug, KeyOfASlugIsTheKeyOfWhatIsWritten) {
  for (const char* text : {"A ☃ b", "1️⃣ One", "é", "e\u0301", "x‿y", "ℝ", "①", "Ⅳ", "ﬁ"}) {
    SCOPED_TRACE(text);
    std::string hyphens(text);
    for (char& c : hyphens) {
      if (c == ' ') c = '-';
    }
    EXPECT_EQ(slug_key(github_slug(text)), slug_key(hyphens));
  }
}

TEST(Slug, NumbersRepeats) {
  const struct {
    const char* name;
    std::vector<std::string> slugs;
    std::vector<std::string> want;
  } cases[] = {
      {"all the same", {"a", "a", "a"}, {"a", "a-1", "a-2"}},
      {"a number of its own comes first", {"a-1", "a", "a"}, {"a-1", "a", "a-2"}},
      {"a number of its own comes last", {"a", "a", "a-1"}, {"a", "a-1", "a-1-1"}},
      {"no text", {"", ""}, {"", "-1"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    SlugCounter counter;
    std::vector<std::string> got;
    for (const std::string& slug : c.slugs) got.push_back(counter.unique(slug));
    EXPECT_EQ(got, c.want);
  }
}

}  // namespace
}  // namespace milepost
