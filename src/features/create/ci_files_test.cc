#include "features/create/ci_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::create {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> paths_of(const std::vector<CiFile>& files) {
  std::vector<std::string> paths;
  for (const CiFile& file : files) paths.push_back(file.path);
  return paths;
}

TEST(CiFiles, AreThoseOfWhereTheRepositoryIs) {
  const auto github = ElementsAre(".github/workflows/milepost.yml", ".pre-commit-config.yaml");
  const auto gitlab = ElementsAre(".gitlab-ci.yml", ".pre-commit-config.yaml");
  struct Case {
    const char* name;
    std::vector<std::string> addresses;
    bool on_gitlab;
  };
  const Case cases[] = {
      {"no remote", {}, false},
      {"elsewhere", {"https://forge.example/owner/name"}, false},
      {"on GitLab", {"https://gitlab.example/owner/name"}, true},
      {"one of two", {"https://forge.example/a/b", "https://gitlab.example/c/d"}, true},
      {"named after it", {"https://forge.example/gitlab/name"}, false},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    const auto files = ci_files({{}, one.addresses, {}});
    if (one.on_gitlab) {
      EXPECT_THAT(paths_of(files), gitlab);
    } else {
      EXPECT_THAT(paths_of(files), github);
    }
    for (const CiFile& file : files) EXPECT_THAT(file.text, HasSubstr("MILEPOST_RELEASES"));
  }
}

TEST(CiFiles, CheckPushesToTheMainBranch) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "[main]"},         {"main", "[main]"},
      {"master", "[master]"}, {"release/1.x", "[release/1.x]"},
      {"a,b", "[main]"},      {"1.0", "[main]"},
  };
  for (const auto& [branch, want] : cases) {
    EXPECT_THAT(ci_files({{}, {}, branch}).front().text,
                HasSubstr(std::string("  push:\n    branches: ") + want + "\n"));
  }
}

TEST(CiFiles, NameWhereMilepostIsReleased) {
  const std::string asking =
      "a=${MILEPOST_RELEASES:?is not set}/b ${MILEPOST_RELEASES:?x} ${OTHER:?}";
  EXPECT_EQ(with_releases(asking, ""), asking);
  EXPECT_EQ(with_releases(asking, "https://forge.example/v1"),
            "a=${MILEPOST_RELEASES:-https://forge.example/v1}/b "
            "${MILEPOST_RELEASES:-https://forge.example/v1} ${OTHER:?}");
  for (const CiFile& file : ci_files({{}, {"https://gitlab.example/owner/name"}, {}})) {
    EXPECT_THAT(with_releases(file.text, "https://forge.example/v1"),
                Not(HasSubstr("${MILEPOST_RELEASES:?")));
  }
}

}  // namespace
}  // namespace milepost::create
