#include "features/inbox/read.h"

#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::inbox {
namespace {

class OpenItemsTest : public RepositoryFixture {
 protected:
  void debate(std::string_view name, std::string_view number, std::string_view whom) const {
    propose(
        name,
        "title: Faster\nnumber: " + std::string(number) + "\nstatus: draft\nauthors: [\"@jane\"]\n",
        std::string(kWritten) + "\n<<[UNRESOLVED " + std::string(whom) +
            "]>>\nHow fast?\n<<[/UNRESOLVED]>>\n");
  }

  static std::string numbers(const Inbox& inbox) {
    std::string all;
    for (const ProposalItem& one : inbox.items) {
      if (one.item.kind == ItemKind::kUnresolved) all += one.proposal.number + " ";
    }
    return all;
  }
};

TEST_F(OpenItemsTest, TakeTheirItemsFromOneReading) {
  debate("12-faster", "12", "@ann");
  debate("13-slower", "13", "@bob");
  debate("14-steady", "14", "@ann @bob");
  const auto workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
  const auto open = read_open_items(*workspace);
  ASSERT_TRUE(open);
  const struct {
    std::string person;
    std::string_view want;
  } cases[] = {{"ann", "12 14 "}, {"@bob", "13 14 "}, {"cleo", ""}, {"ann", "12 14 "}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.person);
    const auto taken = inbox_of(*workspace, *open, c.person);
    ASSERT_TRUE(taken);
    EXPECT_EQ(numbers(*taken), c.want);
    const auto alone = read_inbox(*workspace, {.person = c.person});
    ASSERT_TRUE(alone);
    EXPECT_EQ(numbers(*alone), c.want);
    EXPECT_EQ(taken->items.size(), alone->items.size());
  }
}

TEST_F(OpenItemsTest, FailForAReleaseThatIsNone) {
  const auto workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
  EXPECT_FALSE(read_open_items(*workspace, "v1.99"));
}

}  // namespace
}  // namespace milepost::inbox
