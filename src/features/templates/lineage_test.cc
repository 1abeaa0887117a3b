#include "features/templates/lineage.h"

#include <gmock/gmock.h>

#include "git/git_fixture.h"

namespace milepost::templates {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class LineageTest : public GitFixture {
 protected:
  LineageTest() { make_repository(); }
  void TearDown() override { ::unsetenv("GIT_COMMITTER_DATE"); }

  void commit_on(const std::string& day) const {
    ::setenv("GIT_COMMITTER_DATE", (day + "T12:00:00Z").c_str(), 1);
    commit_all();
  }

  // A template that was moved, and another file that was not touched with it.
  void make_history() const {
    write("repo/old/template.md", "# Title\n\n## Summary\n\nSay what it is about, in a line.\n");
    write("repo/readme.md", "Hello\n");
    commit_on("2020-01-01");
    write("repo/readme.md", "Hello there\n");
    commit_on("2020-02-01");
    write("repo/old/template.md", "# Title\n\n## Summary\n\nSay it in a line.\n\n## Risks\n");
    commit_on("2020-03-01");
    make_folder("repo/docs");
    git("mv old/template.md docs/template.md");
    commit_on("2020-04-01");
    write("repo/docs/template.md", "# Title\n\n## Summary\n\nSay it in a line.\n\n## Risk\n");
    commit_on("2020-05-01");
  }

  Result<DerivedLineage> derive(std::vector<std::string> paths, const std::string& folder = "repo",
                                const std::string& revision = {},
                                std::optional<Date> since = {}) const {
    return derive_lineage(at(folder), {std::move(paths), revision, since});
  }

  // The dates of the versions, or what failed.
  static std::string days(const Result<DerivedLineage>& derived) {
    if (!derived) return derived.error().message;
    std::string found;
    constexpr std::string_view kDate = "    date: ";
    for (std::size_t at = derived->text.find(kDate); at != std::string::npos;
         at = derived->text.find(kDate, at + 1)) {
      found += (found.empty() ? "" : " ") + derived->text.substr(at + kDate.size(), 10);
    }
    return found;
  }
};

TEST_F(LineageTest, FollowsTheTemplateOverItsPlaces) {
  make_history();
  const auto derived = derive({"old/template.md", "docs/template.md"});
  ASSERT_TRUE(derived) << derived.error().message;
  EXPECT_EQ(days(derived), "2020-01-01 2020-03-01 2020-05-01") << "a move alone is no version";
  EXPECT_EQ(derived->versions, 3U);
  EXPECT_THAT(derived->notes, IsEmpty());
  EXPECT_THAT(derived->text, HasSubstr("from: \"## Risks\"\n        to: \"## Risk\"\n"));
  EXPECT_EQ(days(derive({"template.md"}, "repo/docs")), "2020-04-01 2020-05-01")
      << "seen from a folder";
  EXPECT_EQ(days(derive({"../old/template.md", "template.md"}, "repo/docs")), days(derived));
  EXPECT_EQ(days(derive({at("repo/docs/template.md")})), "2020-04-01 2020-05-01");
  EXPECT_EQ(days(derive({"old/template.md"})), "2020-01-01 2020-03-01") << "one that is gone";
}

TEST_F(LineageTest, SaysWhereTheTemplateWasBefore) {
  make_history();
  const auto derived = derive({"docs/template.md"});
  ASSERT_TRUE(derived) << derived.error().message;
  EXPECT_THAT(derived->notes, ElementsAre("until 2020-04-01 it was old/template.md; name that "
                                          "first to go further back"));
}

TEST_F(LineageTest, TakesPartOfTheHistory) {
  make_history();
  const std::vector<std::string> both{"old/template.md", "docs/template.md"};
  EXPECT_EQ(days(derive(both, "repo", "HEAD~1")), "2020-01-01 2020-03-01");
  EXPECT_EQ(days(derive(both, "repo", "", Date{2020, 3, 1})), "2020-03-01 2020-05-01");
  EXPECT_EQ(days(derive(both, "repo", "", Date{2020, 3, 15})), "2020-03-01 2020-05-01");
  EXPECT_EQ(days(derive(both, "repo", "", Date{2019, 1, 1})), "2020-01-01 2020-03-01 2020-05-01");
  EXPECT_EQ(days(derive(both, "repo", "", Date{2030, 1, 1})), "2020-05-01");
}

TEST_F(LineageTest, FollowsFirstParentsOnly) {
  write("repo/t.md", "# T\n");
  commit_on("2020-01-01");
  git("checkout -q -b side");
  write("repo/t.md", "# T\n## A\n");
  commit_on("2020-02-01");
  git("checkout -q main");
  ::setenv("GIT_COMMITTER_DATE", "2020-03-01T12:00:00Z", 1);
  git("merge -q --no-ff -m merge side");
  EXPECT_EQ(days(derive({"t.md"})), "2020-01-01 2020-03-01") << "when it came in";
}

TEST_F(LineageTest, SaysWhyItCannot) {
  make_history();
  make_folder("plain");
  EXPECT_EQ(days(derive({"a.md"}, "plain")),
            "the versions are read from a git repository, and this is none");
  EXPECT_EQ(days(derive({"docs/templat.md"})),
            "docs/templat.md is in no commit that leads to HEAD; did you mean docs/template.md?");
  EXPECT_EQ(days(derive({"elsewhere/readme.md"})),
            "elsewhere/readme.md is in no commit that leads to HEAD; did you mean readme.md?");
  EXPECT_EQ(days(derive({"docs"})),
            "docs is in no commit that leads to HEAD; did you mean docs/template.md?");
  EXPECT_EQ(days(derive({"../outside.md"})), "../outside.md is no file of the git repository");
  EXPECT_THAT(days(derive({"docs/template.md"}, "repo", "nowhere")), HasSubstr("nowhere"));
  git("init -q empty", ".");
  EXPECT_FALSE(derive({"a.md"}, "empty"));
}

TEST_F(LineageTest, RefusesAShallowCloneUnlessItSuffices) {
  make_history();
  git("clone -q --depth 2 'file://" + at("repo") + "' shallow", ".");
  EXPECT_EQ(days(derive({"docs/template.md"}, "shallow")),
            "history is missing: the clone is shallow, from 2020-04-01 on; `git fetch --unshallow` "
            "brings the rest, --since 2020-04-01 begins with what is there");
  EXPECT_EQ(days(derive({"docs/template.md"}, "shallow", "", Date{2020, 4, 1})),
            "2020-04-01 2020-05-01");
}

TEST_F(LineageTest, SaysWhatAPartialCloneLacks) {
  make_history();
  git("clone -q --filter=blob:none 'file://" + at("repo") + "' partial", ".");
  EXPECT_THAT(days(derive({"docs/template.md"}, "partial")),
              AllOf(HasSubstr("docs/template.md of 2020-04-01: "), HasSubstr("clone is partial")));
}

TEST_F(LineageTest, HasALimit) {
  for (int i = 0; i < 66; ++i) {
    write("repo/t.md", "# T\n## " + std::string(static_cast<std::size_t>(i) + 1, 'a') + "\n");
    commit_on("2020-01-01");
  }
  EXPECT_EQ(days(derive({"t.md"})),
            "the template had 66 versions, and a lineage has at most 64; begin later with --since");
  EXPECT_THAT(days(derive({"t.md"}, "repo", "HEAD~2")), Not(HasSubstr("at most")));
}

}  // namespace
}  // namespace milepost::templates
