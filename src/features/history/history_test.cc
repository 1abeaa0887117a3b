#include "features/history/history.h"

#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::history {
namespace {

class Histories : public RepositoryFixture {
 protected:
  std::string failure_of(const std::string& directory) const {
    const auto opened = open_with_history({.directory = directory}, now_utc());
    return opened ? std::string() : opened.error().message;
  }
};

TEST_F(Histories, NeedGitAndNameTheFolderAsGiven) {
  const std::string given = at("") + "/./ways/..";
  make_folder("ways");
  EXPECT_EQ(failure_of(given), given + " is in no git repository, so it has no history");
}

TEST_F(Histories, NeedGitBeforeAProcess) {
  write("milepost.yaml", "schema: 1\nprocess: ./gone\n");
  EXPECT_EQ(failure_of(at("")), at("") + " is in no git repository, so it has no history");
}

TEST_F(Histories, NeedAProcessToKnowProposals) {
  std::filesystem::remove(root_ / "milepost.yaml");
  const auto workspace = Workspace::open({.directory = at("")}, now_utc());
  ASSERT_TRUE(workspace);
  const auto timeline = make_timeline(**workspace, {"12"});
  ASSERT_FALSE(timeline);
  EXPECT_TRUE(timeline.error().message.starts_with("no process is recognised " + at("")))
      << timeline.error().message;
  EXPECT_FALSE(list_moves(**workspace, {}));
}

}  // namespace
}  // namespace milepost::history
