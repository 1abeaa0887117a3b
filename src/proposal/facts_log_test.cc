#include "proposal/facts_log.h"

#include <functional>

#include <gtest/gtest.h>

#include "proposal/facts.h"
#include "proposal/tree_fixture.h"

namespace milepost {
namespace {

using Ask = std::function<void(const Facts& facts, const Card& subject)>;

class LoggedFacts : public TreeFixture {
 protected:
  LoggedFacts() { fill(); }

  // Everything as it is at first.
  void fill() const {
    std::filesystem::remove_all(root_);
    write("milepost.yaml", "schema: 1\nprocess: kep\n");
    write("OWNERS_ALIASES", "aliases:\n  sig-a-leads: [jane]\n");
    write("docs/page.md", "# Page\n\n## Here\n\nProse.\n");
    propose("1-one", "see-also: [KEP-2, /docs/new.md]\n");
    propose("2-two", "feature-gates: [{name: Fast}]\n");
    propose("3-three", "");
    write("keps/prod-readiness/sig-a/1.yaml", "kep-number: 1\nalpha: {approver: \"@jane\"}\n");
  }
  void propose(const std::string& name, const std::string& metadata) const {
    write("keps/sig-a/" + name + "/kep.yaml", "status: provisional\n" + metadata);
  }

  std::unique_ptr<const Facts> gather(Date today = {2026, 1, 1}) {
    auto opened = open_repository(at(""), {});
    EXPECT_TRUE(opened && opened->process);
    repositories_.push_back(std::move(*opened));
    return gather_facts(repositories_.back(), today, 1);
  }
  // Without its being logged.
  static const Card& card_at(const Facts& facts, const std::string& path) {
    const FactsRecorder::Pause pause;
    return *facts.find(path);
  }
  static const Card& subject(const Facts& facts) { return card_at(facts, "keps/sig-a/1-one"); }
  static FactsLog log_of(const Facts& facts, const Ask& ask) {
    const FactsRecorder recorder(facts, subject(facts));
    ask(facts, subject(facts));
    return recorder.log();
  }
  bool holds_after(const Ask& ask, const std::string& path, const std::string& text) {
    fill();
    const auto before = gather();
    const FactsLog log = log_of(*before, ask);
    EXPECT_TRUE(log.complete());
    EXPECT_TRUE(log.holds(*before, subject(*before))) << "nothing has changed";
    write(path, text);
    const auto after = gather();
    return log.holds(*after, subject(*after));
  }

 private:
  std::vector<Repository> repositories_;  // facts point into their process
};

std::string two() { return "keps/sig-a/2-two/kep.yaml"; }
std::string three() { return "keps/sig-a/3-three/kep.yaml"; }

TEST_F(LoggedFacts, TellWhetherAnAnswerChanged) {
  const auto numbered = [](std::string number) {
    ReviewFile file;
    file.number = std::move(number);
    return file;
  };
  const Ask index = [](const Facts& facts, const Card&) { facts.index(); };
  const Ask own_references = [](const Facts& f, const Card& card) { f.references_of(card); };
  const struct {
    std::string_view name;
    Ask ask;
    std::string path, text;
  } cases[] = {
      {"index", index, three(), "title: another\n"},
      {"index, a new one", index, "keps/sig-a/4-four/kep.yaml", ""},
      {"troubles", [](auto& facts, auto&) { facts.read_errors(); }, "OWNERS_ALIASES",
       "aliases: [\n"},
      {"rosters", [](auto& facts, auto&) { facts.rosters(); }, "OWNERS_ALIASES",
       "aliases:\n  sig-a-leads: [jane, john]\n"},
      {"rosters, in another case", [](auto& facts, auto&) { facts.rosters(); }, "OWNERS_ALIASES",
       "aliases:\n  sig-a-leads: [Jane]\n"},
      {"rosters, of an alias that makes none", [](auto& facts, auto&) { facts.rosters(); },
       "OWNERS_ALIASES", "aliases:\n  sig-a-leads: [jane]\n  others: [jim]\n"},
      {"reviews", [](auto& facts, auto&) { facts.reviews(); }, "keps/prod-readiness/sig-a/9.yaml",
       "kep-number: 9\n"},
      {"find", [](auto& facts, auto&) { facts.find("keps/sig-a/2-two/kep.yaml"); }, two(), ""},
      {"find, none before", [](auto& facts, auto&) { facts.find("keps/sig-a/4-four"); },
       "keps/sig-a/4-four/kep.yaml", ""},
      {"numbered", [](auto& facts, auto&) { facts.proposals_numbered("2"); }, three(),
       "kep-number: 2\n"},
      {"with gate", [](auto& facts, auto&) { facts.proposals_with_gate("Fast"); }, three(),
       "feature-gates: [{name: Fast}]\n"},
      {"reviews of", [](auto& facts, auto& card) { facts.reviews_of(card); },
       "keps/prod-readiness/sig-a/1.yaml", "kep-number: 2\n"},
      {"proposals of", [&](auto& facts, auto&) { facts.proposals_of(numbered("2")); }, three(),
       "kep-number: 2\n"},
      {"path kind", [](auto& facts, auto&) { facts.path_kind("docs/new.md"); }, "docs/new.md", ""},
      {"path kind, a folder", [](auto& facts, auto&) { facts.path_kind("docs/in"); },
       "docs/in/new.md", ""},
      {"anchors", [](auto& facts, auto&) { facts.anchors_of("docs/page.md"); }, "docs/page.md",
       "# Page\n\n## There\n\nProse.\n"},
      {"anchors, none before", [](auto& facts, auto&) { facts.anchors_of("docs/new.md"); },
       "docs/new.md", "# New\n"},
      {"references, a card they lead to", own_references, two(), "status: implemented\n"},
      {"references, a file they lead to", own_references, "docs/new.md", ""},
      {"references of another",
       [](auto& facts, auto&) { facts.references_of(card_at(facts, "keps/sig-a/3-three")); },
       three(), "replaces: [KEP-2]\n"},
      {"circles", [](auto& facts, auto&) { facts.circles_of(card_at(facts, "keps/sig-a/2-two")); },
       two(), "replaces: [KEP-1]\nsuperseded-by: [KEP-1]\n"},
      {"naming", [](auto& facts, auto& card) { facts.naming(card, FieldRole::kReplaces); }, three(),
       "replaces: [KEP-1]\n"},
      {"moved", [](auto& facts, auto&) { facts.find_moved("old/four.md"); },
       "keps/sig-a/4-four/kep.yaml", ""},
      {"moved, two by now", [](auto& facts, auto&) { facts.find_moved("old/three.md"); },
       "keps/sig-a/4-three/kep.yaml", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_FALSE(holds_after(c.ask, c.path, c.text));
    EXPECT_TRUE(holds_after(c.ask, "docs/unrelated.md", "# Unrelated\n"));
  }
}

// An editor is to judge what changed, and no more.
TEST_F(LoggedFacts, CareForNothingElse) {
  const struct {
    std::string_view name;
    Ask ask;
    std::string path, text;
  } cases[] = {
      {"prose of a page", [](auto& facts, auto&) { facts.anchors_of("docs/page.md"); },
       "docs/page.md", "# Page\n\n## Here\n\nOther prose.\n"},
      {"the same alias in other words", [](auto& facts, auto&) { facts.rosters(); },
       "OWNERS_ALIASES", "# Us.\naliases:\n  sig-a-leads:\n    - jane\n"},
      {"a proposal that is not named", [](auto& facts, auto& card) { facts.references_of(card); },
       three(), "title: another\n"},
      {"the review of another", [](auto& facts, auto& card) { facts.reviews_of(card); },
       "keps/prod-readiness/sig-a/2.yaml", "kep-number: 2\n"},
      {"nothing is asked", [](auto&, auto&) {}, two(), "title: another\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_TRUE(holds_after(c.ask, c.path, c.text));
  }
}

TEST_F(LoggedFacts, CountTheDayAndTheRepository) {
  const auto facts = gather();
  const FactsLog day = log_of(*facts, [](auto& f, auto&) { f.today(); });
  const auto tomorrow = gather({2026, 1, 2});
  EXPECT_TRUE(day.holds(*gather(), subject(*facts)));
  EXPECT_FALSE(day.holds(*tomorrow, subject(*tomorrow)));
  const FactsLog known = log_of(*facts, [](auto& f, auto&) { f.is_repository(); });
  EXPECT_TRUE(known.holds(*tomorrow, subject(*tomorrow)));
  EXPECT_FALSE(known.holds(Facts(), subject(*facts)));
}

TEST_F(LoggedFacts, CountWhatTheHistoryTells) {
  const Card card = [] {
    Card made;
    made.path = "x";
    return made;
  }();
  Age first;
  first.stuck = {"alpha", {2025, 1, 1}, 300, 200, 12};
  first.lingering = {{1, 2, 0}, 3};
  first.past_milestone = Version{1, 4, 0};
  first.shipped = Version{1, 5, 0};
  first.end = "implemented";
  std::vector<Age> ages(12, first);
  ages[1].stuck->state = "beta";
  ages[2].stuck->since.day = 2;
  ages[3].stuck->days = 301;
  ages[4].stuck->usual = 201;
  ages[5].stuck->others = 13;
  ages[6].stuck.reset();
  ages[7].lingering->since.patch = 1;
  ages[8].lingering->releases = 4;
  ages[9].past_milestone.reset();
  ages[10].shipped->minor = 6;
  ages[11].end = "done";
  const auto facts_of = [&](const Age* age, const StageEntry* entry) {
    FactsInput input;
    if (age) {
      input.read_ages = [age = *age] { return std::make_shared<const Ages>(Ages{{"x", age}}); };
    }
    if (entry) {
      input.read_entries = [entry = *entry] {
        return std::make_shared<const StageEntries>(StageEntries{{"x", {entry}}});
      };
    }
    return std::make_unique<const Facts>(std::move(input));
  };
  const auto log = [&](const Facts& facts, const Ask& ask) {
    const FactsRecorder recorder(facts, card);
    ask(facts, card);
    return recorder.log();
  };
  const auto base = facts_of(&ages[0], nullptr);
  const FactsLog of_age = log(*base, [](auto& facts, auto& of) { facts.age_of(of); });
  for (std::size_t i = 0; i < ages.size(); ++i) {
    EXPECT_EQ(of_age.holds(*facts_of(&ages[i], nullptr), card), i == 0) << i;
  }
  EXPECT_FALSE(of_age.holds(*facts_of(nullptr, nullptr), card));
  const FactsLog knows = log(*base, [](auto& facts, auto&) { facts.knows_ages(); });
  EXPECT_TRUE(knows.holds(*facts_of(&ages[1], nullptr), card));
  EXPECT_FALSE(knows.holds(*facts_of(nullptr, nullptr), card));

  const StageEntry alpha{"alpha", {2025, 1, 1}, {1, 2, 0}};
  const StageEntry others[] = {{"beta", {2025, 1, 1}, {1, 2, 0}},
                               {"alpha", {2025, 1, 2}, {1, 2, 0}},
                               {"alpha", {2025, 1, 1}, {1, 3, 0}}};
  const FactsLog of_entry =
      log(*facts_of(nullptr, &alpha), [](auto& facts, auto& of) { facts.entry_of(of, "alpha"); });
  EXPECT_TRUE(of_entry.holds(*facts_of(nullptr, &alpha), card));
  EXPECT_FALSE(of_entry.holds(*facts_of(nullptr, nullptr), card));
  for (const StageEntry& other : others) {
    EXPECT_FALSE(of_entry.holds(*facts_of(nullptr, &other), card));
  }
}

TEST_F(LoggedFacts, CountTheReleaseAtWork) {
  const auto facts_of = [](std::optional<Version> version) {
    FactsInput input;
    input.read_at_work = [version] { return version; };
    return std::make_unique<const Facts>(std::move(input));
  };
  const Card card;
  const auto base = facts_of(Version{1, 36, 0});
  const FactsRecorder recorder(*base, card);
  EXPECT_EQ(base->release_at_work(), (Version{1, 36, 0}));
  EXPECT_TRUE(recorder.log().holds(*facts_of(Version{1, 36, 0}), card));
  EXPECT_FALSE(recorder.log().holds(*facts_of(Version{1, 37, 0}), card));
  EXPECT_FALSE(recorder.log().holds(*facts_of(std::nullopt), card));
  EXPECT_FALSE(recorder.log().holds(Facts(), card));
}

TEST_F(LoggedFacts, AreNotCompleteWhenSomethingCannotBeAskedAgain) {
  const auto facts = gather();
  const auto others = gather();
  const FactsLog of_others = log_of(*facts, [&](auto&, auto&) { others->today(); });
  EXPECT_FALSE(of_others.complete());
  EXPECT_FALSE(of_others.holds(*facts, subject(*facts)));
  const FactsLog of_nobody = log_of(*facts, [](auto& f, auto& card) {
    Card changed = card;
    changed.metadata = std::make_shared<const Metadata>();
    f.references_of(changed);
  });
  EXPECT_FALSE(of_nobody.complete());
}

TEST_F(LoggedFacts, AreThoseOfThisThreadWhileItRecords) {
  const auto facts = gather();
  EXPECT_EQ(FactsRecorder::active(), nullptr);
  {
    const FactsRecorder outer(*facts, subject(*facts));
    facts->today();
    facts->today();
    {
      const FactsRecorder inner(*facts, subject(*facts));
      facts->rosters();
      EXPECT_EQ(inner.log().size(), 1U);
      // Asking again is no question of a rule.
      EXPECT_TRUE(outer.log().holds(*facts, subject(*facts)));
      EXPECT_EQ(inner.log().size(), 1U);
    }
    EXPECT_EQ(FactsRecorder::active(), &outer);
    EXPECT_EQ(outer.log().size(), 1U) << "the day, once";
    const std::size_t before = outer.log().bytes();
    facts->path_kind(std::string(1000, 'x'));
    EXPECT_GT(outer.log().bytes(), before + 1000);
  }
  EXPECT_EQ(FactsRecorder::active(), nullptr);
}

}  // namespace
}  // namespace milepost
