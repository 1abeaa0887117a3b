#include "proposal/facts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/parallel.h"
#include "process/process_fixture.h"
#include "proposal/tree_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"(schema: 1
name: test
layout:
  documents: ["plans/*/*.md"]
  path: "plans/{group}/{number}-{slug}.md"
  metadata: [{front-matter: true}]
fields:
  - {id: number, is: number, type: number}
  - {id: group, is: group, type: group}
  - {id: gates, is: feature-gates, type: records, fields: [{id: called}]}
rosters:
  - {id: approvers, names: [jane]}
reviews:
  - {id: safety, title: safety review, file: "reviews/{group}/{number}.yaml", approver: approver}
statuses: [{id: draft}]
kinds: [{id: feature, template: t.md}]
words: {unset: [tbd]}
)";

class FactsOfATree : public TreeFixture {
 protected:
  void SetUp() override {
    auto loaded =
        load_texts({{"pack/process.yaml", std::string(kPack)}, {"pack/t.md", "# T\n## Summary\n"}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    repository_ = {at(""), *loaded, {}, {}, {}, disk_tree(at(""))};
  }

  void plan(const std::string& path, std::string_view fields) const {
    write("plans/" + path + ".md", fmt::format("---\n{}---\n# My title\n", fields));
  }
  void review(const std::string& path) const { write("reviews/" + path + ".yaml", "alpha: {}\n"); }
  std::unique_ptr<const Facts> gather() const { return gather_facts(repository_, {2025, 6, 1}, 2); }

  static const Card& card(const Facts& facts, const std::string& path) {
    return facts.index().cards.at(facts.index().by_path.at("plans/" + path + ".md"));
  }
  // Those of a proposal, without the folder of reviews: "build/12 build/13".
  static std::string reviews_of(const Facts& facts, const std::string& path) {
    std::string all;
    for (const ReviewFile* file : facts.reviews_of(card(facts, path))) {
      all += fmt::format("{}{}/{}", all.empty() ? "" : " ", file->parts.find("group"),
                         file->parts.find("number"));
    }
    return all;
  }

  Repository repository_;
};

TEST_F(FactsOfATree, HoldWhatIsThere) {
  plan("build/12-caches", "");
  plan("build/13-farms", "number: 13\n");
  review("build/12");
  const auto gathered = gather();
  const Facts& facts = *gathered;
  EXPECT_TRUE(facts.is_repository());
  EXPECT_EQ(facts.index().cards.size(), 2U);
  EXPECT_TRUE(facts.rosters().has("approvers", "@Jane"));
  EXPECT_EQ(facts.reviews().size(), 1U);
  EXPECT_EQ(facts.today(), (Date{2025, 6, 1}));
  EXPECT_TRUE(facts.index().read_errors.empty());
}

TEST_F(FactsOfATree, MayBeEmpty) {
  const auto gathered = gather();
  const Facts& facts = *gathered;
  EXPECT_TRUE(facts.is_repository());
  EXPECT_TRUE(facts.index().cards.empty());
  EXPECT_TRUE(facts.reviews_of(Card()).empty());
  EXPECT_FALSE(Facts().is_repository());
}

TEST_F(FactsOfATree, CollectReadErrors) {
  plan("build/12-caches", "");
  write("reviews/build/12.yaml", std::string(2 * 1024 * 1024, '#'));
  const auto gathered = gather();
  const Facts& facts = *gathered;
  ASSERT_EQ(facts.read_errors().size(), 1U);
  EXPECT_EQ(facts.read_errors()[0].path, "reviews/build/12.yaml");
}

TEST_F(FactsOfATree, FindReviewsOfAProposal) {
  plan("build/12-caches", "");
  plan("build/0013-farms", "");
  plan("build/14-typo", "number: 41\n");  // its path has another number
  plan("build/15-moved", "group: test\n");
  plan("build/16-lost", "");
  plan("build/20-one", "");
  plan("test/20-two", "");
  plan("build/21-copied", "number: 12\n");
  review("build/012");
  review("build/13");
  review("build/14");
  review("build/41");
  review("build/15");
  review("test/15");
  review("run/16");
  review("build/20");
  review("test/20");
  review("run/20");
  const auto gathered = gather();
  const Facts& facts = *gathered;
  const struct {
    std::string path;
    std::string_view want;
  } cases[] = {
      {"build/12-caches", "build/012"},
      {"build/0013-farms", "build/13"},
      {"build/14-typo", "build/14 build/41"},
      {"build/15-moved", "build/15 test/15"},
      {"build/16-lost", "run/16"},
      {"build/20-one", "build/20 run/20"},
      {"test/20-two", "run/20 test/20"},
      {"build/21-copied", ""},
  };
  for (const auto& c : cases) EXPECT_EQ(reviews_of(facts, c.path), c.want) << c.path;
}

TEST_F(FactsOfATree, FindProposalsOfAReview) {
  plan("build/12-caches", "");
  plan("build/14-typo", "number: 41\n");
  plan("build/20-one", "");
  plan("test/20-two", "");
  for (const char* number : {"12", "14", "20", "41", "99"}) review(std::string("build/") + number);
  const auto gathered = gather();
  const Facts& facts = *gathered;
  std::string found;
  for (const ReviewFile& file : facts.reviews()) {
    found += file.number + ":";
    for (const Card* of : facts.proposals_of(file)) found += " " + of->path;
    found += "\n";
  }
  EXPECT_EQ(found,
            "12: plans/build/12-caches.md\n"
            "14: plans/build/14-typo.md\n"
            "20: plans/build/20-one.md plans/test/20-two.md\n"
            "41: plans/build/14-typo.md\n"
            "99:\n");
}

TEST_F(FactsOfATree, KnowWhoClaimsAGate) {
  plan("build/12-caches", "gates: [{called: Caches}, {called: Caches}, {called: TBD}]\n");
  plan("build/13-farms", "gates: [Caches, {other: Farms}, {called: [Two, More]}, {}]\n");
  plan("build/14-none", "gates:\n");
  const auto gathered = gather();
  const Facts& facts = *gathered;
  const auto& claims = facts.index().by_feature_gate;
  EXPECT_EQ(claims.at("Caches"), (std::vector<std::size_t>{0, 0, 1}));
  EXPECT_EQ(claims.at("Two"), std::vector<std::size_t>{1});
  EXPECT_EQ(claims.size(), 2U);
}

TEST_F(FactsOfATree, TellWhatStandsAtAPath) {
  write("docs/page.md", "");
  std::filesystem::create_symlink("page.md", at("docs/link.md"));
  std::filesystem::create_symlink("gone.md", at("docs/broken.md"));
  const auto gathered = gather();
  const Facts& facts = *gathered;
  const struct {
    std::string path;
    PathKind want;
  } cases[] = {
      {"docs/page.md", PathKind::kFile},
      {"docs", PathKind::kFolder},
      {"docs/", PathKind::kFolder},
      {"docs/link.md", PathKind::kFile},
      {"docs/broken.md", PathKind::kNothing},
      {"docs/gone.md", PathKind::kNothing},
      {"docs/page.md/x", PathKind::kNothing},
      {std::string(5000, 'x'), PathKind::kNothing},
      {"", PathKind::kFolder},
  };
  for (const auto& c : cases) EXPECT_EQ(facts.path_kind(c.path), c.want) << c.path;
  // What was looked at once is not looked at again.
  std::filesystem::remove(at("docs/page.md"));
  EXPECT_EQ(facts.path_kind("docs/page.md"), PathKind::kFile);
}

TEST_F(FactsOfATree, MayBeAskedByManyThreads) {
  write("docs/page.md", "");
  const auto gathered = gather();
  const Facts& facts = *gathered;
  std::vector<PathKind> kinds(200);
  parallel_for(kinds.size(), 4, [&](std::size_t i) {
    kinds[i] = facts.path_kind(i % 2 == 0 ? "docs/page.md" : "docs/gone.md");
  });
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(kinds[i], i % 2 == 0 ? PathKind::kFile : PathKind::kNothing) << i;
  }
}

}  // namespace
}  // namespace milepost
