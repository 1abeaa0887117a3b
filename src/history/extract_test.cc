#include "history/extract.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "git/git_fixture.h"
#include "history/cache.h"
#include "process/load.h"

namespace milepost {
namespace {

class Extract : public GitFixture {
 protected:
  Extract() : process_(*load_process(built_in_pack("kep"), nullptr)) { make_repository(); }

  void propose(const std::string& folder, std::string_view status, std::string_view stage = "",
               std::string_view number = "7") const {
    write("repo/keps/" + folder + "/README.md", "# KEP-7: Faster\n\n## Summary\n\nFaster.\n");
    write("repo/keps/" + folder + "/kep.yaml",
          fmt::format("title: Faster\nkep-number: {}\nowning-sig: sig-a\nstatus: {}\n{}", number,
                      status, stage.empty() ? "" : fmt::format("stage: {}\n", stage)));
  }

  History extract(const History* known = nullptr) const {
    const Git git = open();
    const auto head = git.head();
    ExtractRequest request;
    if (known) request.known = *known;
    auto history = extract_history(git, *process_, **head, std::move(request));
    EXPECT_TRUE(history) << history.error().message;
    return history ? std::move(*history) : History{};
  }

  // "status: provisional -> implementable" of every move of a life.
  static std::vector<std::string> told(const Lifespan& lifespan, std::string_view field = "") {
    std::vector<std::string> lines;
    for (const HistoryMove& move : moves_of(lifespan)) {
      if (!field.empty() && move.field != field) continue;
      lines.push_back(fmt::format("{}: {} -> {}", move.field, move.from, move.to));
    }
    return lines;
  }

  std::shared_ptr<const Process> process_;
};

using Lines = std::vector<std::string>;

TEST_F(Extract, FollowsStatusAndStage) {
  propose("sig-a/7-faster", "provisional");
  commit_all();
  propose("sig-a/7-faster", "implementable", "alpha");
  commit_all();
  write("repo/other.md", "nothing to do with it\n");
  commit_all();
  propose("sig-a/7-faster", "implementable", "beta");
  const std::string last = commit_all();
  const History history = extract();
  ASSERT_EQ(history.lifespans.size(), 1);
  EXPECT_EQ(history.commits.size(), 3);
  const Lifespan& lifespan = history.lifespans[0];
  EXPECT_EQ(lifespan.path(), "keps/sig-a/7-faster");
  EXPECT_EQ(told(lifespan, "status"),
            (Lines{"status:  -> provisional", "status: provisional -> implementable"}));
  EXPECT_EQ(told(lifespan, "stage"), (Lines{"stage:  -> alpha", "stage: alpha -> beta"}));
  EXPECT_EQ(history.commits[lifespan.versions.back().commit].id.hex(), last);
  EXPECT_EQ(history.commits[0].author, "Jane");
}

TEST_F(Extract, FollowsAProposalToAnotherFolder) {
  propose("sig-a/7-faster", "provisional");
  commit_all();
  git("mv keps/sig-a keps/sig-b");
  commit_all();
  propose("sig-b/7-faster", "implementable", "alpha");
  commit_all();
  const History history = extract();
  ASSERT_EQ(history.lifespans.size(), 1);
  EXPECT_EQ(history.lifespans[0].versions.size(), 3);
  EXPECT_EQ(history.lifespans[0].path(), "keps/sig-b/7-faster");
  EXPECT_FALSE(history.lifespans[0].deleted);
  EXPECT_EQ(history.find("7"), &history.lifespans[0]);
  EXPECT_EQ(history.find("keps/sig-b/7-faster"), &history.lifespans[0]);
  EXPECT_EQ(history.find("8"), nullptr);
}

TEST_F(Extract, FollowsAProposalIntoASubproject) {
  write("repo/keps/sig-a/tools/0007-faster.md",
        "---\ntitle: Faster\nkep-number: 7\nstatus: provisional\n---\n# Faster\n");
  commit_all();
  git("rm -q keps/sig-a/tools/0007-faster.md");
  propose("sig-a/7-faster", "implementable", "alpha");
  commit_all();
  git("rm -rq keps/sig-a/7-faster");
  propose("sig-a/tools/7-faster", "implemented", "stable");
  write("repo/keps/sig-a/tools/7-faster/images/README.md", "# Drawings\n");
  write("repo/keps/sig-a/tools/7-faster/notes.md", "# Notes\n");
  commit_all();
  const History history = extract();
  ASSERT_EQ(history.lifespans.size(), 1U) << "notes and drawings have no history of their own";
  EXPECT_EQ(told(history.lifespans[0], "status"),
            (Lines{"status:  -> provisional", "status: provisional -> implementable",
                   "status: implementable -> implemented"}));
  EXPECT_EQ(history.lifespans[0].path(), "keps/sig-a/tools/7-faster");
}

TEST_F(Extract, FollowsASingleFileIntoItsFolder) {
  write(
      "repo/keps/sig-a/0007-faster.md",
      "---\nkep-number: 7\ntitle: Faster\nowning-sig: sig-a\nstatus: provisional\n---\n# Faster\n");
  commit_all();
  git("rm -q keps/sig-a/0007-faster.md");
  propose("sig-a/7-faster", "implementable");
  commit_all();
  const History history = extract();
  ASSERT_EQ(history.lifespans.size(), 1);
  EXPECT_EQ(told(history.lifespans[0], "status"),
            (Lines{"status:  -> provisional", "status: provisional -> implementable"}));
}

TEST_F(Extract, FollowsAnotherNumberAndTitleByTheText) {
  const std::string text = "# Even spreading\n\n## Summary\n\nSpread.\n\n## Motivation\n\nEven.\n";
  write("repo/keps/sig-a/2019-even.md", "---\ntitle: Even\nstatus: provisional\n---\n" + text);
  commit_all();
  git("rm -q keps/sig-a/2019-even.md");
  propose("sig-a/7-faster", "implementable");
  write("repo/keps/sig-a/7-faster/README.md", text + "\nMore of it.\n");
  propose("sig-a/9-other", "provisional", "", "9");
  commit_all();
  const History history = extract();
  ASSERT_EQ(history.lifespans.size(), 2);
  EXPECT_EQ(history.lifespans[0].path(), "keps/sig-a/7-faster");
  EXPECT_EQ(told(history.lifespans[0], "status"),
            (Lines{"status:  -> provisional", "status: provisional -> implementable"}));
}

TEST_F(Extract, KnowsWhatWasDeletedAndCameBack) {
  propose("sig-a/7-faster", "provisional");
  commit_all();
  git("rm -qr keps");
  commit_all();
  const History gone = extract();
  ASSERT_EQ(gone.lifespans.size(), 1);
  EXPECT_EQ(gone.lifespans[0].deleted, 1);
  propose("sig-a/8-other", "provisional", "", "8");
  commit_all();
  EXPECT_EQ(extract().lifespans.size(), 2);
  propose("sig-b/7-fast", "implementable");
  commit_all();
  const History back = extract();
  ASSERT_EQ(back.lifespans.size(), 2);
  EXPECT_FALSE(back.lifespans[0].deleted);
  EXPECT_EQ(back.lifespans[0].path(), "keps/sig-b/7-fast");
  EXPECT_EQ(write_history(extract(&gone), "x"), write_history(back, "x"));
}

TEST_F(Extract, PassesOverWhatCannotBeRead) {
  propose("sig-a/7-faster", "provisional");
  commit_all();
  write("repo/keps/sig-a/7-faster/kep.yaml", "title: [broken\nstatus: implemented\n");
  commit_all();
  propose("sig-a/7-faster", "implementable");
  commit_all();
  const History history = extract();
  EXPECT_EQ(history.unreadable, 1);
  EXPECT_EQ(told(history.lifespans[0], "status"),
            (Lines{"status:  -> provisional", "status: provisional -> implementable"}));
}

TEST_F(Extract, TakesTheAuthorFromTheBranchThatWasMerged) {
  write("repo/a", "a\n");
  commit_all();
  git("checkout -q -b topic");
  propose("sig-a/7-faster", "provisional");
  git("add -A");
  git("-c user.name=Ann commit -q -m topic");
  git("checkout -q main");
  git("merge -q --no-ff -m merge topic");
  const History history = extract();
  ASSERT_EQ(history.commits.size(), 1);
  EXPECT_EQ(history.commits[0].author, "Ann");
}

TEST_F(Extract, ContinuesWhereItEnded) {
  propose("sig-a/7-faster", "provisional");
  commit_all();
  const History first = extract();
  propose("sig-a/7-faster", "implementable", "alpha");
  propose("sig-a/9-new", "provisional", "", "9");
  commit_all();
  git("mv keps/sig-a/7-faster keps/sig-a/7-faster-still");
  commit_all();
  const History whole = extract();
  const History continued = extract(&first);
  EXPECT_EQ(write_history(continued, "x"), write_history(whole, "x"));
  EXPECT_EQ(whole.lifespans.size(), 2);
}

TEST_F(Extract, BeginsAnewWhenHistoryWasRewritten) {
  propose("sig-a/7-faster", "provisional");
  commit_all();
  const History first = extract();
  propose("sig-a/7-faster", "implementable");
  git("add -A");
  git("commit -q --amend -m other");
  EXPECT_EQ(write_history(extract(&first), "x"), write_history(extract(), "x"));
}

TEST_F(Extract, SaysWhereAShallowCloneBegins) {
  propose("sig-a/7-faster", "provisional");
  commit_all();
  propose("sig-a/7-faster", "implementable");
  commit_all();
  git("clone -q --depth 1 'file://" + at("repo") + "' '" + at("clone") + "'");
  const Git git = open("clone");
  const auto history = extract_history(git, *process_, **git.head(), {});
  ASSERT_TRUE(history) << history.error().message;
  EXPECT_TRUE(history->since);
  EXPECT_EQ(told(history->lifespans[0], "status"), (Lines{"status:  -> implementable"}));
}

TEST_F(Extract, KeepsAHistoryAsBytes) {
  propose("sig-a/7-faster", "provisional");
  commit_all();
  write("repo/keps/sig-a/7-faster/kep.yaml",
        "title: \"tab\\there, back\\\\slash\"\nkep-number: 7\nstatus: provisional\n"
        "authors: [\"@jane\", \"@joe\"]\nmilestone: {alpha: v1.2, beta: v1.3}\n");
  commit_all();
  git("rm -qr keps");
  commit_all();
  const History history = extract();
  const std::string text = write_history(history, "by");
  const auto read = read_history(text, "by");
  ASSERT_TRUE(read);
  EXPECT_EQ(write_history(*read, "by"), text);
  ASSERT_TRUE(read->lifespans[0].latest());
  EXPECT_EQ(*read->lifespans[0].latest(), *history.lifespans[0].latest());
  EXPECT_EQ(read->lifespans[0].latest()->authors, (Lines{"jane", "joe"}));

  EXPECT_FALSE(read_history(text, "another"));
  EXPECT_FALSE(read_history("", "by"));
  for (std::size_t cut = 0; cut + 1 < text.size(); cut += 7) {
    EXPECT_FALSE(read_history(std::string_view(text).substr(0, cut), "by")) << cut;
    std::string damaged = text;
    damaged[cut] = static_cast<char>(damaged[cut] ^ 0x10);
    EXPECT_FALSE(read_history(damaged, "by")) << cut;
  }
}

}  // namespace
}  // namespace milepost
