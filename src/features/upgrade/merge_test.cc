#include "features/upgrade/merge.h"

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/upgrade/refresh.h"
#include "process/boilerplate.h"
#include "process/process_fixture.h"

namespace milepost::upgrade {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kPack = R"(schema: 1
name: test
layout: {metadata: [{front-matter: true}]}
fields:
  - {id: template-version, is: template-version}
kinds:
  - {id: note, template: t.md, lineage: lineage.yaml}
)";

// What a first version said, as far as it is not in the current one.
constexpr std::string_view kOldLines =
    "Say in a few words what the change is about.\n"
    "Name all that has to hold before it is done.\n"
    "Tell what was tried before this one came up.\n"
    "<!--\nSay here in one line what nobody should forget.\n"
    "Then say it once more in other words.\n-->\n"
    "- [ ] Somebody has read all of it\n"
    "- [ ] The design is written down\n"
    "<!-- START doctoc generated TOC please keep comment here to allow auto update -->\n"
    "<!-- END doctoc generated TOC please keep comment here to allow auto update -->\n";

constexpr std::string_view kCurrent = R"(# Title
<!--DIRECTIVE: required: true-->

## Summary
<!--DIRECTIVE: required: true-->

<!--
Say what changes, and for whom it does.
-->

## Signoff
<!--DIRECTIVE: required: false-->

- [ ] Somebody has read all of it
- [ ] The design is written down in full
- [ ] An operator agrees to run it

## Design
<!--DIRECTIVE: required: true-->

<!--
Give so much detail that others can build it.
-->

### Criteria
<!--DIRECTIVE: required: true-->

<!--
What must be there before it counts as done?
-->

## Notes
<!--DIRECTIVE: required: true-->

## Questions
<!--DIRECTIVE: required: true-->

###### How can it be switched off?
<!--DIRECTIVE: required: true-->

###### What may go wrong with it?
<!--DIRECTIVE: required: true-->

###### Who is called at night?
<!--DIRECTIVE: required: true-->

<!--
A name, and how to reach them.
-->
)";

constexpr std::string_view kVersions = R"yaml(schema: 1
versions:
  - id: one
    date: 2019-01-01
    added:
      - "# Title"
      - "## Summary"
      - "## Signoff"
      - "## Criteria"
      - "## Caveats [optional]"
      - "## Old Times"
      - "## Questions"
      - "* How can it be switched off?"
      - "* What may go wrong with it?"
  - id: two
    date: 2020-01-01
    added: ["## Design", "###### Who is called at night?"]
    removed: ["## Old Times"]
    renamed: [{from: "## Caveats [optional]", to: "## Remarks"}]
    moved:
      - "### Criteria"
      - "###### How can it be switched off?"
      - "###### What may go wrong with it?"
  - id: three
    date: 2021-01-01
    renamed: [{from: "## Remarks", to: "## Notes"}]
)yaml";

class UpgradeTest : public testing::Test {
 protected:
  UpgradeTest() {
    std::unordered_set<std::uint64_t> hashes;
    add_line_hashes(kOldLines, hashes);
    std::string lineage(kVersions);
    lineage += "lines: >-\n ";
    for (const std::uint64_t hash : hashes) lineage += fmt::format(" {:x}", hash);
    auto process = load_texts({{"pack/process.yaml", std::string(kPack)},
                               {"pack/t.md", std::string(kCurrent)},
                               {"pack/lineage.yaml", lineage + "\n"}});
    EXPECT_TRUE(process) << process.error().message;
    process_ = *process;
    judge_ = std::make_unique<Judge>(*process_);
  }

  // A document of version one, with its pin.
  static std::string of_first(std::string_view text) {
    return "---\ntemplate-version: one\n---\n# My thing\n\n" + std::string(text);
  }

  Result<Upgrade> try_upgrade(std::string_view text, std::size_t to = 2) const {
    const Proposal proposal = read_proposal(*process_, make_source(text), nullptr);
    const Judgement judgement = judge_->judge(proposal, {});
    return upgrade(proposal, judgement, to);
  }

  Upgrade upgraded(std::string_view text, std::size_t to = 2) const {
    auto made = try_upgrade(text, to);
    EXPECT_TRUE(made) << made.error().message;
    if (!made) return {};
    const auto again = try_upgrade(made->text, to);
    EXPECT_TRUE(again && again->text == made->text) << "a second run changes it again";
    return std::move(*made);
  }

  static std::vector<std::string> acts(const Upgrade& made) {
    std::vector<std::string> all;
    for (const UpgradeStep& step : made.steps) {
      all.push_back(fmt::format("{} {}", name(step.act), step.section));
    }
    return all;
  }

  // The headings of a text.
  static std::vector<std::string> outline(std::string_view text) {
    const Document document(make_source(text));
    std::vector<std::string> all;
    for (const Heading& heading : document.headings()) {
      all.push_back(std::string(heading.level, '#') + " " + std::string(heading.text));
    }
    return all;
  }

  std::shared_ptr<const Process> process_;
  std::unique_ptr<Judge> judge_;
};

constexpr std::string_view kWritten =
    "## Summary\n\nIt is faster.\n\n## Signoff\n\n- [x] Somebody has read all of it\n"
    "- [ ] The design is written down\n\n## Criteria\n\n### Mine\n\nIt holds.\n\n"
    "## Caveats [optional]\n\nNone so far.\n\n## Old Times\n\nTell what was tried before this one "
    "came up.\n\n## Questions\n\n* **How can it be switched off?**\n  - [x] By a flag\n"
    "    - named: x\n* **What may go wrong with it?** Nothing.\n";

TEST_F(UpgradeTest, DoesAllAtOnce) {
  const Upgrade made = upgraded(of_first(kWritten));
  EXPECT_EQ(made.from, 0U);
  EXPECT_EQ(made.to, 2U);
  EXPECT_EQ(made.text, of_first(R"(## Summary

It is faster.

## Signoff

- [x] Somebody has read all of it
- [ ] The design is written down
- [ ] An operator agrees to run it

## Design

<!--
Give so much detail that others can build it.
-->

### Criteria

#### Mine

It holds.

## Notes

None so far.

## Questions

###### How can it be switched off?

- [x] By a flag
  - named: x

###### What may go wrong with it?

Nothing.

###### Who is called at night?

<!--
A name, and how to reach them.
-->
)"));
  EXPECT_THAT(
      acts(made),
      ElementsAre("inserted Design", "inserted Who is called at night?", "renamed Notes",
                  "moved Criteria", "question How can it be switched off?",
                  "question What may go wrong with it?", "items Signoff", "removed Old Times"));
  EXPECT_EQ(made.steps[0].line, 16U);
  EXPECT_EQ(made.steps[2].detail, "Caveats [optional]");
  EXPECT_EQ(made.steps[3].detail, "Design");
}

TEST_F(UpgradeTest, KeepsLineEndsAndTheEndOfTheFile) {
  std::string with_returns;
  for (const char c : of_first(kWritten)) with_returns += c == '\n' ? "\r\n" : std::string(1, c);
  std::string wanted;
  for (const char c : upgraded(of_first(kWritten)).text) {
    wanted += c == '\n' ? "\r\n" : std::string(1, c);
  }
  EXPECT_EQ(upgraded(with_returns).text, wanted);

  std::string unended = of_first(kWritten);
  unended.pop_back();
  wanted = upgraded(of_first(kWritten)).text;
  wanted.pop_back();
  EXPECT_EQ(upgraded(unended).text, wanted);

  const std::string comment =
      "## Questions\n\n## Design\n\nx\n\n## Summary\n\nx\n\n<!--\nSay here in one line what nobody "
      "should forget.\n-->";
  EXPECT_TRUE(upgraded(of_first(comment)).text.ends_with("for whom it does.\n-->"));
}

TEST_F(UpgradeTest, WhatIsCurrentStaysByteForByte) {
  const std::string text =
      "---\ntemplate-version: three\n---\n# My thing\n## Summary\nx\n\n\n## Design\ny\n"
      "### Criteria  ###\nz\n## Questions\n###### Who is called at night?\nMe.";
  const Upgrade made = upgraded(text);
  EXPECT_EQ(made.text, text);
  EXPECT_THAT(made.steps, IsEmpty());
}

// Which version a document is of is told from its text: the one beside it may be meant.
TEST_F(UpgradeTest, MovesWhatAnyVersionBeforeHadThere) {
  const std::string text =
      "---\ntemplate-version: two\n---\n# My thing\n\n## Criteria\n\nDone is done.\n\n## Old "
      "Times\n\n"
      "## Design\n\nIt is built.\n";
  const Upgrade made = upgraded(text);
  EXPECT_THAT(made.text, HasSubstr("## Design\n\nIt is built.\n\n### Criteria\n\nDone is done.\n"));
  EXPECT_THAT(made.text, Not(HasSubstr("Old Times")));
}

TEST_F(UpgradeTest, FollowsTheTemplateOnlyWhereTheAuthorDid) {
  const struct {
    std::string_view name, text, kept;
  } cases[] = {
      {"a heading in the author's words", "## Caveats and more [optional]\n\nx\n",
       "## Caveats and more [optional]\n\nx\n"},
      {"a level of the author's", "### Criteria\n\nx\n", "### Criteria\n\nx\n"},
      {"a removed section that says something", "## Old Times\n\nWe tried it in 2017.\n",
       "## Old Times\n\nWe tried it in 2017.\n"},
      {"one of that name, but not the template's", "### Old Times\n", "### Old Times\n"},
      {"a ticked box that no renderer shows", "## Signoff\n\n    [x] The design is written down\n",
       "    [x] The design is written down\n"},
      {"a comment with a ticked box",
       "## Summary\n\n<!--\n- [x] Somebody has read all of it\nSay here in one line what nobody "
       "should forget.\n-->\n\nx\n",
       "## Summary\n\n<!--\n- [x] Somebody has read all of it\n"},
      {"an unknown section", "## Mine\n\n### Deeper\n\nx\n", "## Mine\n\n### Deeper\n\nx\n"},
      {"an author's comment", "## Summary\n\n<!-- see the minutes of May -->\n\nx\n",
       "## Summary\n\n<!-- see the minutes of May -->\n\nx\n"},
      {"a template's line among the author's",
       "## Summary\n\nSay in a few words what the change is about.\nIt is faster.\n",
       "## Summary\n\nSay in a few words what the change is about.\nIt is faster.\n"},
      {"a question with its answer in bold", "## Questions\n\n* **Who, then? Me.**\n",
       "* **Who, then? Me.**\n"},
      {"a definition of a link", "## Summary\n\n[a]: https://example.org\n",
       "[a]: https://example.org\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_THAT(upgraded(of_first(c.text)).text, HasSubstr(std::string(c.kept)));
  }
}

TEST_F(UpgradeTest, ListsWhatTheTemplateNoLongerHas) {
  const Upgrade made = upgraded(of_first("## Old Times\n\nWe tried it in 2017.\n"));
  EXPECT_EQ(made.count(UpgradeAct::kKept), 1U);
  EXPECT_EQ(made.count(UpgradeAct::kRemoved), 0U);
}

TEST_F(UpgradeTest, ReplacesTheTemplatesTextWhereItIsUntouched) {
  const struct {
    std::string_view name, text, want;
  } cases[] = {
      {"text that was plain is a comment now",
       "## Summary\n\nSay in a few words what the change is about.\n\n## Questions\n",
       "## Summary\n\n<!--\nSay what changes, and for whom it does.\n-->\n\n## "},
      {"wrapped anew by an editor",
       "## Summary\n\nSay in a few words what\nthe change is about.\n\n## Questions\n",
       "## Summary\n\n<!--\nSay what changes, and for whom it does.\n-->\n\n## "},
      {"indented, as code",
       "## Summary\n\n     Say in a few words what the change is about.\n\n## Questions\n",
       "## Summary\n\n<!--\nSay what changes, and for whom it does.\n-->\n\n## "},
      {"a comment before the author's text",
       "## Summary\n\n<!--\nSay here in one line what nobody should forget.\n-->\n\nIt is.\n",
       "## Summary\n\n<!--\nSay what changes, and for whom it does.\n-->\n\nIt is.\n"},
      {"a second comment goes",
       "## Summary\n\n<!--\nSay here in one line what nobody should forget.\n-->\n\nIt is.\n\n"
       "<!--\nThen say it once more in other words.\n-->\n\n## Questions\n",
       "-->\n\nIt is.\n\n## "},
      {"definitions of links stay",
       "## Summary\n\nSay in a few words what the change is about.\n\n[a]: b\n\n## Questions\n",
       "-->\n\n[a]: b\n\n## "},
      {"an unticked list", "## Signoff\n\n- [ ] The design is written down\n\n## Questions\n",
       "## Signoff\n\n- [ ] Somebody has read all of it\n- [ ] The design is written down in full\n"
       "- [ ] An operator agrees to run it\n\n## "},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_THAT(upgraded(of_first(c.text)).text, HasSubstr(std::string(c.want)));
  }
}

TEST_F(UpgradeTest, MarksOfToolsStay) {
  const std::string table =
      "<!-- START doctoc generated TOC please keep comment here to allow auto update -->\n"
      "- [Mine](#mine)\n"
      "<!-- END doctoc generated TOC please keep comment here to allow auto update -->\n";
  EXPECT_THAT(upgraded(of_first("## Summary\n\n" + table + "\nWords.\n")).text, HasSubstr(table));
}

TEST_F(UpgradeTest, ADefinitionOfALinkStandsOnce) {
  const FillJudge fills(*process_);
  const Refreshed refreshed =
      refresh("\nSay in a few words what the change is about.\n\n[a]: b\n[C]: d\n\n",
              "Say what changes.\n\n[c]: d", SectionForm::kText, fills);
  EXPECT_EQ(refreshed.text, "\nSay what changes.\n\n[a]: b\n[C]: d\n\n");
}

TEST_F(UpgradeTest, MarksWhatBothChanged) {
  const std::string edited =
      "<!--\nSay here in one line what nobody should forget.\nMind the gap.\nAsk Jane "
      "first.\n-->\n";
  const Upgrade made = upgraded(of_first("## Summary\n\n" + edited + "\nIt is faster.\n"));
  EXPECT_THAT(made.text,
              HasSubstr("## Summary\n\n<<[UNRESOLVED upgrade: edited here and changed in the "
                        "template; keep one]>>\n" +
                        edited +
                        "<!--\nSay what changes, and for whom it does.\n-->\n<<[/UNRESOLVED]>>\n\n"
                        "It is faster.\n"));
  ASSERT_EQ(made.count(UpgradeAct::kConflict), 1U);
  EXPECT_EQ(made.steps.back().section, "Summary");
  EXPECT_EQ(made.steps.back().line, 8U);
  const Upgrade again = upgraded(made.text);
  EXPECT_EQ(again.count(UpgradeAct::kConflict), 1U) << "it waits to be settled";
}

TEST_F(UpgradeTest, AWordPutRightIsNoConflict) {
  const std::string text =
      "## Summary\n\n<!--\nSay here in one line what nobody should ever forget.\n"
      "Then say it once more in other words.\n-->\n\nIt is faster.\n";
  const Upgrade made = upgraded(of_first(text));
  EXPECT_EQ(made.count(UpgradeAct::kConflict), 0U);
  EXPECT_THAT(made.text, HasSubstr(text));
}

TEST_F(UpgradeTest, GoesAsFarAsItIsTold) {
  const Upgrade made = upgraded(of_first(kWritten), 1);
  EXPECT_EQ(made.to, 1U);
  EXPECT_THAT(
      outline(made.text),
      ElementsAre("# My thing", "## Summary", "## Signoff", "## Design", "### Criteria",
                  "#### Mine", "## Remarks", "## Questions", "###### How can it be switched off?",
                  "###### What may go wrong with it?", "###### Who is called at night?"));
  EXPECT_EQ(made.count(UpgradeAct::kItems), 0U) << "its text is not known";
  const Upgrade stays = upgraded(of_first(kWritten), 0);
  EXPECT_EQ(stays.text, of_first(kWritten));
}

TEST_F(UpgradeTest, FindsAPlaceAmongOtherLevelsAndOrders) {
  const struct {
    std::string_view name, text;
    std::vector<std::string> want;
  } cases[] = {
      {"sections at the title's level",
       "# Summary\n\nx\n\n# Questions\n",
       {"# My thing", "# Summary", "# Design", "# Questions", "##### Who is called at night?"}},
      {"none of the template's sections, and none of the questions",
       "## Mine\n",
       {"# My thing", "## Mine", "## Design", "## Questions", "###### How can it be switched off?",
        "###### What may go wrong with it?", "###### Who is called at night?"}},
      {"appendices stay last; a questionnaire answered in one text gets no more questions",
       "## Questions\n\nx\n\n## Summary\n\nx\n\n## Links\n",
       {"# My thing", "## Questions", "## Summary", "## Design", "## Links"}},
      {"an author's section stays with what it follows",
       "## Summary\n\nx\n\n## More\n\n## Questions\n",
       {"# My thing", "## Summary", "## More", "## Design", "## Questions",
        "###### Who is called at night?"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(outline(upgraded(of_first(c.text)).text), c.want);
  }
}

TEST_F(UpgradeTest, TheTableOfContentsFollows) {
  const Upgrade made = upgraded(
      of_first("<!-- toc -->\n- [Old](#old)\n<!-- /toc -->\n\n## Summary\n\n## Questions\n"));
  EXPECT_THAT(made.text,
              HasSubstr("- [Summary](#summary)\n- [Design](#design)\n- [Questions](#questions)\n"
                        "<!-- /toc -->"));
}

TEST_F(UpgradeTest, RefusesWhatCannotBeTakenApart) {
  const struct {
    std::string_view name, text, want;
  } cases[] = {
      {"a code block", "## Summary\n\n```\nx\n",
       "a code block begins on line 8 and is never closed; close it first"},
      {"a comment", "## Summary\n\n<!-- x\n",
       "a comment begins on line 8 and is never closed; close it first"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto made = try_upgrade(of_first(c.text));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().message, c.want);
  }
  // A list closes what is open in it, and then its questions stay as they are.
  const std::string in_list = "## Questions\n\n* **What may go wrong with it?**\n  ```\n  x\n\n";
  const Upgrade made = upgraded(of_first(in_list + "## Summary\n\nx\n"));
  EXPECT_EQ(made.count(UpgradeAct::kQuestion), 0U);
}

TEST_F(UpgradeTest, AnyTextGivesSomeAnswer) {
  for (const std::string_view text :
       {"", "\n", "#", "# \n## \n", "---\n", "* **How can it be switched off?**", "<!--", "\r\r\n#",
        "> ## Summary\n", "Summary\n---\n",
        "## Questions\n1. **What may go wrong with it?**\t x"}) {
    SCOPED_TRACE(text);
    const auto made = try_upgrade(text);
    if (made) upgraded(text);
  }
}

}  // namespace
}  // namespace milepost::upgrade
