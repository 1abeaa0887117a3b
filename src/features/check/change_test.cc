#include "features/check/change.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/openings.h"
#include "features/check/check_fixture.h"
#include "git/git_fixture.h"

namespace milepost::check {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kFolder = "repo/keps/sig-node/12-faster-probes/";

std::string metadata(const std::string& status, const std::string& more = "") {
  return "title: Faster probes\nkep-number: 12\nauthors: [\"@ann\"]\nowning-sig: sig-node\n"
         "status: " +
         status + "\ncreation-date: 2025-01-10\napprovers: [\"@jane\"]\nstage: alpha\n" + more;
}

// With a fault that is old: an odd box.
std::string document(const std::string& summary, const std::string& more = "") {
  return "# KEP-12: Faster probes\n\n## Summary\n\n" + summary +
         "\n\n## Motivation\n\nProbes are slow, and nobody likes to wait for them.\n\n- [x ] "
         "odd\n" +
         more;
}

class ChangeTest : public GitFixture {
 protected:
  ChangeTest() {
    make_repository();
    write(std::string(kFolder) + "kep.yaml", metadata("provisional"));
    write(std::string(kFolder) + "README.md", document("Probes run faster."));
    write("repo/keps/sig-node/13-other/kep.yaml", metadata("provisionall"));
    write("repo/keps/sig-node/13-other/README.md", document("Something else."));
    commit_all();
  }

  Result<findings::Run> run(const ChangeScope& scope = {"HEAD"}, const std::string& folder = "repo",
                            const std::vector<std::string>& words = {}, bool whole = false) const {
    WorkspaceOptions where;
    where.directory = at(folder);
    where.jobs = 2;
    return open_and_check_change(where, scope, {words, whole}, Date{2026, 1, 15});
  }

  // "README.md:9 MP609", or the message.
  std::vector<std::string> found(const ChangeScope& scope = {"HEAD"},
                                 const std::string& folder = "repo",
                                 const std::vector<std::string>& words = {},
                                 bool whole = false) const {
    const auto done = run(scope, folder, words, whole);
    if (!done) return {done.error().message};
    std::vector<std::string> lines;
    for (const ReadError& read_error : done->read_errors) lines.push_back(read_error.message);
    for (const Finding& finding : done->findings) {
      const std::string& path = finding.source->path();
      lines.push_back(fmt::format("{}:{} {}", path.substr(path.rfind('/') + 1),
                                  finding.source->position(finding.span.begin).line, finding.code));
    }
    return lines;
  }
};

TEST_F(ChangeTest, SaysNothingWhereNothingChanged) {
  EXPECT_THAT(found(), IsEmpty());
  write("repo/notes.md", "# Notes\n");
  EXPECT_THAT(found(), IsEmpty()) << "no proposal";
}

TEST_F(ChangeTest, BlamesAChangeForWhatItBrings) {
  write(std::string(kFolder) + "README.md", document("Probes run faster.", "- [ x] odder\n"));
  EXPECT_THAT(found(), ElementsAre("README.md:12 MP609"));
  EXPECT_THAT(found({"HEAD"}, "repo", {}, true), testing::IsSupersetOf({"README.md:11 MP609"}))
      << "the whole of what it touches";
}

TEST_F(ChangeTest, KnowsAnOldFaultThatMoved) {
  write(std::string(kFolder) + "README.md", document("Probes run faster.\n\nMuch faster."));
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(ChangeTest, BlamesAChangeForTheLinesItWrites) {
  write(std::string(kFolder) + "README.md", document("Probes run faster."));
  write(std::string(kFolder) + "kep.yaml", metadata("provisional", "last-updated: 2025-13-01\n"));
  EXPECT_THAT(found(), ElementsAre("kep.yaml:9 MP305"));
}

TEST_F(ChangeTest, FindsIllegalMoves) {
  write(std::string(kFolder) + "kep.yaml", metadata("implemented"));
  EXPECT_THAT(found(), Contains("kep.yaml:5 MP507"));
  EXPECT_THAT(found({"HEAD"}, "repo", {"keps/sig-node/13-other"}), IsEmpty())
      << "another proposal was asked for";
  EXPECT_THAT(found({"HEAD"}, "repo", {"13"}), ElementsAre(HasSubstr("no proposal of that number")))
      << "what is not there is not unchanged";
  EXPECT_THAT(found({"HEAD"}, "repo", {"docs"}), ElementsAre(HasSubstr("no proposal in it")));
  EXPECT_THAT(found({"HEAD"}, "repo", {"12"}), Contains("kep.yaml:5 MP507"));
  EXPECT_THAT(found({"HEAD"}, "repo/keps", {"sig-node"}), Contains("kep.yaml:5 MP507"));
  EXPECT_THAT(found({"HEAD"}, "repo/keps/sig-node/13-other", {"."}), IsEmpty());
}

TEST_F(ChangeTest, ComparesWhereTheHistoriesPart) {
  git("checkout -q -b side");
  write(std::string(kFolder) + "kep.yaml", metadata("implementable"));
  commit_all();
  git("checkout -q main");
  write("repo/keps/sig-node/13-other/kep.yaml", metadata("replaced"));
  commit_all();
  git("checkout -q side");
  const auto done = run({"main"});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->proposals, 1U) << "what main did since is not the change's";
}

// What the work tree is, or whether it can be read, is nothing to a change that ends elsewhere.
TEST_F(ChangeTest, OpensTheRepositoryAsTheChangeLeavesIt) {
  write(std::string(kFolder) + "kep.yaml", metadata("implemented"));
  git("add -A");
  write("repo/milepost.yaml", "schema: [\n");
  const int before = openings().of(Opening::kRepository);
  EXPECT_THAT(found({"", true}), Contains("kep.yaml:5 MP507"));
  EXPECT_EQ(openings().of(Opening::kRepository) - before, 1);
  EXPECT_THAT(found(), ElementsAre(HasSubstr("milepost.yaml")));
}

TEST_F(ChangeTest, TellsTheIndexFromTheWorkTree) {
  write(std::string(kFolder) + "kep.yaml", metadata("implemented"));
  git("add -A");
  write(std::string(kFolder) + "kep.yaml", metadata("provisional"));
  EXPECT_THAT(found({"", true}), Contains("kep.yaml:5 MP507"));
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(ChangeTest, ChecksTheFirstCommit) {
  make_repository("fresh");
  write("fresh/keps/sig-node/12-faster-probes/kep.yaml", metadata("provisionall"));
  write("fresh/keps/sig-node/12-faster-probes/README.md", document("Probes run faster."));
  git("add -A", "fresh");
  EXPECT_THAT(found({"", true}, "fresh"),
              testing::IsSupersetOf({"kep.yaml:5 MP304", "README.md:11 MP609"}));
}

TEST_F(ChangeTest, WorksInABareRepository) {
  write(std::string(kFolder) + "kep.yaml", metadata("implemented"));
  commit_all();
  git("clone -q --bare repo bare.git", ".");
  const auto done = run({"HEAD~1"}, "bare.git");
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_FALSE(done->findings.empty());
  EXPECT_THAT(done->findings.front().source->path(),
              testing::StartsWith("keps/sig-node/12-faster-probes/"));
  EXPECT_THAT(found({"HEAD~1"}, "bare.git"), Contains("kep.yaml:5 MP507"));
}

TEST_F(ChangeTest, SaysThatHistoryIsMissing) {
  write(std::string(kFolder) + "kep.yaml", metadata("implementable"));
  commit_all();
  git("checkout -q -b side HEAD~1");
  write(std::string(kFolder) + "kep.yaml", metadata("implemented"));
  commit_all();
  git("clone -q --depth 1 --branch side 'file://" + at("repo") + "' shallow", ".");
  git("fetch -q --depth 1 origin main:main", "shallow");
  const auto done = run({"main"}, "shallow");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_THAT(done->notes, Contains(HasSubstr("history is missing: the clone is shallow")));
  EXPECT_THAT(found({"main"}, "shallow"), Not(Contains("kep.yaml:5 MP507")))
      << "from implementable, as main has it";
  EXPECT_THAT(found({"HEAD~1"}, "shallow"), ElementsAre(HasSubstr("history is missing")));
}

TEST_F(ChangeTest, SaysWhatAPartialCloneLacks) {
  write(std::string(kFolder) + "kep.yaml", metadata("implemented"));
  commit_all();
  git("clone -q --filter=blob:none 'file://" + at("repo") + "' partial", ".");
  EXPECT_THAT(found({"HEAD~1"}, "partial"), Contains(HasSubstr("the clone is partial")));
}

TEST_F(ChangeTest, FollowsAProposalThatMoves) {
  std::filesystem::create_directories(at("repo/keps/sig-apps"));
  std::filesystem::rename(at("repo/keps/sig-node/12-faster-probes"),
                          at("repo/keps/sig-apps/12-faster-probes"));
  EXPECT_THAT(found(), Not(Contains(HasSubstr("MP609")))) << "the odd box is old";
  EXPECT_THAT(found(), Not(Contains(HasSubstr("MP514"))));
}

TEST_F(ChangeTest, MindsADeletedProposal) {
  std::filesystem::remove_all(at("repo/keps/sig-node/12-faster-probes"));
  EXPECT_THAT(found(), ElementsAre("kep.yaml:5 MP514"));
}

TEST_F(ChangeTest, MindsADeletedDocument) {
  std::filesystem::remove(at("repo/keps/sig-node/12-faster-probes/README.md"));
  EXPECT_THAT(found(), Contains(HasSubstr("MP614")));
}

TEST_F(ChangeTest, LooksBelowTheRootOfItsRepository) {
  make_repository("outer");
  make_folder("outer/inner");
  std::filesystem::copy(at("repo/keps"), at("outer/inner/keps"),
                        std::filesystem::copy_options::recursive);
  write("outer/inner/milepost.yaml", "schema: 1\nprocess: kep\n");
  commit_all("inner", "outer");
  write("outer/inner/keps/sig-node/12-faster-probes/kep.yaml", metadata("implemented"));
  const auto done = run({"HEAD"}, "outer/inner");
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_FALSE(done->findings.empty());
  EXPECT_THAT(done->findings.front().source->path(),
              testing::StartsWith("keps/sig-node/12-faster-probes/"));
  EXPECT_THAT(found({"HEAD"}, "outer/inner"), Contains("kep.yaml:5 MP507"));
}

TEST_F(ChangeTest, TakesAReviewForPartOfItsProposal) {
  write("repo/keps/prod-readiness/sig-node/12.yaml",
        "kep-number: 13\nalpha:\n  approver: \"@x\"\n");
  EXPECT_THAT(found(), Contains("12.yaml:1 MP502"));
}

TEST_F(ChangeTest, CountsWhatBecomesMore) {
  const auto authors = [](const std::string& names) {
    return metadata("provisional").replace(metadata("").find("[\"@ann\"]"), 8, names);
  };
  write(std::string(kFolder) + "kep.yaml", authors("[bob,\n  carl]"));
  commit_all();
  write(std::string(kFolder) + "kep.yaml", authors("[bob,\n  carl]") + "reviewers: [dora]\n");
  const auto done = run();
  ASSERT_TRUE(done);
  for (const Finding& finding : done->findings) {
    EXPECT_THAT(finding.message, Not(HasSubstr("2 people"))) << finding.message;
  }
}

TEST_F(ChangeTest, SaysWhatIsNotThere) {
  make_folder("plain");
  EXPECT_THAT(found({"HEAD"}, "plain"), ElementsAre(HasSubstr("git repository")));
  EXPECT_THAT(found({"no-such"}), ElementsAre(HasSubstr("\"no-such\" is no commit")));
  make_repository("empty");
  EXPECT_THAT(found({"", true}, "empty"), ElementsAre(HasSubstr("no process is recognised")));
}

}  // namespace
}  // namespace milepost::check
