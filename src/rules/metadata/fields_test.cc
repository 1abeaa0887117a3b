#include "rules/metadata/fields.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"
#include "proposal/facts.h"
#include "proposal/judgement.h"
#include "proposal/links.h"
#include "proposal/proposal.h"
#include "rules/need.h"

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kPack = R"(schema: 1
layout: {metadata: [{file: meta.yaml}]}
fields:
  - {id: names, type: people, open-in: [draft], placeholders: ["@jane.doe"]}
  - {id: latest, is: latest-milestone}
  - {id: aims, is: milestones}
  - id: gates
    type: records
    fields: [{id: name}, {id: parts, type: texts}]
ladders: [{id: up, stages: [alpha, beta]}]
statuses: [{id: draft, due: exists}, {id: ready}, {id: done}]
kinds: [{id: feature, template: t.md}, {id: other, template: t.md}]
gates: [{id: exists, status: draft, sections: [Summary]}]
words: {unset: [TBD]}
)";

class FieldValues : public testing::Test {
 protected:
  void SetUp() override {
    auto loaded = load_texts({{"pack/process.yaml", kPack}, {"pack/t.md", "# T\n## Summary\n"}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    process_ = *loaded;
  }

  // Calls `look` with the input of a rule.
  template <typename Look>
  auto with(std::string_view metadata, const JudgeOptions& options, const Look& look) const {
    const Proposal proposal =
        read_proposal(*process_, make_source("# T\n"), make_source(metadata, "meta.yaml"));
    const Judge judge(*process_);
    const Judgement judgement = judge.judge(proposal, options);
    const Card card = make_card(*process_, {"README.md", "meta.yaml", true}, proposal.metadata,
                                &proposal.document);
    const Facts facts;
    const Links links(*process_, proposal.document, "README.md");
    return look(RuleInput{*process_, proposal, judgement, card, facts, links});
  }

  std::shared_ptr<const Process> process_;
};

TEST_F(FieldValues, AreAllScalarsOfTheFieldsThatAreKnown) {
  const auto shown = with(
      "names: [a, ' b ', [c], {d: e}, '']\naims: {alpha: v1.2, beta: }\n"
      "gates:\n  - {name: x, parts: [p, q], other: no}\n  - y\nunknown: z\nlatest: 1.30\n",
      {}, [](const RuleInput& in) {
        Texts all;
        for (const FieldScalar& value : values_of(in)) {
          all.push_back(fmt::format("{}={}", value.field->id, value.text));
        }
        return all;
      });
  EXPECT_EQ(shown, (Texts{"names=a", "names=b", "latest=1.30", "aims=v1.2", "gates=y", "name=x",
                          "parts=p", "parts=q"}));
  EXPECT_TRUE(with("", {}, [](const RuleInput& in) { return values_of(in).empty(); }));
}

TEST_F(FieldValues, SaySomethingOrNot) {
  const auto said = with("names: [a, TBD, '@Jane.Doe']\n", {}, [](const RuleInput& in) {
    std::vector<bool> all;
    for (const FieldScalar& value : values_of(in)) all.push_back(is_set(in, value));
    return all;
  });
  EXPECT_EQ(said, (std::vector<bool>{true, false, false}));
}

TEST_F(FieldValues, AreNeededWhenAllConditionsHold) {
  const auto when = [](auto&& change) {
    When need;
    change(need);
    return need;
  };
  const When none;
  const When always = when([](When& w) { w.always = true; });
  const When beta = when([](When& w) { w.from = "beta"; });
  const When ready = when([](When& w) { w.statuses = {"ready", "done"}; });
  const When other = when([](When& w) { w.kinds = {"other"}; });
  const When beside = when([](When& w) { w.with = "gates"; });
  const When since = when([](When& w) { w.since = Version{1, 21, 0}; });
  const When several = when([](When& w) {
    w.from = "beta";
    w.statuses = {"ready"};
  });
  const struct {
    std::string_view name;
    When when;
    std::string_view metadata;
    bool want;
    std::string_view stage = {};  // --for
  } cases[] = {
      {"never", none, "status: ready\n", false},
      {"always", always, "", true},
      {"from a stage not reached", beta, "stage: alpha\n", false},
      {"from a stage reached", beta, "stage: beta\n", true},
      {"from a stage judged for", beta, "stage: alpha\n", true, "beta"},
      {"in its status", ready, "status: done\n", true},
      {"in another status", ready, "status: draft\n", false},
      {"in no status", ready, "", false},
      {"in an unknown status", ready, "status: redy\n", false},
      {"early, but judged for a stage", ready, "status: draft\n", true, "alpha"},
      {"of its kind", other, "kind: other\n", true},
      {"of another kind", other, "kind: feature\n", false},
      {"beside a field", beside, "gates: [{name: x}]\n", true},
      {"beside an absent field", beside, "", false},
      {"beside an unset field", beside, "gates: [{name: TBD}]\n", false},
      {"since a milestone", since, "latest: 1.21\n", true},
      {"before a milestone", since, "latest: v1.9\n", false},
      {"without a milestone", since, "latest: TBD\n", false},
      {"both hold", several, "status: ready\nstage: beta\n", true},
      {"one of two holds", several, "status: ready\nstage: alpha\n", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(with(c.metadata, {c.stage, nullptr},
                   [&](const RuleInput& in) { return is_asked(in, c.when); }),
              c.want);
  }
}

TEST_F(FieldValues, MayBeOpenInSomeStatuses) {
  const Field& field = *process_->find_field("names");
  const auto open = [&](std::string_view metadata) {
    return with(metadata, {}, [&](const RuleInput& in) { return may_be_open(in, field); });
  };
  EXPECT_TRUE(open("status: draft\n"));
  EXPECT_FALSE(open("status: ready\n"));
  EXPECT_FALSE(open(""));
}

TEST(InQuotes, IsOneShortLine) {
  EXPECT_EQ(in_quotes("a b"), "\"a b\"");
  EXPECT_EQ(in_quotes(" a \n\t b "), "\"a b\"");
  EXPECT_EQ(in_quotes(""), "\"\"");
  EXPECT_EQ(in_quotes(std::string(60, 'x')).size(), 62U);
  EXPECT_EQ(in_quotes(std::string(61, 'x')), "\"" + std::string(60, 'x') + "…\"");
  std::string umlauts;
  for (int i = 0; i < 60; ++i) umlauts += "ä";
  EXPECT_EQ(in_quotes(umlauts), "\"" + umlauts + "\"") << "counts characters";
  EXPECT_EQ(in_quotes("\xFF"), "\"\xFF\"") << "bad bytes pass; reports escape them";
}

TEST(WithoutQuotes, TakesAllOfThemOff) {
  const struct {
    std::string_view text, want;
  } cases[] = {
      {"a", "a"}, {" a ", "a"},       {"“a”", "a"}, {"\" 'a b' \"", "a b"}, {"“”", ""},
      {"", ""},   {"don't", "don't"}, {"‘a", "a"},  {"«a» b", "a» b"},
  };
  for (const auto& c : cases) EXPECT_EQ(without_quotes(c.text), c.want) << c.text;
  EXPECT_EQ(without_quotes(std::string(100'000, '"')), "");
}

TEST(TruthOf, KnowsTheUsualWords) {
  for (const std::string_view word : {"true", "True", "YES", "on"}) {
    EXPECT_EQ(truth_of(word), "true") << word;
  }
  for (const std::string_view word : {"false", "No", "off"}) EXPECT_EQ(truth_of(word), "false");
  for (const std::string_view word : {"", "y", "maybe", "truee"}) EXPECT_EQ(truth_of(word), "");
}

TEST(Rewrite, KeepsTheQuotes) {
  const struct {
    std::string_view name, yaml, text, want;  // want: "" for no edit
    bool quotes = false;
  } cases[] = {
      {"plain", "a: x # c\n", "y", "a: y # c\n"},
      {"plain, quotes wanted", "a: x\n", "y", "a: \"y\"\n", true},
      {"plain, quotes needed", "a: x\n", "@y", "a: \"@y\"\n"},
      {"double quotes", "a: \"x\" # c\n", "@y", "a: \"@y\" # c\n"},
      {"single quotes", "a: 'x'\r\nb: 1\r\n", "y", "a: 'y'\r\nb: 1\r\n", true},
      {"escapes", "a: \"x\\t\"\n", "y", "a: \"y\"\n"},
      {"in a list", "a: [x, z]\n", "y", "a: [y, z]\n"},
      {"a block", "a: |\n  x\n", "y", ""},
      {"over two lines", "a: x\n  z\n", "y", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("a.yaml", std::string(c.yaml));
    const Yaml yaml(source);
    const YamlNode* node = yaml.root().find("a");
    ASSERT_NE(node, nullptr);
    if (node->is_list()) node = &node->items.front();
    const auto edit = rewrite(source, *node, c.text, c.quotes);
    ASSERT_EQ(edit.has_value(), !c.want.empty());
    if (!edit) continue;
    std::string changed(c.yaml);
    changed.replace(edit->span.begin, edit->span.size(), edit->text);
    EXPECT_EQ(changed, c.want);
  }
}

}  // namespace
}  // namespace milepost
