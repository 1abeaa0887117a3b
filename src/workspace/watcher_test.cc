#include "workspace/watcher.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <poll.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost {
namespace {

using testing::Contains;
using testing::IsEmpty;

class WatchTest : public RepositoryFixture {
 protected:
  WatchTest() {
    propose("1-first", "title: First\nstatus: draft\n");
    write("ways/1-first/images/old.svg", "<svg/>");
    write("code/deep/main.go", "package main\n");
    write("reviews/1.yaml", "number: 1\n");
    auto opened = Workspace::open({.directory = at("")}, now_utc());
    EXPECT_TRUE(opened) << opened.error().message;
    workspace_ = *opened;
    auto watcher = Watcher::start(*workspace_);
    EXPECT_TRUE(watcher) << watcher.error().message;
    watcher_.emplace(std::move(*watcher));
    watcher_->watch_proposals(workspace_->index());
  }

  // Everything there is to be noticed, once there is something.
  Noticed noticed(int patience = 5000) {
    Noticed all;
    pollfd watched{watcher_->descriptor(), POLLIN, 0};
    while (::poll(&watched, 1, all.any() ? 50 : patience) > 0) {
      Noticed more = watcher_->read();
      const bool any = more.any();
      all.add(std::move(more));
      if (!any) patience = 50;
    }
    return all;
  }

  Workspace::Pointer workspace_;
  std::optional<Watcher> watcher_;
};

TEST_F(WatchTest, NoticesWhatTheProcessNames) {
  for (const char* const path :
       {"ways/1-first/README.md", "ways/1-first/way.yaml", "ways/1-first/images/old.svg",
        "pack/process.yaml", "pack/template.md", "milepost.yaml", "reviews/1.yaml"}) {
    SCOPED_TRACE(path);
    write(path, "changed");
    EXPECT_THAT(noticed().files, Contains(path));
  }
}

TEST_F(WatchTest, PassesOverOtherFoldersAndWhatEditorsLeave) {
  write("code/deep/main.go", "package other\n");
  write("code/new.go", "package code\n");
  write("ways/1-first/.README.md.swp", "x");
  write("ways/1-first/README.md~", "x");
  EXPECT_THAT(noticed(100).files, IsEmpty());
}

TEST_F(WatchTest, NoticesFilesOfFoldersThatCome) {
  propose("2-second", "title: Second\n");
  EXPECT_THAT(noticed().files, Contains("ways/2-second"));
  write("ways/2-second/README.md", "# Changed\n");
  EXPECT_THAT(noticed().files, Contains("ways/2-second/README.md"));
  write("ways/1-first/images/deeper/new.svg", "<svg/>");
  EXPECT_THAT(noticed().files, Contains("ways/1-first/images/deeper"));
  write("ways/1-first/images/deeper/new.svg", "<svg></svg>");
  EXPECT_THAT(noticed().files, Contains("ways/1-first/images/deeper/new.svg"));
}

TEST_F(WatchTest, FollowsARenamedFolderUnderItsNewName) {
  std::filesystem::rename(at("ways/1-first"), at("ways/9-ninth"));
  (void)noticed();
  write("ways/9-ninth/README.md", "# Changed\n");
  const Noticed after = noticed();
  EXPECT_THAT(after.files, Contains("ways/9-ninth/README.md"));
  EXPECT_EQ(after.files.count("ways/1-first/README.md"), 0u);
}

TEST_F(WatchTest, SaysWhenMoreHappenedThanCouldBeTold) {
  // More than the system keeps for one who does not read; equal events in a row would be one.
  constexpr int kMore = 20'000;
  for (int i = 0; i < kMore; ++i) {
    const std::string path = at("ways/1-first/f" + std::to_string(i % 2));
    if (i % 4 < 2) {
      std::ofstream(path) << "x";
    } else {
      std::filesystem::remove(path);
    }
  }
  EXPECT_TRUE(noticed().lost);
}

TEST_F(WatchTest, SaysWhenTheRootIsGone) {
  std::filesystem::rename(at(""), at("") + "-moved");
  EXPECT_TRUE(noticed().lost);
  std::filesystem::rename(at("") + "-moved", at(""));
}

}  // namespace
}  // namespace milepost
