#include "process/fill.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"(schema: 1
name: test
kinds:
  - {id: feature, template: t.md, lineage: lineage.yaml}
words:
  placeholders: [tbd, todo, "to be determined"]
  not-applicable: ["n/a", "not applicable"]
  nothing: ["None"]
  entries:
    - sections: [Unit tests]
      form: "`<package>`: `<date>`"
      placeholders: ["<package>", "<date>"]
)";

constexpr std::string_view kTemplate = R"(# T

## How?

<!--
Tick what applies.
Then complete the points.
-->

- [ ] Feature gate (also in `kep.yaml`)
  - Feature gate name:
  - Components:
- [ ] Other
  - Describe the mechanism:

## Test Plan

[ ] I/we understand that the owners of the components touched may ask for
better tests.

A paragraph that the template brings along and that
authors wrap anew.

| old | table |
|-----|-------|

```
some code
```

## Unit tests

- `<package>`: `<date>` - `<coverage>`

## Free

)";

std::string_view name(Fill fill) {
  switch (fill) {
    case Fill::kEmpty: return "empty";
    case Fill::kInstructions: return "instructions";
    case Fill::kCommented: return "commented";
    case Fill::kBoilerplate: return "boilerplate";
    case Fill::kPlaceholder: return "placeholder";
    case Fill::kNotApplicable: return "not applicable";
    case Fill::kFilled: return "filled";
  }
  return {};
}

class Filling : public testing::Test {
 protected:
  void SetUp() override {
    // "A line of long ago" in an earlier version of the template.
    const std::string lineage =
        fmt::format("versions:\n  - {{id: a, date: 2018-12-01}}\nlines: {:x}\n",
                    line_hash_of("A line of long ago"));
    auto loaded = load_texts({{"pack/process.yaml", std::string(kPack)},
                              {"pack/t.md", std::string(kTemplate)},
                              {"pack/lineage.yaml", lineage}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    process_ = *loaded;
    judge_.emplace(*process_);
  }

  static std::uint64_t line_hash_of(std::string_view line) {
    const Template only(make_source(line));
    return *only.lines().begin();
  }

  const TemplateSection& section(const std::string& key) const {
    const Template& pattern = *process_->kinds.front().pattern;
    return pattern.sections()[pattern.find(key)->front()];
  }

  // The verdict on a body under the section's heading.
  std::string judge(const std::string& key, std::string_view body) const {
    const Document document(make_source(fmt::format("## {}\n{}", key, body)));
    const auto verdict = judge_->judge(document, {document.sections()[0].body}, section(key));
    at_ = std::string(document.text(verdict.at));
    return std::string(name(verdict.fill));
  }

  std::shared_ptr<const Process> process_;
  std::optional<FillJudge> judge_;
  mutable std::string at_;  // what decided the last judgement
};

struct Case {
  std::string_view name, body, want;
  std::string_view at = "";  // what decided, where it matters
};

TEST_F(Filling, JudgesText) {
  const Case cases[] = {
      {"nothing", "", "empty"},
      {"blank lines", "\n \n\t\n", "empty"},
      {"prose", "\nSome words.\n", "filled", "Some words."},
      {"no", "No\n", "filled"},
      {"no, with a full stop", "No.\n", "filled"},
      {"yes", "Yes\n", "filled"},
      {"none, as the process wants it", "None\n", "filled"},
      {"none, with a full stop", "None.\n", "filled"},
      {"n/a", "\nN/A\n", "not applicable", "N/A"},
      {"n/a in a list", "- n/a.\n", "not applicable"},
      {"not applicable", "Not applicable.\n", "not applicable"},
      {"n/a, with a reason", "N/A: there are no nodes here.\n", "filled"},
      {"n/a, then more", "N/A\n\nThere are no nodes.\n", "filled", "There are no nodes."},
      {"tbd", "TBD\n", "placeholder", "TBD"},
      {"tbd with marks", "**TBD**...\n", "placeholder"},
      {"tbd in a list", "* [ ] TBD\n", "placeholder"},
      {"tbd in code marks", "`TBD`\n", "placeholder"},
      {"tbd in a quote", "> TBD\n", "placeholder"},
      {"tbd, later", "TBD when we get to beta\n", "placeholder"},
      {"to be determined", "To be determined.\n", "placeholder"},
      {"tbd with a name", "TODO(someone): write this\n", "placeholder"},
      {"tbd several times", "TBD\n\nTODO\n", "placeholder", "TBD"},
      {"tbd, but much more",
       "TBD is what we said last year, and here is the answer we have found since.\n", "filled"},
      {"tbd in lower case", "Tbd in beta\n", "placeholder"},
      {"not yet", "Not yet. TBD.\n", "placeholder"},
      {"a phrase, then more", "To be determined is the owner, as the two groups could not agree.\n",
       "filled"},
      {"only a mark of debate", "<<[UNRESOLVED]>>\nTBD\n<<[/UNRESOLVED]>>\n", "placeholder"},
      {"only an anchor", "<a name=\"x\"></a>\n", "empty"},
      {"only a space", "&nbsp;\n", "empty"},
      {"a word of a sentence", "Todo lists grow.\n", "filled"},
      {"a word that begins so", "Todos are stored in a list.\n", "filled"},
      {"tbd behind a label", "- Owner: TBD\n", "placeholder"},
      {"tbd and an answer", "TBD\n\nIt is done by the scheduler.\n", "filled"},
      {"n/a and tbd", "N/A\n\nTBD\n", "not applicable"},
      {"only punctuation", "...\n\n-\n", "empty"},
      {"a thematic break", "---\n\n***\n", "empty"},
      {"link definitions", "[a]: http://example.com\n[b]: x.md 'title'\n", "empty"},
      {"a heading of the author's", "### More\n", "empty"},
      {"a table", "| a | b |\n|---|---|\n| 1 | 2 |\n", "filled"},
      {"the template's table", "| old | table |\n|-----|-------|\n", "boilerplate"},
      {"code", "```go\nfunc f() {}\n```\n", "filled"},
      {"indented code", "\n    func f() {}\n", "filled"},
      {"the template's code", "```\nsome code\n```\n", "boilerplate"},
      {"an empty fence", "```\n\n```\n", "empty"},
      {"a quote", "> Words of others.\n", "filled"},
      {"an empty quote", ">\n", "empty"},
      {"HTML", "<details>\nMore.\n</details>\n", "filled"},
      {"HTML that shows nothing", "<br>\n\n<p></p>\n", "empty"},
      {"HTML that shows an image", "<p><img src=\"a.png\"></p>\n", "filled"},
      {"an image", "![picture](a.png)\n", "filled"},
      {"an item", "- Something\n", "filled"},
      {"an empty item", "-\n-\n", "empty"},
      {"other scripts", "\u306F\u3044\n", "filled"},
      {"CRLF", "TBD\r\n\r\n", "placeholder"},
      {"an old line of the template", "A line of long ago\n", "boilerplate"},
      {"an old line, changed", "A line of not so long ago\n", "filled"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(judge("free", c.body), c.want);
    EXPECT_TRUE(c.at.empty() || at_ == c.at) << at_;
  }
}

TEST_F(Filling, JudgesComments) {
  const Case cases[] = {
      {"instructions", "<!--\nTick what applies.\nThen complete the points.\n-->\n",
       "instructions"},
      {"part of them", "<!--\nThen complete the points.\n-->\n", "instructions"},
      {"instructions, wrapped anew", "<!--\nTick what applies. Then complete\nthe points.\n-->\n",
       "instructions"},
      {"a remark for a tool", "<!-- toc -->\n", "instructions"},
      {"the author's own text",
       "<!--\nWe once wanted to do this quite differently, but then did not.\n-->\n", "commented"},
      {"both", "<!--\nTick what applies.\n-->\n<!--\nWe once wanted\nto do otherwise.\n-->\n",
       "commented"},
      {"a comment and text", "<!--\nTick what applies.\n-->\nIt does.\n", "filled", "It does."},
      {"a comment and tbd", "<!--\nTick what applies.\n-->\nTBD\n", "placeholder", "TBD"},
      {"text beside a comment", "It does <!-- indeed --> work.\n", "filled"},
      {"tbd beside a comment", "TBD <!-- we shall see -->\n", "placeholder"},
      {"nothing beside comments", "<!-- a --> <!-- b -->\n", "instructions"},
      {"a comment never closed", "<!--\nTick what applies.\n", "instructions"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(judge("free", c.body), c.want);
    EXPECT_TRUE(c.at.empty() || at_ == c.at) << at_;
  }
}

TEST_F(Filling, JudgesBoilerplate) {
  const std::string_view acknowledged =
      "[x] I/we understand that the owners of the components touched may ask for\n"
      "better tests.\n";
  const std::string more = fmt::format("{}\nAnd these tests.\n", acknowledged);
  const Case cases[] = {
      {"as it was",
       "[ ] I/we understand that the owners of the components touched may ask for\nbetter tests.\n",
       "boilerplate"},
      {"acknowledged", acknowledged, "boilerplate"},
      {"acknowledged, with a bullet",
       "- [x] I/we understand that the owners of the components touched may ask for\n"
       "  better tests.\n",
       "boilerplate"},
      {"acknowledged, on one line",
       "[x] I/we understand that the owners of the components touched may ask for better tests.\n",
       "boilerplate"},
      {"acknowledged, and more", more, "filled", "And these tests."},
      {"wrapped anew", "A paragraph that the template brings\nalong and that authors wrap\nanew.\n",
       "boilerplate"},
      {"in one line", "A paragraph that the template brings along and that authors wrap anew.\n",
       "boilerplate"},
      {"changed", "A paragraph that the template brings along and that\nauthors change.\n",
       "filled", "authors change."},
      {"with tbd", "A paragraph that the template brings along and that\n\nTBD\n", "placeholder"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(judge("test plan", c.body), c.want);
    EXPECT_TRUE(c.at.empty() || at_ == c.at) << at_;
  }
}

TEST_F(Filling, JudgesChoices) {
  const Case cases[] = {
      {"untouched",
       "- [ ] Feature gate (also in `kep.yaml`)\n  - Feature gate name:\n  - Components:\n"
       "- [ ] Other\n  - Describe the mechanism:\n",
       "boilerplate"},
      {"ticked", "- [x] Feature gate (also in `kep.yaml`)\n  - Feature gate name: Foo\n", "filled"},
      {"ticked, the remark taken out", "- [X] Feature gate\n", "filled"},
      {"an odd tick", "- [\u2705] Feature gate\n", "filled"},
      {"the second one", "- [ ] Feature gate\n- [x] Other\n", "filled"},
      {"unticked, another wording", "- [ ] Feature gate (see below)\n- [ ] Other\n", "boilerplate"},
      {"unticked, in another case", "* [ ] feature GATE\n", "boilerplate"},
      {"a box without a blank", "- [] Feature gate\n", "boilerplate"},
      {"a label with nothing behind it", "- Feature gate name:\n", "boilerplate"},
      {"a label with tbd", "- Feature gate name: TBD\n", "placeholder"},
      {"a label with an answer", "- Feature gate name: Foo\n", "filled"},
      {"a choice of the author's", "- [ ] Feature flag of our own\n", "filled"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(judge("how", c.body), c.want);
  }
}

TEST_F(Filling, JudgesEntries) {
  const Case cases[] = {
      {"as it was", "- `<package>`: `<date>` - `<coverage>`\n", "boilerplate"},
      {"a slot left", "- `pkg/a`: `<date>` - 80%\n", "placeholder"},
      {"both slots left, changed", "- `<package>`: on `<date>`\n", "placeholder"},
      {"complete", "- `pkg/a`: `2023-01-02` - 80%\n", "filled"},
      {"one of two", "- `pkg/a`: `2023-01-02` - 80%\n- `<package>`: `<date>`, too\n", "filled"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(judge("unit tests", c.body), c.want);
  }
  EXPECT_EQ(judge("free", "- `pkg/a`: `<date>` - 80%\n"), "filled") << "only in its sections";
}

TEST_F(Filling, BeginsInTheMiddleOfAParagraph) {
  const Document document(make_source("* **Why?** TBD\n  Because.\n\nMore.\n"));
  const auto from = [&](std::string_view text) {
    return static_cast<std::uint32_t>(document.text().find(text));
  };
  const auto judge = [&](std::uint32_t begin, std::uint32_t end) {
    return judge_->judge(document, {{begin, end}}, section("free"));
  };
  const auto first = judge(from(" TBD"), from("  Because"));
  EXPECT_EQ(name(first.fill), "placeholder");
  const auto second = judge(from("\n  Because"), from("\nMore"));
  EXPECT_EQ(name(second.fill), "filled");
  EXPECT_EQ(name(judge(from("\n\nMore"), from("More")).fill), "empty");
  EXPECT_EQ(name(judge(from("\n\nMore"), document.source().size()).fill), "filled");
}

TEST_F(Filling, JudgesSeveralSpans) {
  const Document document(make_source("## A\nTBD\n## B\nText.\n## C\n"));
  const auto judge = [&](std::initializer_list<std::size_t> sections) {
    std::vector<Span> spans;
    for (const std::size_t s : sections) spans.push_back(document.sections()[s].body);
    return name(judge_->judge(document, spans, section("free")).fill);
  };
  EXPECT_EQ(judge({}), "empty");
  EXPECT_EQ(judge({2}), "empty");
  EXPECT_EQ(judge({0, 2}), "placeholder");
  EXPECT_EQ(judge({0, 1, 2}), "filled");
}

TEST_F(Filling, KnowsTemplateLines) {
  EXPECT_TRUE(judge_->is_template_line("- [x] Other"));
  EXPECT_TRUE(judge_->is_template_line("A line of long ago"));
  EXPECT_FALSE(judge_->is_template_line("Something else"));
  EXPECT_FALSE(judge_->is_template_line(""));
  EXPECT_TRUE(judge_->has_template_line("Something\nelse\n- Components:\n"));
  EXPECT_TRUE(judge_->has_template_line("Tick what applies. Then\ncomplete the points."));
  EXPECT_FALSE(judge_->has_template_line("Something\nelse\n"));
  EXPECT_FALSE(judge_->has_template_line(""));
}

TEST_F(Filling, KnowsPlaceholders) {
  const struct {
    std::string_view text;
    bool want;
  } cases[] = {
      {"TBD", true},
      {"tbd.", true},
      {"To be determined", true},
      {"TBD by SIG X", true},
      {"", false},
      {"No", false},
      {"TBDs", false},
      {"Not yet. TBD.", true},
      {"It is not TBD any more", false},
      {"All of this used to be TBD", false},
      {"TBD 1 2 3 4 5 6 7 8 9", true},
      {"TBD 1 2 3 4 5 6 7 8 9 10", false},
  };
  for (const auto& c : cases) EXPECT_EQ(judge_->is_placeholder(c.text), c.want) << c.text;
}

TEST(Fill, CountsAnswers) {
  EXPECT_TRUE(is_answer(Fill::kFilled));
  EXPECT_TRUE(is_answer(Fill::kNotApplicable));
  for (const Fill fill : {Fill::kEmpty, Fill::kInstructions, Fill::kCommented, Fill::kBoilerplate,
                          Fill::kPlaceholder}) {
    EXPECT_FALSE(is_answer(fill)) << name(fill);
  }
}

}  // namespace
}  // namespace milepost
