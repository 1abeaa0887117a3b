#include "proposal/approved_text.h"

#include <set>

#include <gtest/gtest.h>

#include "process/load.h"
#include "proposal/proposal.h"

namespace milepost {
namespace {

class ApprovedText : public testing::Test {
 protected:
  ApprovedText() : process_(*load_process(built_in_pack("kep"), nullptr)), judge_(*process_) {}

  std::vector<CoveredSection> sections(const std::string& text,
                                       const std::vector<std::string>& titles = {}) const {
    const Proposal proposal =
        read_proposal(*process_, std::make_shared<const Source>("README.md", text), nullptr);
    const Judgement judgement = judge_.judge(proposal, {});
    return covered_text(*process_, {proposal, judgement}, titles);
  }

  bool is_same(const std::string& before, const std::string& after,
               const std::vector<std::string>& titles = {}) const {
    return changed_sections(sections(before, titles), sections(after, titles)).empty();
  }

  // "title: words" of each section.
  std::vector<std::string> covered(const std::string& text,
                                   const std::vector<std::string>& titles = {}) const {
    std::vector<std::string> lines;
    for (const CoveredSection& section : sections(text, titles)) {
      if (section.title != kOrderOfSections) lines.push_back(section.title + ": " + section.words);
    }
    return lines;
  }

  std::shared_ptr<const Process> process_;
  Judge judge_;
};

using Lines = std::vector<std::string>;

TEST_F(ApprovedText, IsWhatEachSectionSaysByItself) {
  EXPECT_EQ(
      covered(
          "# KEP-7: Faster\n\n## Summary\n\nMuch\n  faster.\n\n## Proposal\n\n### Notes\n\nSo.\n"),
      (Lines{"KEP-7: Faster: KEP-7: Faster", "Summary: Summary Much faster.", "Proposal: Proposal",
             "Proposal › Notes: Notes So."}));
}

TEST_F(ApprovedText, PassesOverWhatSaysNothing) {
  const std::string text = "# A\n\n## Summary\n\n- [ ] one\n- two\n";
  const std::string other = "# A\n<!-- x -->\n## Summary\n- [x] one\n\n- two <!-- y -->\n";
  EXPECT_TRUE(is_same(text, other));
}

TEST_F(ApprovedText, IsWhatAReaderSees) {
  constexpr std::string_view kHead = "# A\n\n## Summary\n\n";
  struct Case {
    const char* name;
    const char* before;
    const char* after;
    bool same;
  };
  const Case cases[] = {
      {"a comment that ends early", "a", "a\n\n<!-- b --!> SHOWN -->", false},
      {"a comment that is none", "a", "a\n\n<!--> SHOWN -->", false},
      {"a definition made of words", "see\n[this]: or that", "see\n\n[this]: or", false},
      {"a definition", "a", "a\n\n[b]: c", true},
      {"where a link leads", "[a]\n\n[a]: b", "[a]\n\n[a]: c", false},
      {"a link written otherwise", "[a][b]\n\n[b]: c", "[a](c)", true},
      {"text that becomes code", "a\n\nb", "a\n\n    b", false},
      {"text that becomes a list", "a\n\nb", "a\n\n- b", false},
      {"text that becomes a heading", "a\n\nb", "a\n\n### b", false},
      {"a list with more space", "- a\n- b", "- a\n\n- b", true},
      {"lines of another length", "a b\nc", "a\nb c", true},
      {"two paragraphs", "a b\nc", "a b\n\nc", false},
      {"other marks", "*a* `` b ``", "_a_ `b`", true},
      {"a hidden part", "a", "a\n\n<div hidden>", false},
      {"another order", "a\n\n## B\n\nb\n\n## C\n\nc", "a\n\n## C\n\nc\n\n## B\n\nb", false},
      {"a box that no renderer shows", "- [] a", "- [✅] a", false},
      {"another mark of a box", "- [x] a", "- [X] a", true},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(is_same(std::string(kHead) + c.before, std::string(kHead) + c.after), c.same);
  }
}

TEST_F(ApprovedText, PassesOverLinesOfTheTableOfContentsAlone) {
  const auto with = [](const std::string& table) {
    return "# A\n\n<!-- toc -->\n" + table + "<!-- /toc -->\n\n## Summary\n\nx\n\n## `B`\n\ny\n";
  };
  const std::string table = "- [Summary](#summary)\n- [<code>B</code>](#b)\n";
  EXPECT_TRUE(is_same(with(table), with("- [Summary](#summary)\n")));
  EXPECT_TRUE(is_same(with(table), with("")));
  for (const char* shown :
       {"SHOWN\n", "\nSHOWN\n\n", "- SHOWN\n", "- [SHOWN](#summary)\n", "- [Summary](/elsewhere)\n",
        "- [Summary](#summary) SHOWN\n", "- [Summary](#summary \"SHOWN\")\n",
        "- [Summary](#summary)\n  SHOWN\n", "- [Summary<b>](#summary)\n",
        "- [![Summary](shown.png)](#summary)\n", "- - [Summary](#summary)\n"}) {
    EXPECT_FALSE(is_same(with(table), with(table + shown))) << shown;
  }
}

TEST_F(ApprovedText, HoldsFrontMatterThatIsNoMetadata) {
  const auto first = [&](std::shared_ptr<const Source> metadata) {
    const Proposal proposal = read_proposal(
        *process_, std::make_shared<const Source>("README.md", "---\ntitle: A\n---\n# A\n"),
        std::move(metadata));
    const Judgement judgement = judge_.judge(proposal, {});
    return covered_text(*process_, {proposal, judgement}, {}).front();
  };
  EXPECT_EQ(first(nullptr).title, "A") << "its fields are covered";
  const CoveredSection front = first(std::make_shared<const Source>("kep.yaml", "title: B\n"));
  EXPECT_EQ(front.title, "front matter");
  EXPECT_EQ(front.words, "--- title: A ---");
}

TEST_F(ApprovedText, HoldsTicksThatAreAnswers) {
  const std::string questions =
      "# A\n\n## Production Readiness Review Questionnaire\n\n"
      "### Feature Enablement and Rollback\n\n- [ ] Feature gate\n\n"
      "## Release Signoff Checklist\n\n- [ ] agreed\n";
  std::string answered = questions;
  answered.replace(answered.find("[ ]"), 3, "[x]");
  EXPECT_FALSE(is_same(questions, answered));
  EXPECT_FALSE(is_same(questions, answered, {"Production Readiness Review Questionnaire"}));
  std::string agreed = questions;
  agreed.replace(agreed.rfind("[ ]"), 3, "[x]");
  EXPECT_TRUE(is_same(questions, agreed));
}

TEST_F(ApprovedText, LeavesOutWhatLivingSectionsSayThemselves) {
  const std::string text = "# A\n\n## Summary\n\nx\n\n## Implementation History\n\n- today\n";
  EXPECT_EQ(covered(text), (Lines{"A: A", "Summary: Summary x",
                                  "Implementation History: Implementation History"}));
  EXPECT_FALSE(
      is_same("# A\n\n## Implementation History\n", "# A\n\n### Implementation History\n"));
  EXPECT_TRUE(is_same(text, text + "- tomorrow\n"));
  EXPECT_FALSE(is_same(text, text + "\n### More\n\nwords\n"));
}

// They show below the text that names them, wherever they are defined; the first definition counts.
TEST_F(ApprovedText, HoldsFootnotesOfLivingSections) {
  const std::string text =
      "# A\n\n## Summary\n\nYes[^n].\n\n[^n]: for a year.\n\n## Implementation History\n\n- a\n";
  const std::string early = "# A\n\n## Implementation History\n\n";
  const std::string rest = "## Summary\n\nYes[^n].\n\n[^n]: for a year.\n";
  EXPECT_FALSE(is_same(early + rest, early + "[^N]: for ever.\n\n" + rest));
  EXPECT_FALSE(is_same(text, text + "\n[^n]: for ever.\n"));
  EXPECT_FALSE(is_same(text + "\n[^n]: for ever.\n", text + "\n[^n]: for ever.\n    and more\n"));
  EXPECT_TRUE(is_same(text, text + "\n[^other]: for ever.\n")) << "nobody names it";
  EXPECT_TRUE(is_same(text, text + "- b[^n]\n")) << "no definition";
  EXPECT_FALSE(is_same(text, text + "\n[^n]: for ever.\n", {"Summary"}));
}

TEST_F(ApprovedText, HoldsFootnotesWhereverTheyStand) {
  const std::string text =
      "# A\n\n## Summary\n\nYes[^n], É[^É].\n\n[^n]: see[^m].\n\n## Implementation History\n\n- "
      "a\n";
  for (const char* evil :
       {"- [^n]: EVIL\n", "\n> [^n]: EVIL\n", "1. [^n]: EVIL\n", "- > 1. [^n]: EVIL\n",
        "\n[^é]: EVIL\n", "\n[^m]: EVIL\n", "\n[^x]: [^n]: EVIL\n"}) {
    EXPECT_FALSE(is_same(text, text + evil)) << evil;
  }
  const std::string noted = text + "\n[^m]: a\n";
  for (const char* more : {"\tEVIL\n", "\n\tEVIL\n", "\n    EVIL\n", "EVIL\n", "\n  EVIL\n",
                           "see[^o]\n\n- [^o]: EVIL\n"}) {
    EXPECT_FALSE(is_same(noted, noted + more)) << more;
  }
  const std::string quoted = text + "\n> [^m]: a\n";
  EXPECT_FALSE(is_same(quoted, quoted + ">\n>     EVIL\n"));
  EXPECT_TRUE(is_same(noted, noted + "\nThe next paragraph.\n"));
  const std::string plain =
      "# A\n\n## Summary\n\nYes[^k].\n\n[^k]: b\n\n## Implementation History\n\n- a\n";
  EXPECT_FALSE(is_same(plain, plain + "\n[^\u212A]: EVIL\n")) << "the sign of Kelvin";
  EXPECT_TRUE(is_same(plain, plain + "\n[^other]: c\n"));
}

// What a browser makes of tags that do not fit together reaches beyond the section they stand in.
TEST_F(ApprovedText, HoldsLivingSectionsToTheirPlace) {
  const std::string text = "# A\n\n## Implementation History\n\n- today\n@\n## Summary\n\nx\n";
  const auto with = [&](const std::string& more) {
    std::string made = text;
    return made.replace(made.find('@'), 1, more);
  };
  for (const char* plain :
       {"\nwords <b>and</b> more\n", "\n<details>\n<summary>a</summary>\n\nb\n\n</details>\n",
        "\n> # quoted\n", "\n<table><tr><td>a<td>b</table>\n", "- x<br>y\n",
        "- <link to test coverage>\n"}) {
    EXPECT_TRUE(is_same(with(""), with(plain))) << plain;
  }
  for (const char* evil :
       {"- x <ul><details><ul>\n", "- x <ul><li><details></li>\n", "\n<h2>Summary</h2>\n\nEVIL\n",
        "\n<div><h3>EVIL</h3></div>\n", "\nx <select>\n", "\nx <button>\n",
        "\nx <math><mtext><p>\n", "\n<body hidden>\n", "\n<html style=display:none>\n",
        "\n<style>p{display:none}</style>\n", "\n<base href=//evil>\n",
        "\n<link rel=stylesheet href=//evil>\n", "\n<plaintext>\n", "\n<title>EVIL</title>\n",
        "\n<span><details></span>\n", "\n<svg><desc><details></svg>\n",
        "\n<table><details></table>\n", "\n<b><details></b>\n"}) {
    EXPECT_FALSE(is_same(with(""), with(evil))) << evil;
  }
  const std::string last =
      "# A\n\n## Production Readiness Review Questionnaire\n\nx\n\n## Drawbacks\n\n";
  const std::vector<std::string> questionnaire{"Production Readiness Review Questionnaire"};
  EXPECT_TRUE(is_same(last, last + "y\n", questionnaire));
  EXPECT_FALSE(is_same(last, last + "<style>p{display:none}</style>\n", questionnaire));
}

TEST_F(ApprovedText, HoldsEverySectionOfATitle) {
  const std::vector<std::string> titles{"Production Readiness Review Questionnaire"};
  const std::string text = "# A\n\n## Production Readiness Review Questionnaire\n\nx\n";
  const std::string again = text + "\n## Production Readiness Review Questionnaire\n\n- [ ] EVIL\n";
  EXPECT_FALSE(is_same(text, again, titles));
  std::string ticked = again;
  ticked.replace(ticked.find("[ ]"), 3, "[x]");
  EXPECT_FALSE(is_same(again, ticked, titles));
}

TEST_F(ApprovedText, HasEachTitleOnce) {
  for (const char* text :
       {"# A\n\n## Notes\n\n## Notes\n\n## Notes (2)\n",
        "# A\n\n## Notes (2)\n\n## Notes\n\n## Notes\n", "# A\n\n## metadata › title\n",
        "# A\n\n## order of sections\n", "# A\n\n## footnotes\n"}) {
    std::set<std::string> titles;
    for (const CoveredSection& section : sections(text)) {
      EXPECT_TRUE(titles.insert(section.title).second) << text << section.title;
      EXPECT_FALSE(section.title.starts_with("metadata › ")) << text;
    }
    EXPECT_TRUE(is_same(text, text)) << text;
  }
}

TEST_F(ApprovedText, IsOfTheNamedSectionsAlone) {
  const std::string text =
      "# A\n\n## Summary\n\nx\n\n## Motivation\n\ny\n\n### Goals\n\nz\n\n## Drawbacks\n\nw\n";
  EXPECT_EQ(covered(text, {"Motivation"}),
            (Lines{"Motivation: Motivation y", "Motivation › Goals: Goals z"}));
  EXPECT_EQ(covered(text, {"Test Plan"}), Lines{});
}

TEST_F(ApprovedText, TellsSectionsOfOneTitleApart) {
  EXPECT_EQ(covered("# A\n\n## B\n\nx\n\n## B\n\ny\n"), (Lines{"A: A", "B: B x", "B (2): B y"}));
}

TEST_F(ApprovedText, HasTheFieldsThatGatesAskFor) {
  const auto fields = [&](const std::string& metadata) {
    const Proposal proposal =
        read_proposal(*process_, std::make_shared<const Source>("README.md", "# A\n"),
                      std::make_shared<const Source>("kep.yaml", metadata));
    const Judgement judgement = judge_.judge(proposal, {});
    return covered_fields(*process_, {proposal, judgement});
  };
  const std::string metadata =
      "title: A\nstatus: provisional\nstage: alpha\nlatest-milestone: v1.2\n"
      "feature-gates:\n  - name: G\n    components: [a, b]\n";
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = metadata;
    other.replace(other.find(from), from.size(), to);
    return changed_sections(fields(metadata), fields(other));
  };
  EXPECT_EQ(changed("title: A", "title: B"), Lines{"metadata › title"});
  EXPECT_EQ(changed("[a, b]", "[a]"), Lines{"metadata › feature-gates"});
  EXPECT_EQ(changed("[a, b]", "['a', \"b\"]"), Lines{});
  EXPECT_EQ(changed("status: provisional", "status: implementable"), Lines{});
  EXPECT_EQ(changed("stage: alpha", "stage: beta"), Lines{});
  EXPECT_EQ(changed("latest-milestone: v1.2", "latest-milestone: v1.3"), Lines{});
}

TEST_F(ApprovedText, IsWhatTheRoleAnswersFor) {
  EXPECT_EQ(answers_for(*process_, *process_->find_role("prr")),
            Lines{"Production Readiness Review Questionnaire"});
  EXPECT_EQ(answers_for(*process_, *process_->find_role("approver")), Lines{});
}

}  // namespace
}  // namespace milepost
