#include "features/common/card_of_key.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace milepost
