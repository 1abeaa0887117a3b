#include "features/complete/complete.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::complete {
namespace {

using Texts = std::vector<std::string>;

class CompleteWords : public RepositoryFixture {
 protected:
  CompleteWords() {
    propose("3-late", "title: Late probes\nnumber: 3\nstatus: done\nlatest: v1.10\n");
    propose("31-early",
            "title: Faster Probes\nnumber: 31\nstatus: draft\ngroup: core\nauthors: [\"@jane\"]\n"
            "latest: v1.9\n");
    propose("20-odd", "title: Odd\nnumber: 20\nstatus: accepted\ngroup: two words\n");
  }

  Texts offered(WordKind kind, std::string_view typed) {
    const auto workspace = Workspace::open({.directory = at("")}, now_utc());
    EXPECT_TRUE(workspace);
    known_ = complete_word(**workspace, kind, typed);
    Texts words;
    for (const KnownWord& known : known_) words.push_back(known.word);
    return words;
  }

  std::vector<KnownWord> known_;
};

TEST_F(CompleteWords, ByWhatIsTyped) {
  const struct {
    WordKind kind;
    const char* typed;
    Texts want;
  } cases[] = {
      {WordKind::kProposals, "", {"3", "20", "31"}},
      {WordKind::kProposals, "3", {"3", "31"}},
      {WordKind::kProposals, "p", {"probes"}},
      {WordKind::kProposals, "FAS", {"FASter"}},
      {WordKind::kProposals, "x", {}},
      {WordKind::kProposals, "group:c", {"group:core"}},
      {WordKind::kQuery, "gro", {"group:"}},
      {WordKind::kQuery, "-gro", {"-group:"}},
      // A shell would break the other in two.
      {WordKind::kQuery, "group:", {"group:core", "group:none"}},
      {WordKind::kQuery, "group:core,n", {"group:core,none"}},
      {WordKind::kQuery, "author:@j", {"author:@jane"}},
      {WordKind::kQuery, "author:j", {"author:jane"}},
      {WordKind::kQuery, "opted-in:v1.1", {"opted-in:v1.10"}},
      {WordKind::kQuery, "nonsense:", {}},
      {WordKind::kQuery, "statu", {"status:"}},
      {WordKind::kFields, "number,-tit", {"-title"}},
      {WordKind::kPeople, "", {"jane"}},
      {WordKind::kPeople, "@", {"@jane"}},
      {WordKind::kPeople, "john,j", {"jane"}},
      {WordKind::kGroups, "", {"core"}},
      {WordKind::kReleases, "v1.", {"v1.10", "v1.9"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.typed);
    EXPECT_EQ(offered(c.kind, c.typed), c.want);
  }
}

TEST_F(CompleteWords, SaysWhatTheyAre) {
  offered(WordKind::kProposals, "31");
  EXPECT_EQ(known_, (std::vector<KnownWord>{{"31", "Faster Probes"}}));
  offered(WordKind::kProposals, "fas");
  EXPECT_EQ(known_, (std::vector<KnownWord>{{"faster", "31 Faster Probes"}}));
  offered(WordKind::kProposals, "prob");
  EXPECT_EQ(known_, (std::vector<KnownWord>{{"probes", "2 proposals"}}));
}

}  // namespace
}  // namespace milepost::complete
