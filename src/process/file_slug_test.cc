#include "process/file_slug.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(FileSlug, IsMadeOfTheTitlesWords) {
  const struct {
    std::string_view title, want;
  } cases[] = {
      {"Faster probes", "faster-probes"},
      {"  --Upgrade / Downgrade (beta)! ", "upgrade-downgrade-beta"},
      {"Don't wait", "dont-wait"},
      {"A & B", "a-and-b"},
      {"../../etc/passwd", "etc-passwd"},
      {"Größe der Übersicht", "größe-der-übersicht"},
      {"Кэш для томов", "кэш-для-томов"},
      {"缓存", "缓存"},
      {"rocket 🚀 start", "rocket-start"},
      {"🚀", ""},
      {"!?", ""},
      {"", ""},
  };
  for (const auto& c : cases) EXPECT_EQ(file_slug(c.title, 60), c.want);
}

TEST(FileSlug, IsCutBetweenWordsOrCharacters) {
  EXPECT_EQ(file_slug("one two three", 7), "one-two");
  EXPECT_EQ(file_slug("one two three", 9), "one-two");
  EXPECT_EQ(file_slug("extraordinary", 5), "extra");
  EXPECT_EQ(file_slug("ööö", 5), "öö");
}

TEST(PathName, IsOnePlainName) {
  for (const auto* good : {"sig-node", "a_b", "v1.2", "größe", "A"}) {
    EXPECT_TRUE(is_path_name(good)) << good;
  }
  for (const auto* bad : {"", ".", "..", ".git", "-a", "a/b", "a b", "a\nb", "$x", "a\xff",
                          "a\u202eb", "a\u00a0b", "a\\b"}) {
    EXPECT_FALSE(is_path_name(bad)) << bad;
  }
}

}  // namespace
}  // namespace milepost
