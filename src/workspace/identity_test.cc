#include "workspace/identity.h"

#include "git/git_fixture.h"

namespace milepost {
namespace {

class Identities : public GitFixture {
 protected:
  std::string find(std::string_view claimed, const std::string& folder = "repo") const {
    Process process;
    process.people = {{"Jane@Example.org", "jane"}};
    const auto found = find_identity(process, at(folder), claimed);
    return found ? *found : "error: " + found.error().message;
  }
};

TEST_F(Identities, TheFirstThatTellsCounts) {
  make_repository();
  EXPECT_EQ(find(""), "jane");
  git("config user.email other@example.org");
  EXPECT_EQ(find(""), "");
  git("config milepost.handle @oscar");
  EXPECT_EQ(find(""), "oscar");
  EXPECT_EQ(find("alice"), "alice");
  EXPECT_EQ(find("@alice"), "alice");
}

TEST_F(Identities, OutsideOfGitOnlyAClaimTells) {
  make_folder("plain");
  EXPECT_EQ(find("", "plain"), "");
  EXPECT_EQ(find("alice", "plain"), "alice");
}

TEST_F(Identities, AnAddressIsNoHandle) {
  make_repository();
  EXPECT_EQ(find("jane@example.org"),
            "error: who you are is \"jane@example.org\", which is no handle such as jane or @jane; "
            "`people:` in milepost.yaml says whose an address is");
  EXPECT_EQ(find("Jane Doe"),
            "error: who you are is \"Jane Doe\", which is no handle such as jane or @jane");
  git("config milepost.handle jane@example.org");
  EXPECT_TRUE(find("").starts_with("error: git's milepost.handle is"));
}

}  // namespace
}  // namespace milepost
