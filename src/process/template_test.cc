#include "process/template.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/limits.h"
#include "process/boilerplate.h"
#include "process/process_fixture.h"

namespace milepost {
namespace {

Template read(std::string_view text) { return Template(make_source(text)); }

std::string_view name(DirectiveFault fault) {
  switch (fault) {
    case DirectiveFault::kUnclosed: return "unclosed";
    case DirectiveFault::kKeyUnknown: return "key";
    case DirectiveFault::kValueWrong: return "value";
    case DirectiveFault::kMisplaced: return "misplaced";
    case DirectiveFault::kRepeated: return "repeated";
  }
  return {};
}

// "key `owner` at 3:17, unclosed at 5:1".
std::string faults(const Template& made) {
  std::string all;
  for (const TemplateProblem& problem : made.problems()) {
    const Position at = made.document().source().position(problem.span.begin);
    if (!all.empty()) all += ", ";
    all += name(problem.fault);
    if (!problem.detail.empty()) all += fmt::format(" `{}`", problem.detail);
    all += fmt::format(" at {}:{}", at.line, at.column);
  }
  return all;
}

// "Summary required, Goals required beta, Notes -".
std::string needs(const Template& made) {
  std::string all;
  for (const TemplateSection& section : made.sections()) {
    if (section.level == 1) continue;
    if (!all.empty()) all += ", ";
    all += section.title + (section.required ? " required" : " -");
    if (!section.stage.empty()) all += " " + section.stage;
  }
  return all;
}

TEST(Template, ReadsDirectives) {
  const struct {
    std::string_view name;
    std::string_view directive;  // lines after "## A", on line 3
    std::string_view want;
    std::string_view faults = "";
  } cases[] = {
      {"required", "<!--DIRECTIVE: required: true-->", "A required"},
      {"not required", "<!--DIRECTIVE: required: false-->", "A -"},
      {"from a stage", "<!--DIRECTIVE: required: true,stage: beta-->", "A required beta"},
      {"the other way round", "<!--DIRECTIVE: stage: beta,required: true-->", "A required beta"},
      {"not required, with a stage", "<!--DIRECTIVE: required: false,stage: beta-->", "A - beta"},
      {"spaces everywhere", "<!--  DIRECTIVE:  required : true , stage : beta  -->",
       "A required beta"},
      {"no spaces", "<!--DIRECTIVE:required:true,stage:beta-->", "A required beta"},
      {"a line of its own", "<!--\nDIRECTIVE: required: true,\nstage: beta\n-->",
       "A required beta"},
      {"after a blank line", "\n\n<!--DIRECTIVE: required: true-->", "A required"},
      {"a comma at the end", "<!--DIRECTIVE: required: true,-->", "A required"},
      {"an unknown stage is kept", "<!--DIRECTIVE: required: true,stage: gamma-->",
       "A required gamma"},
      {"required left out", "<!--DIRECTIVE: stage: alpha-->", "A required alpha"},
      {"closed by >", "<!--DIRECTIVE: required: true>", "A required", "unclosed at 3:1"},
      {"closed by ->", "<!--DIRECTIVE: required: true->", "A required", "unclosed at 3:1"},
      {"closed by --", "<!--DIRECTIVE: required: true--", "A required", "unclosed at 3:1"},
      {"not closed", "<!--DIRECTIVE: required: true", "A required", "unclosed at 3:1"},
      {"not closed, not required", "<!--DIRECTIVE: required: false>", "A -", "unclosed at 3:1"},
      {"not closed, with a stage", "<!--DIRECTIVE: required: true,stage: beta>", "A required beta",
       "unclosed at 3:1"},
      {"not closed, with a space", "<!-- DIRECTIVE: required: true >", "A required",
       "unclosed at 3:1"},
      {"unknown key", "<!--DIRECTIVE: required: true,owner: me-->", "A required",
       "key `owner` at 3:31"},
      {"misspelt key", "<!--DIRECTIVE: requird: false-->", "A required", "key `requird` at 3:16"},
      {"wrong value", "<!--DIRECTIVE: required: yes-->", "A required", "value `yes` at 3:26"},
      {"value missing", "<!--DIRECTIVE: required-->", "A required", "value at 3:24"},
      {"unclosed and wrong", "<!--DIRECTIVE: required: no,by: me>", "A required",
       "unclosed at 3:1, value `no` at 3:26, key `by` at 3:29"},
      {"repeated", "<!--DIRECTIVE: required: false-->\n<!--DIRECTIVE: required: true-->", "A -",
       "repeated at 4:1"},
      {"after text", "Text.\n\n<!--DIRECTIVE: required: true-->", "A -", "misplaced at 5:1"},
      {"other comments are none", "<!-- required: true -->\n<!--DIRECTIVES: a lot-->",
       "A required"},
      {"in a fence it is none", "```\n<!--DIRECTIVE: required: false-->\n```", "A required"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Template made = read(fmt::format("# T\n## A\n{}\n\nText.\n", c.directive));
    EXPECT_EQ(needs(made), c.want);
    EXPECT_EQ(faults(made), c.faults);
  }
}

TEST(Template, KeepsTheHeadingsAfterAnUnclosedDirective) {
  const Template made = read(
      "# T\n<!--DIRECTIVE: required: true>\n## A\n<!--DIRECTIVE: required: false>\n"
      "## B\n<!--DIRECTIVE: required: true-->\n## C\n<!--DIRECTIVE: stage: beta");
  EXPECT_EQ(needs(made), "A -, B required, C required beta");
  EXPECT_EQ(faults(made), "unclosed at 2:1, unclosed at 4:1, unclosed at 8:1");
}

TEST(Template, RefusesADirectiveBeforeTheFirstHeading) {
  const Template made = read("<!--DIRECTIVE: required: true-->\n\n# T\n");
  EXPECT_TRUE(made.has_directives());
  EXPECT_EQ(faults(made), "misplaced at 1:1");
  EXPECT_FALSE(made.sections()[0].required);
}

TEST(Template, InheritsStages) {
  const auto directed = [](std::string_view heading, std::string_view directive) {
    return fmt::format("{}\n<!--DIRECTIVE: {}-->\n", heading, directive);
  };
  const std::string beta = "# T\n" + directed("## A", "required: true,stage: beta");
  const struct {
    std::string_view name;
    std::string text;
    std::string_view want;
  } cases[] = {
      {"from the parent", beta + directed("### B", "required: true"),
       "A required beta, B required beta"},
      {"from the parent's parent",
       beta + directed("### B", "required: true") + directed("#### C", "required: true"),
       "A required beta, B required beta, C required beta"},
      {"across a jump of levels", beta + directed("##### B", "required: true"),
       "A required beta, B required beta"},
      {"its own wins", beta + directed("### B", "required: true,stage: alpha"),
       "A required beta, B required alpha"},
      {"not for the optional", beta + directed("### B", "required: false"), "A required beta, B -"},
      {"not for the undirected", beta + "### B\n", "A required beta, B -"},
      {"not for a sibling", beta + directed("## B", "required: true"),
       "A required beta, B required"},
      {"none above",
       "# T\n" + directed("## A", "required: true") + directed("### B", "required: true"),
       "A required, B required"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Template made = read(c.text);
    EXPECT_EQ(needs(made), c.want);
    EXPECT_EQ(faults(made), "");
  }
}

TEST(Template, RequiresEverythingWithoutDirectives) {
  const struct {
    std::string_view name, text, want;
  } cases[] = {
      {"headings", "# T\n## A\n### B\n## C\n", "A required, B required, C required"},
      {"optional by title", "# T\n## A (Optional)\n## B [optional]\n## C\n",
       "A (Optional) -, B [optional] -, C required"},
      {"optional by text", "# T\n## A\nThis section is optional; remove it.\n## B\n",
       "A -, B required"},
      {"not required by text", "# T\n## A\nYou are not required to have any.\n## B\n",
       "A -, B required"},
      {"optional by a comment", "# T\n## A\n<!-- This Section is Optional. -->\n## B\n",
       "A -, B required"},
      {"below the optional", "# T\n## A (Optional)\n### B\n#### C\n## D\n",
       "A (Optional) -, B -, C -, D required"},
      {"a child's text is not the parent's", "# T\n## A\n### B\nThis section is optional.\n",
       "A required, B -"},
      {"optional by how the text begins", "# T\n## A\n(optional) What else?\n## B\n",
       "A -, B required"},
      {"by how a comment begins", "# T\n## A\n<!--\n(Optional)\n\nWhat else?\n-->\n## B\n",
       "A -, B required"},
      {"by a word before a colon", "# T\n## A\n\n**Optional:** what else?\n## B\n",
       "A -, B required"},
      {"another thing is optional", "# T\n## A\nOptional fields go last.\n", "A required"},
      {"an example to be removed", "# T\n## A\n### Example 1, please remove: B\n#### C\n",
       "A required, Example 1, please remove: B -, C -"},
      {"no title", "## A\n## B\n", "A required, B required"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Template made = read(c.text);
    EXPECT_FALSE(made.has_directives());
    EXPECT_EQ(needs(made), c.want);
    EXPECT_EQ(faults(made), "");
  }
}

TEST(Template, KnowsItsOutline) {
  const Template made = read("---\na: b\n---\n# T\n\n## A\n### B `c`\n##### C\n\nD\n---\n");
  const struct {
    std::string_view title, key;
    int level;
    std::uint32_t line, parent, end;
  } want[] = {
      {"T", "t", 1, 4, kNone, 5}, {"A", "a", 2, 6, 0, 4},  {"B c", "b c", 3, 7, 1, 4},
      {"C", "c", 5, 8, 2, 4},     {"D", "d", 2, 10, 0, 5},
  };
  ASSERT_EQ(made.sections().size(), std::size(want));
  for (std::size_t i = 0; i < std::size(want); ++i) {
    const TemplateSection& section = made.sections()[i];
    SCOPED_TRACE(section.title);
    EXPECT_EQ(section.title, want[i].title);
    EXPECT_EQ(section.key, want[i].key);
    EXPECT_EQ(section.level, want[i].level);
    EXPECT_EQ(section.line, want[i].line);
    EXPECT_EQ(section.parent, want[i].parent);
    EXPECT_EQ(section.end, want[i].end);
  }
  ASSERT_NE(made.find("b c"), nullptr);
  EXPECT_EQ(made.find("b c")->front(), 2U);
  EXPECT_EQ(made.find("e"), nullptr);
}

TEST(Template, FindsATitleThatStandsTwice) {
  const Template made = read("# T\n## A\n### Notes\n## B\n### notes (Optional)\n");
  ASSERT_NE(made.find("notes"), nullptr);
  EXPECT_EQ(*made.find("notes"), (std::vector<std::uint32_t>{2, 4}));
}

// "Feature gate: name, components; Other: mechanism, downtime?".
std::string choices(const TemplateSection& section) {
  std::string all;
  for (const Choice& choice : section.choices) {
    if (!all.empty()) all += "; ";
    all += choice.label + ":";
    for (const ChoiceDetail& detail : choice.details) {
      all += " <" + detail.label + (detail.optional ? "> optional" : ">");
    }
  }
  return all;
}

TEST(Template, ReadsChoices) {
  const struct {
    std::string_view name, text, want;
  } cases[] = {
      {"with details",
       "- [ ] Feature gate (also in `kep.yaml`)\n  - Feature gate name:\n  - Components:\n"
       "- [ ] Other\n  - Describe the mechanism:\n  - Will it need downtime?\n",
       "Feature gate: <Feature gate name> <Components>; "
       "Other: <Describe the mechanism> <Will it need downtime>"},
      {"optional details", "- [ ] Metrics\n  - Name:\n  - [Optional] Aggregation method:\n",
       "Metrics: <Name> <Aggregation method> optional"},
      {"a label up to its colon", "- [ ] Other: anything else\n  - Details:\n", "Other: <Details>"},
      {"a detail over two lines", "- [ ] Other\n  - Will it need downtime\n    of a node?\n",
       "Other: <Will it need downtime of a node>"},
      {"markup in the label", "- [ ] **Feature** `gate`\n  - *Name*:\n", "Feature gate: <Name>"},
      {"nothing asked", "- [ ] One\n- [ ] Two\n  - a note\n", ""},
      {"no bullet", "[ ] I accept:\n", ""},
      {"no box", "- Feature gate\n  - Name:\n", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Template made = read(fmt::format("# T\n## How?\n{}\n## B\n", c.text));
    ASSERT_EQ(made.sections().size(), 3U);
    EXPECT_EQ(choices(made.sections()[1]), c.want);
    EXPECT_TRUE(made.sections()[2].choices.empty());
  }
}

TEST(Template, FindsQuestionnaires) {
  const struct {
    std::string_view name, text, want;
  } cases[] = {
      {"questions below", "## Q\n### Why?\n### How?\n", "Q"},
      {"questions two levels below", "## Q\n### Part\n##### Why?\n### Part 2\n##### How?\n",
       "Q Part Part 2"},
      {"one that is no question", "## Q\n### Why?\n### Notes\n", ""},
      {"a part that is none", "## Q\n### Part\n##### Why?\n### Notes\n", "Part"},
      {"a leaf", "## Why?\n", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Template made = read(c.text);
    std::string found;
    for (const TemplateSection& section : made.sections()) {
      if (section.questionnaire) found += (found.empty() ? "" : " ") + section.title;
    }
    EXPECT_EQ(found, c.want);
  }
}

TEST(Template, RemembersItsLines) {
  const Template made = read(
      "---\ntitle: a secret\n---\n# T\n## A\n<!--\nDo this\nand that.\n-->\n"
      "<!-- One line. -->\n- Name:\n");
  const auto has = [&](std::string_view line) { return made.lines().contains(line_hash(line)); };
  EXPECT_TRUE(has("Do this"));
  EXPECT_TRUE(has("Do this and that."));
  EXPECT_TRUE(has("One line."));
  EXPECT_TRUE(has("- Name:"));
  EXPECT_FALSE(has("title: a secret"));
  EXPECT_FALSE(has("Do"));
}

TEST(Template, ReadsTheSeed) {
  const std::string path = (corpus_folder() / "../seeds/kep-template.md").string();
  auto source = read_source(path, "kep-template.md", kLimits.document_bytes);
  if (!source) GTEST_SKIP() << "there are no seeds beside the corpus";
  const Template made(*source);
  EXPECT_EQ(made.sections().size(), 57U);
  EXPECT_EQ(faults(made), "unclosed at 157:1, unclosed at 166:1");
  const auto count = [&](std::string_view stage) {
    return std::ranges::count_if(made.sections(), [&](const TemplateSection& section) {
      return section.required && section.stage == stage;
    });
  };
  EXPECT_EQ(count(""), 16);
  EXPECT_EQ(count("alpha"), 6);
  EXPECT_EQ(count("beta"), 27);
  EXPECT_EQ(count("stable"), 0);
  ASSERT_NE(made.find("risks and mitigations"), nullptr);
  EXPECT_TRUE(made.sections()[made.find("risks and mitigations")->front()].required);
  ASSERT_NE(made.find("release signoff checklist"), nullptr);
  EXPECT_FALSE(made.sections()[made.find("release signoff checklist")->front()].directed);
}

TEST(Template, AnyBytesMakeOne) {
  for (const std::string_view text : {"", "#", "\xFF\xFE", "<!--DIRECTIVE:", "#\n<!--DIRECTIVE:,,:",
                                      "# \n<!--DIRECTIVE: :,:true-->"}) {
    const Template made = read(text);
    EXPECT_LE(made.sections().size(), 1U) << text;
  }
}

}  // namespace
}  // namespace milepost
