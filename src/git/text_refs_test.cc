#include "git/text_refs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "git/git_fixture.h"

namespace milepost {
namespace {

Oid oid(char digit) {
  Oid made;
  made.bytes.fill(static_cast<std::uint8_t>(digit));
  return made;
}

std::string found_in(const Result<std::optional<GitRef>>& found) {
  if (!found) return "! " + found.error().message;
  return *found ? (*found)->name : "-";
}

TEST(TextRefs, PullRequests) {
  const struct {
    const char* name;
    std::vector<GitRef> refs;
    std::string want;
  } cases[] = {
      {"none", {{"refs/heads/12", oid('1')}, {"refs/pull/120/head", oid('1')}}, "-"},
      {"as hosts keep them", {{"refs/pull/12/head", oid('1')}}, "refs/pull/12/head"},
      {"merge requests",
       {{"refs/merge-requests/12/head", oid('1')}},
       "refs/merge-requests/12/head"},
      {"of a remote", {{"refs/remotes/up/pr/12", oid('1')}}, "refs/remotes/up/pr/12"},
      {"of a remote, in full",
       {{"refs/remotes/up/pull/12/head", oid('1')}},
       "refs/remotes/up/pull/12/head"},
      {"one's own before a remote's",
       {{"refs/pull/12/head", oid('1')}, {"refs/remotes/up/pr/12", oid('2')}},
       "refs/pull/12/head"},
      {"remotes that agree",
       {{"refs/remotes/a/pr/12", oid('1')}, {"refs/remotes/b/pr/12", oid('1')}},
       "refs/remotes/b/pr/12"},
      {"remotes that differ",
       {{"refs/remotes/a/pr/12", oid('1')}, {"refs/remotes/b/pr/12", oid('2')}},
       "! refs/remotes/a/pr/12 and refs/remotes/b/pr/12 differ; keep the one that is meant"},
      {"a merge commit is no head", {{"refs/pull/12/merge", oid('1')}}, "-"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(found_in(find_pull_ref(c.refs, "12")), c.want);
  }
}

TEST(TextRefs, Branches) {
  const std::vector<GitRef> refs = {{"refs/heads/faster", oid('1')},
                                    {"refs/remotes/origin/faster", oid('2')},
                                    {"refs/remotes/origin/fix/probes", oid('3')}};
  EXPECT_EQ(found_in(find_branch_ref(refs, "faster")), "refs/heads/faster");
  EXPECT_EQ(found_in(find_branch_ref(refs, "fix/probes")), "refs/remotes/origin/fix/probes");
  EXPECT_EQ(found_in(find_branch_ref(refs, "origin/faster")), "refs/remotes/origin/faster");
  EXPECT_EQ(found_in(find_branch_ref(refs, "probes")), "-");
}

TEST(TextRefs, HowToFetch) {
  EXPECT_EQ(fetch_command({}, "12"), "git fetch origin pull/12/head:refs/pull/12/head");
  EXPECT_EQ(fetch_command({{"refs/merge-requests/3/head", oid('1')}}, "12"),
            "git fetch origin merge-requests/12/head:refs/merge-requests/12/head");
}

class RefsOfAClone : public GitFixture {};

TEST_F(RefsOfAClone, TheLastCommitBeforeAnInstant) {
  make_repository();
  std::vector<std::string> commits;
  for (const int day : {1, 2, 3}) {
    const std::string date = "2026-01-0" + std::to_string(day) + "T00:00:00Z";
    ::setenv("GIT_COMMITTER_DATE", date.c_str(), 1);
    write("repo/a", date);
    commits.push_back(commit_all());
  }
  ::unsetenv("GIT_COMMITTER_DATE");
  git("update-ref refs/pull/7/head HEAD && git tag -a -m x v1 && git update-ref refs/pull/8/head "
      "v1");
  const Git repository = open();
  const auto refs = text_refs(repository);
  ASSERT_TRUE(refs) << refs.error().message;
  EXPECT_EQ(found_in(find_pull_ref(*refs, "7")), "refs/pull/7/head");
  const Oid tip = *repository.resolve("refs/pull/7/head");
  EXPECT_EQ(repository.resolve("refs/pull/8/head")->hex(), commits[2]) << "a tag leads to one";
  const auto before = [&](const char* time) {
    const auto found = last_before(repository, tip, *parse_instant(time));
    return found && *found ? (*found)->hex() : std::string("-");
  };
  EXPECT_EQ(before("2026-01-09T00:00:00Z"), commits[2]);
  EXPECT_EQ(before("2026-01-03T00:00:00Z"), commits[1]) << "at the very instant it is too late";
  EXPECT_EQ(before("2026-01-01T00:00:00Z"), "-");
}

}  // namespace
}  // namespace milepost
