#include "features/people/people.h"

#include <gtest/gtest.h>

#include "features/common/values_html.h"
#include "workspace/repository_fixture.h"

namespace milepost::people {
namespace {

class People : public RepositoryFixture {
 protected:
  void propose_of(std::string_view name, std::string_view number, std::string_view status) const {
    propose(name, "title: Faster\nnumber: " + std::string(number) + "\ngroup: sig-a\nstatus: " +
                      std::string(status) + "\nauthors: [\"@jane\"]\n");
  }

  static std::string numbers(const std::vector<const Card*>& cards) {
    std::string all;
    for (const Card* const card : cards) all += card->number + " ";
    return all;
  }
};

TEST_F(People, ProposalsStandByNumberAndOpenOnesFirst) {
  propose_of("1258-spread", "1258", "draft");
  propose_of("268-priority", "268", "accepted");
  propose_of("97-queues", "97", "done");
  propose_of("31-lanes", "31", "draft");
  const auto workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
  const auto group = find_group(*workspace, "sig-a");
  ASSERT_TRUE(group);
  EXPECT_EQ(numbers(group->owned), "31 268 1258 97 ");
  const auto jane = find_person(*workspace, "jane");
  ASSERT_TRUE(jane && *jane);
  EXPECT_EQ(numbers((*jane)->authored), "31 268 1258 97 ");
}

TEST_F(People, AreThoseWhoHaveAHandle) {
  propose("1-a", "title: A\nnumber: 1\nstatus: draft\nauthors: ['@@jane', '@ünal', Joe Doe]\n");
  propose("2-b", "title: B\nnumber: 2\nstatus: draft\nauthors: ['@jane']\n");
  const auto workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
  const auto listed = list_people(*workspace);
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0].handle, "jane");
  EXPECT_EQ(listed[0].authored, 2U);
  Visit visit;
  visit.workspace = workspace;
  const Json authors = milepost::people_json(visit, workspace->index().cards[0].authors);
  EXPECT_EQ(authors[0]["text"], "@jane");
  EXPECT_EQ(authors[0]["href"], "/people/jane");
  EXPECT_EQ(authors[1]["text"], "@ünal");
  EXPECT_EQ(authors[1]["href"], "") << "nobody could be looked up by it";
}

}  // namespace
}  // namespace milepost::people
