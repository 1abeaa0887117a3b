#include "proposal/card.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "proposal/tree_fixture.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using Texts = std::vector<std::string>;

class Cards : public TreeFixture {
 protected:
  const Index& read(const std::string& process) {
    write("milepost.yaml", "schema: 1\nprocess: " + process + "\n");
    auto opened = open_repository(at(""), {});
    EXPECT_TRUE(opened) << opened.error().message;
    repository_ = *opened;
    index_ = read_index(repository_, 2);
    return index_;
  }
  Texts paths() const {
    Texts paths;
    for (const Card& card : index_.cards) paths.push_back(card.path);
    return paths;
  }
  // The path of the card that `path` belongs to, or "".
  std::string owner_of(std::string_view path) const {
    const Card* card = index_.find(path);
    return card ? card->path : std::string();
  }

  Repository repository_;
  Index index_;
};

TEST_F(Cards, SayWhatTheMetadataSays) {
  write("keps/sig-a/7-x/README.md", "# KEP-7: X\n");
  write("keps/sig-a/7-x/kep.yaml", R"(title: An X
kep-number: 0007
authors: ["@ada", grace, TBD, "Jane Doe"]
reviewers: "@linus - for the scheduler"
approvers: [TBD]
owning-sig: sig-b
participating-sigs: [sig-a, n/a]
status: implementable
stage: beta
kind: process
creation-date: 2024-02-29
last-updated: 2024-02-30
latest-milestone: 1.30
milestone: {alpha: v1.29, beta: "v1.30", stable: "0.0", later: soon}
feature-gates:
  - {name: GateX, components: [a]}
  - {name: n/a}
  - GateY
)");
  ASSERT_EQ(read("kep").cards.size(), 1U);
  const Card& card = index_.cards[0];
  EXPECT_EQ(card.path, "keps/sig-a/7-x");
  EXPECT_EQ(card.files.document, "keps/sig-a/7-x/README.md");
  EXPECT_EQ(card.files.metadata, "keps/sig-a/7-x/kep.yaml");
  EXPECT_EQ(card.parts.find("slug"), "x");
  EXPECT_EQ(card.number, "7");
  EXPECT_EQ(card.title, "An X");
  EXPECT_EQ(card.group, "sig-b");
  EXPECT_EQ(card.participating_groups, Texts{"sig-a"});
  EXPECT_EQ(card.authors, (Texts{"ada", "grace", "Jane Doe"}));
  EXPECT_EQ(card.reviewers, Texts{"linus"});
  EXPECT_THAT(card.approvers, IsEmpty());
  EXPECT_EQ(card.status, "implementable");
  EXPECT_EQ(card.stage, "beta");
  EXPECT_EQ(card.kind, "process");
  EXPECT_EQ(card.created, (Date{2024, 2, 29}));
  EXPECT_EQ(card.updated, std::nullopt) << "no day of the calendar";
  EXPECT_EQ(card.latest_milestone, "v1.30");
  EXPECT_THAT(card.milestones, ElementsAre(Pair("alpha", "v1.29"), Pair("beta", "v1.30")));
  EXPECT_EQ(card.feature_gates, (Texts{"GateY", "GateX"}));
  EXPECT_EQ(card.document, nullptr) << "nobody had to read it";
  EXPECT_THAT(index_.read_errors, IsEmpty());
}

TEST_F(Cards, FallBackOnThePathAndTheProcess) {
  write("keps/sig-a/0012-y/README.md", "# Y\n");
  write("keps/sig-a/0012-y/kep.yaml", "kep-number: NNNN\nstatus: half done\n");
  write("keps/sig-a/odd/kep.yaml", "title: [a]\nauthors: {a: b}\nmilestone: v1.2\n");
  ASSERT_EQ(read("kep").cards.size(), 2U);
  const Card& card = index_.cards[0];
  EXPECT_EQ(card.number, "12");
  EXPECT_EQ(card.group, "sig-a");
  EXPECT_EQ(card.title, "") << "the document is not read for it";
  EXPECT_EQ(card.status, "half done") << "as written";
  EXPECT_EQ(card.kind, "feature");
  const Card& odd = index_.cards[1];
  EXPECT_FALSE(odd.files.has_document);
  EXPECT_EQ(odd.number, "") << "the path does not fit the pattern";
  EXPECT_EQ(odd.title, "");
  EXPECT_THAT(odd.authors, IsEmpty());
  EXPECT_THAT(odd.milestones, IsEmpty());
}

TEST_F(Cards, AreFoundByNumber) {
  write("keps/sig-a/7-x/kep.yaml", "kep-number: 0007\n");
  write("keps/sig-b/7-y/kep.yaml", "kep-number: 7\n");
  write("keps/sig-b/8-z/kep.yaml", "title: Z\n");
  read("kep");
  ASSERT_EQ(index_.by_number.at("7").size(), 2U);
  ASSERT_NE(index_.find_number("7"), nullptr);
  EXPECT_EQ(index_.find_number("7")->path, "keps/sig-a/7-x") << "the first";
  EXPECT_EQ(index_.find_number("8")->path, "keps/sig-b/8-z") << "by its path";
  EXPECT_EQ(index_.find_number("0007"), nullptr) << "asked for without zeros";
  EXPECT_EQ(index_.find_number(""), nullptr);
}

TEST_F(Cards, AreFoundFromAnyPathOfTheirs) {
  write("keps/sig-a/7-x/README.md", "# X\n");
  write("keps/sig-a/7-x/kep.yaml", "kep-number: 7\n");
  write("keps/sig-a/7-x/images/deep/a.png", "");
  read("kep");
  const std::string own = "keps/sig-a/7-x";
  for (const std::string_view path :
       {"keps/sig-a/7-x", "keps/sig-a/7-x/", "keps/sig-a/7-x/README.md", "keps/sig-a/7-x/kep.yaml",
        "keps/sig-a/7-x/images/deep/a.png", "keps/sig-a/7-x/gone.md"}) {
    EXPECT_EQ(owner_of(path), own) << path;
  }
  for (const std::string_view path : {"", "/", "keps", "keps/sig-a", "keps/sig-a/7-xy",
                                      "keps/sig-a/7-xy/README.md", "README.md"}) {
    EXPECT_EQ(owner_of(path), "") << path;
  }
}

TEST_F(Cards, OfDocumentsWithoutAFolderAreTheirFiles) {
  const std::string design =
      "<!-- licence -->\n\n## Before\n\n# {}\n\n## Status\n\n{}\n\n## Summary\n\n## Motivation\n";
  write("design/a.md", fmt::format(fmt::runtime(design), "Title `A`", "One of: implementable"));
  write("design/below/b.md", fmt::format(fmt::runtime(design), "B", "accepted"));
  write("design/c.md", "---\nstatus: implemented\n---\n## Status\n\n## Summary\n\n## Motivation\n");
  write("design/style-guide.md", "# How to write\n\n## Words\n");
  read("design");
  EXPECT_EQ(paths(), (Texts{"design/a.md", "design/below/b.md", "design/c.md"}));
  EXPECT_EQ(index_.cards[0].title, "Title A") << "of level 1, whatever stands before it";
  EXPECT_EQ(index_.cards[0].status, "implementable");
  EXPECT_EQ(index_.cards[1].status, "accepted");
  EXPECT_EQ(index_.cards[2].title, "Status") << "no heading of level 1";
  EXPECT_EQ(index_.cards[2].status, "implemented");
  EXPECT_NE(index_.cards[0].document, nullptr);
  EXPECT_EQ(owner_of("design/a.md"), "design/a.md");
  EXPECT_EQ(owner_of("design/other.md"), "");
  EXPECT_EQ(owner_of("design"), "");
}

TEST_F(Cards, ThatCannotBeReadAreReadErrors) {
  write("keps/sig-a/1-fine/kep.yaml", "kep-number: 1\n");
  write("keps/sig-a/2-huge/kep.yaml", "kep-number: 2\n");
  std::filesystem::resize_file(root_ / "keps/sig-a/2-huge/kep.yaml", std::uintmax_t{1} << 40U);
  write("keps/sig-a/3-binary/README.md", std::string_view("\x7F"
                                                          "ELF\0\0\0\1",
                                                          8));
  write("keps/sig-a/4-broken/kep.yaml", "kep-number: 4\nstatus: [\n");
  write("keps/sig-a/5-gone/README.md", "# X\n");
  std::filesystem::create_symlink("nowhere", root_ / "keps/sig-a/5-gone/kep.yaml");
  read("kep");
  EXPECT_EQ(paths(), (Texts{"keps/sig-a/1-fine", "keps/sig-a/2-huge", "keps/sig-a/4-broken",
                            "keps/sig-a/5-gone"}));
  EXPECT_EQ(index_.cards[1].number, "2") << "of its path";
  EXPECT_EQ(index_.cards[1].metadata->source, nullptr);
  EXPECT_EQ(index_.cards[2].number, "4") << "what could be read counts";
  EXPECT_FALSE(index_.cards[2].metadata->complete());
  ASSERT_GE(index_.read_errors.size(), 2U);
  const auto read_error_of = [&](std::string_view path) {
    for (const ReadError& read_error : index_.read_errors) {
      if (read_error.path == path) return read_error.message;
    }
    return std::string("none");
  };
  EXPECT_THAT(read_error_of("keps/sig-a/2-huge/kep.yaml"), HasSubstr("larger"));
  EXPECT_EQ(read_error_of("keps/sig-a/3-binary/README.md"), "is a binary file, not Markdown");
}

}  // namespace
}  // namespace milepost
