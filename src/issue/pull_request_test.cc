#include "issue/pull_request.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(PullRequest, IsReadHoweverItIsWritten) {
  const struct {
    std::string_view text;
    std::optional<std::string> want;
  } cases[] = {
      {"lane/lane#58", "lane/lane#58"},
      {" lane/la.ne-2_x#1 ", "lane/la.ne-2_x#1"},
      {"https://git.example/lane/lane/pull/58", "lane/lane#58"},
      {"https://git.example/lane/lane/pull/58/files#diff-1", "lane/lane#58"},
      {"https://git.example/lane/lane/pull/58#issuecomment-7", "lane/lane#58"},
      {"#58", std::nullopt},
      {"lane#58", std::nullopt},
      {"a/b/c#58", std::nullopt},
      {"a/b#0", std::nullopt},
      {"a/b#", std::nullopt},
      {"a/b#12345678901", std::nullopt},
      {"https://git.example/lane/lane/issues/58", std::nullopt},
      {"https://git.example", std::nullopt},
      {"://", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& c : cases) EXPECT_EQ(read_pull_request(c.text), c.want) << c.text;
}

TEST(PullRequest, AreFoundInProse) {
  const auto shown = [](std::string_view text) {
    std::string out;
    for (const PullMention& one :
         find_pull_requests(text, {0, static_cast<std::uint32_t>(text.size())})) {
      out += one.reference + "<" + std::string(one.span.of(text)) + ">";
    }
    return out;
  };
  EXPECT_EQ(shown("See **a/b#1**, (a/b#2) and c/d#3."), "a/b#1<a/b#1>a/b#2<a/b#2>c/d#3<c/d#3>");
  EXPECT_EQ(shown("[a/b#1](https://x.y/a/b/pull/1), #2"), "a/b#1<[a/b#1](https://x.y/a/b/pull/1)>");
  EXPECT_EQ(shown("<https://x.y/a/b/pull/1>"), "a/b#1<https://x.y/a/b/pull/1>");
  EXPECT_EQ(shown("nothing, either/or #"), "");
  EXPECT_EQ(shown("](https://x.y/a/b/pull/1)"), "a/b#1<https://x.y/a/b/pull/1>");
  // Only what stands in the part.
  EXPECT_TRUE(find_pull_requests("a/b#1 c", {6, 7}).empty());
}

}  // namespace
}  // namespace milepost
