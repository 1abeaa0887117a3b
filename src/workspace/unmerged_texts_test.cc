#include "workspace/unmerged_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "git/git_fixture.h"
#include "workspace/workspace.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"(schema: 1
name: ways
title: A process for tests
layout:
  documents: ["ways/*/README.md"]
  path: "ways/{number}-{slug}/README.md"
  metadata: [{file: way.yaml}]
fields:
  - {id: title, is: title}
  - {id: number, is: number, type: number}
  - {id: status, is: status, type: enum}
  - {id: latest, is: latest-milestone, type: version}
reviews:
  - {id: safety, title: safety review, file: "reviews/{number}.yaml", number: number, approver: by}
ladders:
  - {id: growth, stages: [alpha, beta]}
statuses:
  - {id: draft}
kinds:
  - {id: way, template: template.md}
)";

class Texts : public GitFixture {
 protected:
  Texts() {
    make_repository();
    write("repo/milepost.yaml", "schema: 1\nprocess: ./pack\n");
    write("repo/pack/process.yaml", kPack);
    write("repo/pack/template.md", "# Title\n");
    propose("12-faster", "title: Faster\nnumber: 12\nstatus: draft\n");
    commit("base", 1);
  }

  void commit(const std::string& message, int day) {
    ::setenv("GIT_COMMITTER_DATE", ("2026-01-0" + std::to_string(day) + "T00:00:00Z").c_str(), 1);
    commit_all(message);
    ::unsetenv("GIT_COMMITTER_DATE");
  }
  void propose(const std::string& name, const std::string& metadata,
               const std::string& text = "# Text\n") const {
    write("repo/ways/" + name + "/way.yaml", metadata);
    write("repo/ways/" + name + "/README.md", text);
  }
  // What is done on a branch becomes the pull request 7, and the main line is as it was.
  void pull(const std::function<void()>& change, int day = 2) {
    git("checkout -q -b side");
    change();
    commit("pull", day);
    git("update-ref refs/pull/7/head HEAD && git checkout -q main && git branch -q -D side");
  }

  static WantedText wanted(const std::string& number, const std::string& place = "o/r#7") {
    WantedText text{number, place, {}};
    text.announced = true;
    text.title = "Known";
    return text;
  }

  UnmergedTexts read(const WantedText& text, std::optional<Instant> before = std::nullopt) const {
    const auto workspace = Workspace::open({at("repo")}, {0});
    EXPECT_TRUE(workspace) << workspace.error().message;
    return read_unmerged((*workspace)->repository(), (*workspace)->index(), {text}, before);
  }
  // The path of the text, or what is wrong with it; "merged" when it is.
  std::string found(const WantedText& text, std::optional<Instant> before = std::nullopt) const {
    const UnmergedTexts texts = read(text, before);
    if (texts.empty()) return "merged";
    const UnmergedTexts::Entry& entry = texts.entries.front();
    return entry.path.empty() ? "! " + entry.unmerged->problem : entry.path;
  }
};

TEST_F(Texts, OfACandidate) {
  pull([&] {
    propose("34-new", "title: New\nnumber: 34\nstatus: draft\n");
    write("repo/ways/34-new/picture.png", "not read");
    write("repo/reviews/34.yaml", "number: 34\nalpha: {by: \"@jane\"}\n");
    write("repo/reviews/12.yaml", "number: 12\nalpha: {by: \"@jane\"}\n");
    write("repo/milepost.yaml", "schema: 1\nprocess: ./pack\nstatuses: []\n");
  });
  const UnmergedTexts texts = read(wanted("34"));
  ASSERT_EQ(texts.entries.size(), 1);
  EXPECT_EQ(texts.entries[0].path, "ways/34-new");
  EXPECT_TRUE(texts.entries[0].unmerged->candidate);
  std::vector<std::string> paths;
  for (const auto& [path, text] : texts.edits) paths.push_back(path);
  EXPECT_THAT(paths, testing::ElementsAre("reviews/34.yaml", "ways/34-new/README.md",
                                          "ways/34-new/picture.png", "ways/34-new/way.yaml"))
      << "nothing but its own files and its review";
  EXPECT_EQ(*texts.edits.at("ways/34-new/picture.png"), "");
}

TEST_F(Texts, ThatAreNotThere) {
  pull([&] { propose("34-new", "title: New\nnumber: 34\n"); });
  EXPECT_EQ(found(wanted("34", "o/r#8")), "! its text is in #8, which this clone does not have");
  EXPECT_EQ(read(wanted("34", "o/r#8")).entries[0].unmerged->fetch,
            "git fetch origin pull/8/head:refs/pull/8/head");
  EXPECT_EQ(found(wanted("35")), "! #7 changes no proposal 35");
  EXPECT_EQ(found(wanted("34", "")), "! ") << "nobody has said where";
  EXPECT_EQ(found(wanted("34", "nowhere")),
            "! its text is in the branch nowhere, which this clone does not have");
}

TEST_F(Texts, ThatAreOdd) {
  pull([&] {
    propose("34-new", "title: New\nnumber: 34\n");
    propose("NNNN-other", "title: Other\nnumber: 34\n");
    propose("56-linked", "title: Linked\nnumber: 56\n");
    git("rm -q -f --cached --ignore-unmatch ways/56-linked/README.md");
    std::filesystem::remove(at("repo/ways/56-linked/README.md"));
    std::filesystem::create_symlink("/etc/passwd", at("repo/ways/56-linked/README.md"));
    propose("78-large", "title: Large\nnumber: 78\n", std::string(2 * 1024 * 1024, 'x'));
  });
  EXPECT_THAT(found(wanted("34")),
              testing::StartsWith("! #7 has several proposals 34: ways/34-new, ways/NNNN-other"));
  EXPECT_EQ(found(wanted("56")),
            "! ways/56-linked/README.md in #7: is a symbolic link, which is not followed before it "
            "is merged");
  EXPECT_THAT(found(wanted("78")), testing::HasSubstr("ways/78-large/README.md in #7: "));
  git("update-ref refs/pull/9/head HEAD:milepost.yaml");
  EXPECT_THAT(found(wanted("34", "o/r#9")), testing::HasSubstr("is no commit"));
}

TEST_F(Texts, AnotherProposalsFolderIsNotTaken) {
  pull([&] { propose("12-faster", "title: Mine now\nnumber: 34\n"); });
  EXPECT_EQ(found(wanted("34")), "! #7 changes no proposal 34");
}

TEST_F(Texts, AnUpdateTakesThePlaceOfWhatIsMerged) {
  pull([&] {
    git("mv ways/12-faster ways/12-quicker");
    write("repo/ways/12-quicker/way.yaml", "title: Quicker\nnumber: 12\nstatus: draft\n");
  });
  const UnmergedTexts texts = read(wanted("12"));
  ASSERT_EQ(texts.entries.size(), 1);
  EXPECT_EQ(texts.entries[0].path, "ways/12-quicker");
  EXPECT_FALSE(texts.entries[0].unmerged->candidate);
  EXPECT_EQ(texts.edits.at("ways/12-faster/way.yaml"), std::nullopt);
}

TEST_F(Texts, WhenTheyAreMerged) {
  const auto change = [&] {
    propose("12-faster", "title: Fast\nnumber: 12\nstatus: draft\n", "# Update\n");
  };
  pull(change);
  EXPECT_EQ(found(wanted("12")), "ways/12-faster");
  // As one commit, and changed since.
  change();
  commit("squashed", 3);
  EXPECT_EQ(found(wanted("12")), "merged");
  propose("12-faster", "title: Fast\nnumber: 12\nstatus: draft\n", "# Update, and more\n");
  commit("more", 4);
  EXPECT_EQ(found(wanted("12")), "merged");
  // A freeze before that sees neither.
  EXPECT_EQ(found(wanted("12"), parse_instant("2026-01-02T12:00:00Z")), "ways/12-faster");
}

TEST_F(Texts, MergedWithItsCommits) {
  pull([&] { propose("34-new", "title: New\nnumber: 34\n"); });
  EXPECT_EQ(found(wanted("34")), "ways/34-new");
  git("merge -q --no-ff -m merge refs/pull/7/head");
  EXPECT_EQ(found(wanted("34")), "merged");
}

TEST_F(Texts, RecordedAsMerged) {
  pull([&] { propose("12-faster", "title: Fast\nnumber: 12\n"); });
  WantedText text = wanted("12");
  text.merged = parse_instant("2026-01-03T00:00:00Z");
  EXPECT_EQ(found(text), "merged");
  EXPECT_EQ(found(text, parse_instant("2026-01-02T12:00:00Z")), "ways/12-faster");
  text.number = "34";
  EXPECT_EQ(found(text), "! #7 is merged, and this clone does not have it");
}

TEST_F(Texts, LaterCommitsAreNotSeenBefore) {
  pull([&] { propose("34-new", "title: New\nnumber: 34\nstatus: draft\n"); }, 4);
  EXPECT_EQ(found(wanted("34"), parse_instant("2026-01-03T00:00:00Z")), "! #7 had no proposal 34");
  EXPECT_EQ(found(wanted("34"), parse_instant("2026-01-05T00:00:00Z")), "ways/34-new");
}

}  // namespace
}  // namespace milepost
