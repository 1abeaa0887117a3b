#include "proposal/questionnaire.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"(schema: 1
name: test
layout: {metadata: [{front-matter: true}]}
statuses: [{id: draft}]
kinds: [{id: feature, template: t.md}]
)";
constexpr std::string_view kTemplate = R"(# T
## Summary
## How is it enabled?

- [ ] Feature gate (also in the metadata)
  - Feature gate name:
  - Components:
- [ ] Other
  - Describe the mechanism:

## Notes
)";

const FieldAnswer kAnswer{
    "How is it enabled?", "Feature gate", "Feature gate name", "Other", true, {}};

class Questionnaire : public testing::Test {
 protected:
  void SetUp() override {
    auto loaded = load_texts(
        {{"pack/process.yaml", std::string(kPack)}, {"pack/t.md", std::string(kTemplate)}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    process_ = *loaded;
    judge_.emplace(*process_);
  }

  // Judges a document whose question is answered so; gives the question.
  std::uint32_t judge(std::string_view answer) {
    const std::string text = fmt::format(
        "# My title\n## Summary\nIt is.\n## How is it enabled?\n{}\n## Notes\n"
        "- [x] Feature gate\n  - Feature gate name: NotAskedHere\n",
        answer);
    proposal_.emplace(read_proposal(*process_, make_source(text), nullptr));
    judgement_ = judge_->judge(*proposal_, {});
    return judgement_.find("How is it enabled?");
  }

  GivenAnswer read(std::string_view answer) {
    const std::uint32_t t = judge(answer);
    return read_answer(proposal_->document, judgement_, t, kAnswer);
  }

  std::shared_ptr<const Process> process_;
  std::optional<Judge> judge_;
  std::optional<Proposal> proposal_;
  Judgement judgement_;
};

std::string joined(const std::vector<NamedThing>& names) {
  std::string all;
  for (const NamedThing& named : names) all += (all.empty() ? "" : "|") + named.name;
  return all;
}

TEST_F(Questionnaire, FindsTheChoicesOfASection) {
  const std::uint32_t t = judge(
      "- [x] Feature gate\n- [ ] Feature gates of others\n- [X] **Other**\n- [x] Our own box\n"
      "[x] Other, without a bullet\n");
  const auto given = given_choices(proposal_->document, judgement_, t);
  std::string all;
  for (const GivenChoice& choice : given) {
    all += choice.choice->label + (choice.task->ticked ? " x, " : ", ");
  }
  EXPECT_EQ(all, "Feature gate x, Feature gate, Other x, ");
  EXPECT_TRUE(given_choices(proposal_->document, judgement_, judgement_.find("Summary")).empty());
}

TEST_F(Questionnaire, AnswersToALabel) {
  const std::uint32_t t = judge(
      "- [x] Feature gate\n  - Feature gate name: `WarmCaches`\n  - [Optional] Components:\n");
  const auto given = given_choices(proposal_->document, judgement_, t);
  ASSERT_EQ(given.size(), 1U);
  const auto answer = [&](std::size_t detail) {
    return answer_to(proposal_->document, *given[0].task, given[0].choice->details.at(detail))
        .value_or("none");
  };
  EXPECT_EQ(answer(0), "warmcaches");
  EXPECT_EQ(answer(1), "");
  judge("- [x] Feature gate\n");
  const auto bare = given_choices(proposal_->document, judgement_, t);
  ASSERT_EQ(bare.size(), 1U);
  EXPECT_FALSE(answer_to(proposal_->document, *bare[0].task, bare[0].choice->details.at(0)));
}

TEST_F(Questionnaire, SaysWhatAFieldRepeats) {
  const struct {
    std::string_view name, text;
    bool chosen, otherwise;
    std::string_view names;
  } cases[] = {
      {"named", "- [x] Feature gate\n  - Feature gate name: WarmCaches\n", true, false,
       "WarmCaches"},
      {"not ticked", "- [ ] Feature gate\n  - Feature gate name: WarmCaches\n", false, false,
       "WarmCaches"},
      {"no boxes", "1. Feature gate\n   * Feature gate name: WarmCaches\n2. Other\n", false, false,
       "WarmCaches"},
      {"no list", "Feature gate name: WarmCaches\n", false, false, "WarmCaches"},
      {"bold label", "- [x] Feature gate\n  - **Feature gate name:** WarmCaches\n", true, false,
       "WarmCaches"},
      {"several labels",
       "- [x] Feature gate\n  - Feature gate name: One_A\n  - Components: kube-apiserver\n"
       "  - Feature gate name: Two_B\n",
       true, false, "One_A|Two_B"},
      {"plural", "- [x] Feature gate\n  - Feature gate names: One_A, Two_B\n", true, false,
       "One_A|Two_B"},
      {"a label with more", "- [x] Feature gate\n  - Feature gate name (new): One_A\n", true, false,
       "One_A"},
      {"another label", "- [x] Feature gate\n  - Feature gate namespace: One_A\n", true, false, ""},
      {"on the next line", "- [x] Feature gate\n  - Feature gate name:\n    One_A\n", true, false,
       "One_A"},
      {"a list below",
       "- [x] Feature gate\n  - Feature gate name:\n    - `One_A` (new): for calls\n"
       "    - Two_B\n      - Deep_C\n  - Components:\n    - Kube_D\n",
       true, false, "One_A|Two_B|Deep_C"},
      {"empty", "- [x] Feature gate\n  - Feature gate name:\n  - Components: Kube_D\n", true, false,
       ""},
      {"otherwise", "- [ ] Feature gate\n  - Feature gate name:\n- [x] Other\n", false, true, ""},
      {"both", "- [x] Feature gate\n  - Feature gate name: One_A\n- [x] Other\n", true, true,
       "One_A"},
      {"in a comment", "<!--\n- [x] Feature gate\n  - Feature gate name: One_A\n-->\n", false,
       false, ""},
      {"in a fence", "```\nFeature gate name: One_A\n```\n", false, false, ""},
      {"prose", "There is no feature gate: it is always on.\n", false, false, ""},
      {"nothing", "", false, false, ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const GivenAnswer found = read(c.text);
    EXPECT_EQ(found.chosen, c.chosen);
    EXPECT_EQ(found.otherwise, c.otherwise);
    EXPECT_EQ(joined(found.names), c.names);
    for (const NamedThing& named : found.names) {
      EXPECT_EQ(proposal_->document.text(named.span), named.name);
    }
  }
}

TEST_F(Questionnaire, IsReadInQuestionsAsBoldItems) {
  const std::string text =
      "# My title\n## Summary\nIt is.\n* **How is it enabled?**\n  - [x] Feature gate\n"
      "    - Feature gate name: WarmCaches\n* **Another question?**\n"
      "  - Feature gate name: NotAskedHere\n";
  proposal_.emplace(read_proposal(*process_, make_source(text), nullptr));
  judgement_ = judge_->judge(*proposal_, {});
  const GivenAnswer found =
      read_answer(proposal_->document, judgement_, judgement_.find("How is it enabled?"), kAnswer);
  EXPECT_TRUE(found.chosen);
  EXPECT_EQ(joined(found.names), "WarmCaches");
}

TEST(Names, AreReadOffTheFront) {
  const struct {
    std::string_view text, want;
  } cases[] = {
      {"WarmCaches", "WarmCaches"},
      {" `WarmCaches`.", "WarmCaches"},
      {"_`WarmCaches`_", "WarmCaches"},
      {"**WarmCaches**", "WarmCaches"},
      {"_WarmCaches_", "WarmCaches"},
      {"\"WarmCaches\"", "WarmCaches"},
      {"[WarmCaches](https://example.org/a(b)), ColdCaches", "WarmCaches"},
      {"[WarmCaches](https://example.org), ColdCaches", "WarmCaches|ColdCaches"},
      {"[warm_total][metrics]", "warm_total"},
      {"[warm_total][]", "warm_total"},
      {"One_A, Two_B and Three_C", "One_A|Two_B|Three_C"},
      {"`One_A`,\n`Two_B`, and\n`Three_C`", "One_A|Two_B|Three_C"},
      {"One_A & Two_B; Three_C", "One_A|Two_B|Three_C"},
      {"One_A or Two_B", "One_A|Two_B"},
      {"One_A android Two_B", "One_A"},
      {"`plain`", "plain"},
      {"`warm` with `label` set to `yes`", "warm"},
      {"warm_total (counter, of Two_B)", "warm_total"},
      {"warm_total{name=\"a, b\"} and cold_total", "warm_total|cold_total"},
      {"warm_total[resource=job, code=400]", "warm_total"},
      {"`warm_total{name=\"<a>\"}`", "warm_total"},
      {"warm_total{never closed", "warm_total"},
      {"cache/warm_total", "cache/warm_total"},
      {"warm\\_total", "warm_total"},
      {"warm_total: counts calls", "warm_total"},
      {"HTTP3", ""},
      {"HTTP3Serving", "HTTP3Serving"},
      {"Memory usage", ""},
      {"The metrics `warm_total` and", ""},
      {"workqueue with name=\"x\"", ""},
      {"`workqueue_*{name=\"x\"}`", ""},
      {"warm_total, workqueue_*", "warm_total"},
      {"kube-apiserver", ""},
      {"N/A", ""},
      {"TBD", ""},
      {"None", ""},
      {"https://example.org/Warm_Caches", ""},
      {"3_things", ""},
      {"", ""},
      {"```", ""},
      {",,,", ""},
      {"[", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(joined(leading_names(c.text, 0)), c.want);
  }
  const auto placed = leading_names("`One_A`, Two_B", 100);
  ASSERT_EQ(placed.size(), 2U);
  EXPECT_EQ(placed[0].span, (Span{101, 106}));
  EXPECT_EQ(placed[1].span, (Span{109, 114}));
}

TEST(Names, TakeTimeInTheLengthOfTheText) {
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "One_A{x}, ";
  EXPECT_EQ(leading_names(many, 0).size(), 20000U);
  EXPECT_EQ(leading_names("One_A" + std::string(200000, '{'), 0).size(), 1U);
  EXPECT_EQ(leading_names(std::string(200000, '`') + "One_A", 0).size(), 1U);
  EXPECT_TRUE(leading_names(std::string(200000, 'a') + "_A", 0).empty()) << "no name is so long";
}

}  // namespace
}  // namespace milepost
