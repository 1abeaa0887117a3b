#include "git/mirror.h"

#include <chrono>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/open_port_fixture.h"
#include "git/git_fixture.h"

namespace milepost {
namespace {

using testing::HasSubstr;

class MirrorTest : public GitFixture {
 protected:
  MirrorTest() {
    make_repository();
    write("repo/a", "one\n");
    first_ = commit_all();
    git("update-ref refs/pull/7/head HEAD && git branch other");
  }
  Result<void> mirror() const { return mirror_repository("file://" + at("repo"), at("copy.git")); }
  std::string first_;
};

TEST_F(MirrorTest, HasBranchesPullRequestsAndHead) {
  git("branch -m main trunk");
  const auto made = mirror();
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(git("rev-parse refs/heads/trunk", "copy.git"), first_);
  EXPECT_EQ(git("rev-parse refs/pull/7/head", "copy.git"), first_);
  EXPECT_EQ(git("symbolic-ref HEAD", "copy.git"), "refs/heads/trunk");
  EXPECT_EQ(git("rev-parse --is-bare-repository", "copy.git"), "true");
}

TEST_F(MirrorTest, FollowsWhatMovesAndDropsWhatIsGone) {
  ASSERT_TRUE(mirror());
  write("repo/a", "two\n");
  const std::string second = commit_all();
  git("branch -D other");
  // Rewritten, as pull requests are.
  git("update-ref refs/pull/7/head " + second);
  const auto again = mirror();
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(git("rev-parse refs/heads/main", "copy.git"), second);
  EXPECT_EQ(git("rev-parse refs/pull/7/head", "copy.git"), second);
  EXPECT_EQ(git("for-each-ref --format='%(refname)' refs/heads", "copy.git"), "refs/heads/main");
}

TEST_F(MirrorTest, SaysWhatFailsAndLeavesWhatThereWas) {
  ASSERT_TRUE(mirror());
  std::filesystem::rename(at("repo"), at("gone"));
  const auto failed = mirror();
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("fetching from file://"));
  EXPECT_EQ(git("rev-parse refs/heads/main", "copy.git"), first_);
}

TEST_F(MirrorTest, DoesNotWaitForEver) {
  const OpenPort silent;
  for (const std::string scheme : {"git", "http", "https"}) {
    SCOPED_TRACE(scheme);
    const auto failed =
        mirror_repository(fmt::format("{}://127.0.0.1:{}/a.git", scheme, silent.number()),
                          at(scheme + ".git"), {}, std::chrono::milliseconds(200));
    ASSERT_FALSE(failed);
    EXPECT_THAT(failed.error().message, HasSubstr("has said nothing for 0.2 s"));
  }
}

TEST(ShownAddress, HasNoPassword) {
  EXPECT_EQ(shown_address("https://jane:secret@example.org/a@b.git"),
            "https://example.org/a@b.git");
  EXPECT_EQ(shown_address("https://example.org/a@b.git"), "https://example.org/a@b.git");
  EXPECT_EQ(shown_address("/a/b"), "/a/b");
}

}  // namespace
}  // namespace milepost
