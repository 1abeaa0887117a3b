#include "workspace/numbers.h"

#include "git/git_fixture.h"

namespace milepost {
namespace {

class NumbersOf : public GitFixture {
 protected:
  Repository repository(const std::string& folder = "repo") const {
    auto process = std::make_shared<Process>();
    process->layout.path = PathPattern("notes/{number}-{slug}.md");
    return {at(folder), std::move(process), {}};
  }

  static Index index_of(const std::vector<std::pair<std::string, std::string>>& cards) {
    Index index;
    for (const auto& [number, path] : cards) {
      Card& card = index.cards.emplace_back();
      card.number = number;
      card.path = path;
    }
    return index;
  }

  static Numbers read(const Repository& repository, const Index& index = {}) {
    auto numbers = Numbers::read(repository, index);
    EXPECT_TRUE(numbers) << numbers.error().message;
    return std::move(*numbers);
  }
};

TEST_F(NumbersOf, TheGreatestOfAllCounts) {
  make_repository();
  write("repo/notes/0030-a.md", "a");
  write("repo/notes/x-40.md", "not by the pattern");
  write("repo/elsewhere/50-a.md", "elsewhere");
  commit_all();
  git("update-ref refs/remotes/origin/feature/x HEAD && git rm -q -r . && git commit -q -m gone");
  const Repository here = repository();
  EXPECT_EQ(read(here).next(), 31U);
  EXPECT_EQ(read(here).user_of("30"), "notes/0030-a.md on origin/feature/x");
  EXPECT_EQ(read(here).user_of("31"), "");
  EXPECT_EQ(read(here, index_of({{"33", "notes/33-b.md"}})).next(), 34U);
  EXPECT_EQ(read(here, index_of({{"30", "notes/30-b.md"}})).user_of("0030"), "notes/30-b.md");
}

TEST_F(NumbersOf, BelowTheTopOfTheWorkTree) {
  make_repository();
  write("repo/sub/notes/5-a.md", "a");
  write("repo/notes/9-a.md", "not of this repository");
  commit_all();
  EXPECT_EQ(read(repository("repo/sub")).next(), 6U);
}

TEST_F(NumbersOf, AReservationIsForGood) {
  make_repository();
  make_folder("plain");
  for (const auto* folder : {"repo", "plain"}) {
    SCOPED_TRACE(folder);
    const Repository here = repository(folder);
    Numbers first = read(here);
    Numbers second = read(here);  // at the same time
    EXPECT_EQ(first.reserve_next().value_or(0), 1U);
    EXPECT_EQ(second.reserve_next().value_or(0), 2U);
    EXPECT_EQ(read(here).next(), 3U);
    EXPECT_EQ(read(here).user_of("2"), "a reservation");
  }
  EXPECT_EQ(git("for-each-ref --format='%(refname)' refs/milepost"),
            "refs/milepost/numbers/1\nrefs/milepost/numbers/2");
}

TEST_F(NumbersOf, WhatIsNoNumberIsNotCounted) {
  make_folder("plain");
  const Repository here = repository("plain");
  const Index index = index_of({{"", "a"}, {"99999999999999999999999", "b"}, {"007", "c"}});
  EXPECT_EQ(read(here, index).next(), 8U);
  EXPECT_EQ(read(here, index).user_of("x"), "");
}

}  // namespace
}  // namespace milepost
