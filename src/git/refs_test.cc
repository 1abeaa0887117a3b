#include <set>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "git/git.h"
#include "git/git_fixture.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class RefsTest : public GitFixture {
 protected:
  RefsTest() {
    make_repository();
    write("repo/a.md", "a\n");
    commit_all();
  }
  static std::vector<std::string> names(const Git& git, const std::string& pattern) {
    const auto refs = git.refs(pattern);
    if (!refs) return {refs.error().message};
    std::vector<std::string> found;
    for (const GitRef& ref : *refs) found.push_back(ref.name);
    return found;
  }
};

TEST_F(RefsTest, ListsLooseAndPackedOnes) {
  git("branch one && git pack-refs --all && git branch two");
  git("symbolic-ref refs/heads/dangling refs/heads/nowhere");
  const Git git = open();
  EXPECT_THAT(names(git, "refs/heads/*"),
              ElementsAre("refs/heads/main", "refs/heads/one", "refs/heads/two"));
  EXPECT_THAT(names(git, "refs/milepost/*"), IsEmpty());
  EXPECT_EQ(git.refs("refs/heads/one")->front().target, **git.head());
}

TEST_F(RefsTest, MakesARefOnce) {
  const Git git = open();
  const auto blob = git.write_blob("reserved\n");
  ASSERT_TRUE(blob) << blob.error().message;
  const std::string name = "refs/milepost/numbers/17";
  const auto made = git.create_ref(name, *blob);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(*made);
  EXPECT_EQ(git.create_ref(name, **git.head()).value(), false);
  EXPECT_EQ(git.refs(name)->front().target, *blob) << "the first one stays";
  EXPECT_EQ(this->git("cat-file -p " + name), "reserved");
  this->git("pack-refs --all");
  EXPECT_EQ(open().create_ref(name, *blob).value(), false) << "packed, it is still there";
  EXPECT_EQ(git.create_ref(name, *blob).value(), false);
}

TEST_F(RefsTest, RefusesANameThatIsNone) {
  const Git git = open();
  for (const std::string name : {"refs/heads/a..b", "refs/a b", "", "../x", "refs/x.lock"}) {
    const auto made = git.create_ref(name, **git.head());
    ASSERT_FALSE(made) << name;
    EXPECT_THAT(made.error().message, HasSubstr("cannot be the name of a ref"));
  }
  ASSERT_TRUE(git.create_ref("refs/milepost/a", **git.head()).value());
  EXPECT_FALSE(git.create_ref("refs/milepost/a/b", **git.head())) << "a is no folder";
}

// Two hundred processes that all want the next free number: each gets one, and
// none gets the same.
TEST_F(RefsTest, GivesEachNumberToOneProcess) {
  constexpr int kProcesses = 200;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string folder = at("repo");
  const auto target = open().write_blob("");
  ASSERT_TRUE(target);
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child > 0) {
      children.push_back(child);
      continue;
    }
    const auto git = Git::find(folder);
    int got = -1;
    for (int number = 1; git && *git && number <= kProcesses; ++number) {
      const auto made =
          (*git)->create_ref("refs/milepost/numbers/" + std::to_string(number), *target);
      if (!made) break;
      if (*made) {
        got = number;
        break;
      }
    }
    const bool told = ::write(ends[1], &got, sizeof got) == sizeof got;
    ::_exit(told ? 0 : 1);
  }
  ::close(ends[1]);
  std::multiset<int> numbers;
  int number = 0;
  while (::read(ends[0], &number, sizeof number) == sizeof number) numbers.insert(number);
  ::close(ends[0]);
  for (const pid_t child : children) {
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  ASSERT_EQ(numbers.size(), static_cast<std::size_t>(kProcesses));
  for (int wanted = 1; wanted <= kProcesses; ++wanted) {
    EXPECT_EQ(numbers.count(wanted), 1U) << wanted;
  }
  EXPECT_EQ(open().refs("refs/milepost/numbers/*")->size(), static_cast<std::size_t>(kProcesses));
}

}  // namespace
}  // namespace milepost
