#include "features/common/card_of_key.h"

#include <set>

#include <gtest/gtest.h>

#include "features/common/route.h"
#include "workspace/repository_fixture.h"

namespace milepost {
namespace {

class CardsOfKeys : public RepositoryFixture {};

TEST_F(CardsOfKeys, AreThoseOfTheRepositoryAlone) {
  propose("12-faster", "title: Faster\nnumber: 12\nstatus: draft\n");
  write("elsewhere/README.md", "# Else\n");
  const auto workspace =
      Workspace::open({.directory = at("")}, *parse_instant("2027-01-20T00:00:00Z"));
  ASSERT_TRUE(workspace) << workspace.error().message;
  const Card* const card = card_of_key(**workspace, "12");
  ASSERT_NE(card, nullptr);
  EXPECT_EQ(card_of_key(**workspace, "012"), card);
  std::string key = card->path;
  std::ranges::replace(key, '/', '~');
  EXPECT_EQ(card_of_key(**workspace, key), card);
  for (const std::string_view other :
       {"", "-", "13", "status:draft", "..", "~etc~passwd", "elsewhere~README.md", "..~x", "."}) {
    EXPECT_EQ(card_of_key(**workspace, other), nullptr) << other;
  }
}

TEST_F(CardsOfKeys, AreThoseOfOnePathEach) {
  std::set<std::string> keys;
  for (const std::string path :
       {"a/b.md", "a~b.md", "a!b.md", "a!~b.md", "a!/b.md", "a/~b.md", "a~/b.md", "a!!b.md",
        "a!!/b.md", "!", "~", "!~", "docs/12-x.md", "4211"}) {
    const std::string key = key_of_called(path);
    EXPECT_TRUE(keys.insert(key).second) << path;
    EXPECT_EQ(key.find('/'), std::string::npos) << path;
    EXPECT_EQ(subject_of_key(key), path);
  }
  EXPECT_EQ(key_of_called("docs/12-x.md"), "docs~12-x.md");
  EXPECT_EQ(subject_of_key("a!b"), "a!b") << "as somebody may write it";
}

}  // namespace
}  // namespace milepost
