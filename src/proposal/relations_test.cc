#include "proposal/relations.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "proposal/facts.h"
#include "proposal/tree_fixture.h"

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kConfig = R"(schema: 1
process: kep
layout: {url: "https://example.org/own/"}
)";

class RelationsOf : public TreeFixture {
 protected:
  RelationsOf() { write("milepost.yaml", kConfig); }

  // Proposals are known by their number in the path, and need no document.
  void propose(const std::string& path, const std::string& metadata = "status: provisional\n") {
    write("keps/sig-a/" + path + "/kep.yaml", metadata);
  }

  const Facts& facts() {
    if (facts_) return *facts_;
    auto opened = open_repository(at(""), {});
    EXPECT_TRUE(opened && opened->process);
    repository_ = *opened;
    facts_ = gather_facts(repository_, {}, 1);
    return *facts_;
  }

  const Card& card(std::string_view number) { return *facts().index().find_number(number); }

  // "proposal keps/sig-a/2-b", "nothing, moved to …".
  std::string show(const Reference& reference) {
    constexpr std::string_view kNames[] = {"proposal", "file", "web", "nothing", "prose"};
    std::string text(kNames[static_cast<std::size_t>(reference.kind)]);
    if (reference.card) text += " " + reference.card->path;
    if (reference.moved_to) text += ", now " + reference.moved_to->path;
    return text;
  }

 private:
  Repository repository_;
  std::unique_ptr<const Facts> facts_;
};

TEST_F(RelationsOf, AreResolvedHoweverTheyAreWritten) {
  const struct {
    std::string_view text, want;
  } cases[] = {
      {"/keps/sig-a/2-other", "proposal keps/sig-a/2-other"},
      {"keps/sig-a/2-other/", "proposal keps/sig-a/2-other"},
      {"keps/sig-a/2-other/kep.yaml", "proposal keps/sig-a/2-other"},
      {"../2-other/README.md", "nothing, now keps/sig-a/2-other"},  // it has no such file
      {"../2-other", "proposal keps/sig-a/2-other"},
      {"KEP-2", "proposal keps/sig-a/2-other"},
      {"#0002", "proposal keps/sig-a/2-other"},
      {"2", "proposal keps/sig-a/2-other"},
      {"#3", "nothing"},
      {"KEP-3", "nothing"},
      {"/milepost.yaml", "file"},
      {"keps", "prose"},
      {"/keps/sig-a", "file"},
      {"/keps/sig-b/other.md", "nothing, now keps/sig-a/2-other"},
      {"/keps/sig-b/20190214-other.md", "nothing, now keps/sig-a/2-other"},
      {"/keps/sig-b/twin.md", "nothing"},
      {"../../../../../2-other", "nothing, now keps/sig-a/2-other"},
      {"https://example.com/x", "web"},
      {"https://example.com/x - and why", "web"},
      {"[words](https://example.com/x)", "web"},
      {"[words](/keps/sig-a/2-other)", "proposal keps/sig-a/2-other"},
      {"<https://example.com/x>", "web"},
      {"https://example.org/own/issues/2", "proposal keps/sig-a/2-other"},
      {"https://example.org/own/issues/3", "web"},
      {"https://example.org/own/blob/main/keps/sig-a/2-other#goals", "proposal keps/sig-a/2-other"},
      {"https://example.org/own/tree/master/keps/none", "nothing"},
      {"https://example.org/own/blob/v1.0/keps/none", "web"},
      {"the other one", "prose"},
      {"KEP-two", "prose"},
  };
  std::string metadata = "see-also:\n";
  for (const auto& c : cases) metadata += fmt::format("  - \"{}\"\n", c.text);
  propose("1-one", metadata);
  propose("2-other");
  propose("4-twin");
  propose("5-twin");
  const auto& references = facts().references_of(card("1"));
  ASSERT_EQ(references.size(), std::size(cases));
  for (std::size_t i = 0; i < references.size(); ++i) {
    EXPECT_EQ(references[i].text, cases[i].text);
    EXPECT_EQ(show(references[i]), cases[i].want) << cases[i].text;
  }
}

TEST_F(RelationsOf, KeepTheTargetWithoutItsMarkup) {
  propose("1-one",
          "see-also: [\"[a](https://example.com/x#y)\", \"https://example.com - b\", KEP-2]\n");
  const auto& references = facts().references_of(card("1"));
  ASSERT_EQ(references.size(), 3U);
  EXPECT_EQ(references[0].target, "https://example.com/x#y");
  EXPECT_EQ(references[0].address(), "https://example.com/x");
  EXPECT_EQ(references[1].target, "https://example.com");
  EXPECT_EQ(references[2].target, "KEP-2");
}

TEST_F(RelationsOf, StandInTheOrderOfTheirFields) {
  propose("1-one", "superseded-by: [KEP-2]\nreplaces: KEP-3\nsee-also: [TBD, KEP-4, '']\n");
  Texts all;
  for (const Reference& reference : facts().references_of(card("1"))) all.push_back(reference.text);
  EXPECT_EQ(all, (Texts{"KEP-4", "KEP-3", "KEP-2"})) << "what is unset is left out";
  EXPECT_TRUE(facts().references_of(Card{}).empty()) << "a card of no index";
  EXPECT_TRUE(Relations().of(card("1")).empty());
}

TEST_F(RelationsOf, AreKnownToThoseTheyName) {
  propose("1-one", "replaces: [KEP-3, KEP-3]\nsee-also: [KEP-2]\n");
  propose("2-two", "replaces: [KEP-3]\n");
  propose("3-three");
  const auto naming = [&](std::string_view number, FieldRole role) {
    Texts all;
    for (const Card* other : facts().naming(card(number), role)) {
      all.push_back(other->path);
    }
    return all;
  };
  EXPECT_EQ(naming("3", FieldRole::kReplaces), (Texts{"keps/sig-a/1-one", "keps/sig-a/2-two"}));
  EXPECT_EQ(naming("2", FieldRole::kSeeAlso), Texts{"keps/sig-a/1-one"});
  EXPECT_EQ(naming("2", FieldRole::kReplaces), Texts{});
}

TEST_F(RelationsOf, CirclesAreToldByTheirFirstMember) {
  propose("1-one", "see-also: [KEP-2]\nsuperseded-by: [KEP-2]\n");
  propose("2-two", "see-also: [KEP-1]\nreplaces: [KEP-1]\n");
  propose("3-three", "replaces: [KEP-3, KEP-4]\n");
  propose("4-four", "replaces: [KEP-5]\n");
  propose("5-five", "replaces: [KEP-3]\n");
  // Only the second of them says anything.
  propose("6-six");
  propose("7-seven", "replaces: [KEP-6]\nsuperseded-by: [KEP-6]\n");
  const auto circles = [&](std::string_view number) {
    Texts all;
    for (const Circle& circle : facts().circles_of(card(number))) {
      std::string text = facts().references_of(card(number))[circle.reference].text + ":";
      for (const std::string& member : circle.members) text += " " + facts().find(member)->number;
      all.push_back(text);
    }
    return all;
  };
  EXPECT_EQ(circles("1"), Texts{}) << "both say the same";
  EXPECT_EQ(circles("2"), Texts{});
  EXPECT_EQ(circles("3"), Texts{"KEP-4: 3 4 5"});
  EXPECT_EQ(circles("4"), Texts{});
  EXPECT_EQ(circles("6"), Texts{});
  EXPECT_EQ(circles("7"), Texts{"KEP-6: 7 6"});
}

TEST_F(RelationsOf, FindsWhatHasMovedByItsNameAlone) {
  propose("1-one");
  propose("2-twin");
  propose("3-twin");
  const auto moved = [&](std::string_view path) {
    const Card* found = facts().find_moved(std::string(path));
    return found ? found->path : "";
  };
  EXPECT_EQ(moved("docs/one.md"), "keps/sig-a/1-one");
  EXPECT_EQ(moved("docs/0009-ONE/README.md"), "keps/sig-a/1-one");
  EXPECT_EQ(moved("docs/twin.md"), "") << "which of the two?";
  EXPECT_EQ(moved("docs/one.png"), "");
  EXPECT_EQ(moved(""), "");
  EXPECT_EQ(moved("1234"), "");
  EXPECT_EQ(Relations().find_moved("docs/one.md"), nullptr);
}

}  // namespace
}  // namespace milepost
