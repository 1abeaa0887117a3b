#include "git/commit_subject.h"

#include <gtest/gtest.h>

#include "git/git_fixture.h"

namespace milepost {
namespace {

TEST(CommitSubject, IsTheFirstLineOrTheTitleOfWhatWasMerged) {
  const struct {
    std::string_view name, message, want;
  } cases[] = {
      {"one line", "Say it", "Say it"},
      {"a body", "Say it\n\nand why\n", "Say it"},
      {"blank lines first", "\n\n  Say it \n", "Say it"},
      {"a merge with a title", "Merge pull request #12 from jo/branch\n\nPromote it\n",
       "Promote it (#12)"},
      {"a merge without", "Merge pull request #12 from jo/branch\n",
       "Merge pull request #12 from jo/branch"},
      {"another merge", "Merge branch 'main'\n\nwith text", "Merge branch 'main'"},
      {"nothing", "", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(subject_line(c.message), c.want);
  }
}

class CommitSubjects : public GitFixture {};

TEST_F(CommitSubjects, AreReadAndMissingOnesAreNot) {
  make_repository();
  commit_all("one");
  commit_all("two");
  const Git git = open();
  const auto last = git.head();
  ASSERT_TRUE(last && *last);
  const auto subjects = commit_subjects(git, {**last, Oid{}});
  ASSERT_TRUE(subjects) << subjects.error().message;
  EXPECT_EQ(*subjects, (std::vector<std::string>{"two", ""}));
}

}  // namespace
}  // namespace milepost
