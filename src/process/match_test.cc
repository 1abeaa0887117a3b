#include "process/match.h"

#include <optional>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/heading_key.h"
#include "process/process_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kCalls =
    "Will enabling / using this feature result in any new API calls?";
constexpr std::string_view kTypes = "Will enabling / using this feature result in new API types?";
constexpr std::string_view kTested =
    "Were upgrade and rollback tested? Was the upgrade->downgrade->upgrade path tested?";

struct Matched {
  Matched(std::string_view pattern_text, std::string_view text)
      : pattern(make_source(pattern_text)), document(make_source(text)) {
    process.renames["testing strategy"] = "test plan";
    process.renames["plan for *"] = "test plan";
    process.renames["how is it switched on"] = "how can this feature be enabled";
    lineage.renames["story"] = "user stories";
    index.emplace(pattern, process, lineage);
    matching = match(document, *index);
  }

  const Match& of(std::string_view title) const {
    const auto* found = pattern.find(heading_key(title));
    return matching.sections.at(found ? found->front() : 0);
  }
  // The heading or bold text of the document a section was found as; "" for none.
  std::string_view heading(std::string_view title) const {
    return document.text(of(title).heading);
  }

  Template pattern;
  Document document;
  Process process;
  Lineage lineage;
  std::optional<HeadingIndex> index;
  Matching matching;
};

TEST(Match, TriesTheLadder) {
  const struct {
    std::string_view name;
    std::string_view wanted;    // "## …" in the template
    std::string_view document;  // after its title
    MatchStep step;
  } cases[] = {
      {"nothing there", "Test Plan", "", MatchStep::kMissing},
      {"something else", "Test Plan", "## Elsewhere\n", MatchStep::kMissing},
      {"exact", "Test Plan", "## Test Plan\n", MatchStep::kExact},
      {"indented", "Test Plan", "   ## Test Plan\n", MatchStep::kExact},
      {"closed", "Test Plan", "## Test Plan ##\n", MatchStep::kExact},
      {"underlined", "Test Plan", "Test Plan\n---\n", MatchStep::kExact},
      {"with markup", "Test Plan", "## **Test** `Plan`\n", MatchStep::kExact},
      {"numbered", "Test Plan", "## 2. Test Plan\n", MatchStep::kPunctuation},
      {"other level", "Test Plan", "#### Test Plan\n", MatchStep::kLevel},
      {"case", "Test Plan", "## TEST plan\n", MatchStep::kCase},
      {"one of two names", "Introduction/Overview", "## Overview\n", MatchStep::kRename},
      {"the other", "Introduction/Overview", "## Introduction\n", MatchStep::kRename},
      {"both", "Introduction/Overview", "## Introduction / Overview\n", MatchStep::kPunctuation},
      {"one of two, deeper down", "Introduction/Overview", "### Overview\n", MatchStep::kMissing},
      {"half of one name", "Upgrade / Downgrade Strategy", "## Upgrade\n", MatchStep::kMissing},
      {"case and level", "Test Plan", "### test plan\n", MatchStep::kCase},
      {"punctuation", "Non-Goals", "## Non Goals:\n", MatchStep::kPunctuation},
      {"ampersand", "Risks and Mitigations", "## Risks & Mitigations\n", MatchStep::kPunctuation},
      {"suffix left out", "User Stories (Optional)", "## User Stories\n", MatchStep::kSuffix},
      {"suffix added", "Test Plan", "## Test Plan [optional]\n", MatchStep::kSuffix},
      {"suffix in other brackets", "User Stories (Optional)", "## User Stories [optional]\n",
       MatchStep::kPunctuation},
      {"rename of the pack", "Test Plan", "## Testing Strategy\n", MatchStep::kRename},
      {"rename by its beginning", "Test Plan", "## Plan for Runners\n", MatchStep::kRename},
      {"its beginning alone", "Test Plan", "## Plan for\n", MatchStep::kMissing},
      {"its beginning in a word", "Test Plan", "## Plan forth\n", MatchStep::kMissing},
      {"its beginning deeper down", "Test Plan", "### Plan for Runners\n", MatchStep::kMissing},
      {"rename in another case", "Test Plan", "### TESTING STRATEGY\n", MatchStep::kRename},
      {"rename of the lineage", "User Stories (Optional)", "## Story\n", MatchStep::kRename},
      {"rename of another section", "Test Plan", "## Story\n", MatchStep::kMissing},
      {"bold question", "How can this feature be enabled?",
       "* **How can this feature be enabled?**\n  So.\n", MatchStep::kBoldItem},
      {"bold question in a numbered list", "How can this feature be enabled?",
       "1. **How can this feature be enabled?** So.\n", MatchStep::kBoldItem},
      {"bold question by a rename", "How can this feature be enabled?",
       "- **How is it switched on?**\n", MatchStep::kBoldItem},
      {"bold text that is no question", "Test Plan", "* **Test Plan**\n", MatchStep::kMissing},
      {"bold, but no list", "How can this feature be enabled?",
       "**How can this feature be enabled?**\n", MatchStep::kMissing},
      {"a heading before a bold question", "How can this feature be enabled?",
       "* **How can this feature be enabled?**\n\n## How can this feature be enabled?\n",
       MatchStep::kExact},
      {"answer in the heading", kCalls,
       "## Will enabling / using this feature result in any new API calls? No.\n",
       MatchStep::kPrefix},
      {"answer in the bold text", kCalls,
       "- **Will enabling / using this feature result in any new API calls? No.**\n",
       MatchStep::kPrefix},
      {"wrapped onto the next line", kCalls,
       "## Will enabling / using this feature result in\nany new API calls?\n\nNo.\n",
       MatchStep::kPrefix},
      {"the next line says otherwise", kCalls,
       "## Will enabling / using this feature result in\nany trouble?\n", MatchStep::kPrefix},
      {"wrapped early", kTested,
       "## Were upgrade\nand rollback tested? Was the upgrade->downgrade->upgrade path tested?\n",
       MatchStep::kPrefix},
      {"shortened", kTested, "## Were upgrade and rollback tested?\n", MatchStep::kPrefix},
      {"shortened, in bold", kTested, "* **Were upgrade and rollback tested?**\n",
       MatchStep::kPrefix},
      {"too short to tell", kTested, "## Were upgrade and rollback\n", MatchStep::kMissing},
      {"part of a word", kTested, "## Were upgrade and rollback testedly done\n",
       MatchStep::kMissing},
      {"no question is shortened", "One Two Three Four Five and Everything Else There Is",
       "## One Two Three Four Five\n", MatchStep::kMissing},
      {"few words are no prefix", "Test Plan", "## Test Plan for the Feature\n",
       MatchStep::kMissing},
      {"subtitle", "Design Details", "## Design Details: the specification\n", MatchStep::kPrefix},
      {"a mark behind it", "Support Procedures", "## Support Procedures [TBD]\n",
       MatchStep::kPrefix},
      {"one of two names", "Graduation Criteria", "## Migration / Graduation Criteria\n",
       MatchStep::kRename},
      {"none of two names", "Graduation Criteria", "## Migration / Graduation\n",
       MatchStep::kMissing},
      {"subtitle at another level", "Design Details", "### Design Details: the specification\n",
       MatchStep::kMissing},
      {"similar", "Production Readiness Review Questionnaire",
       "## Prodution Readyness Review Questionnaire\n", MatchStep::kSimilar},
      {"similar, in bold", "How can this feature be enabled?",
       "* **How can this feature be enabld?**\n", MatchStep::kSimilar},
      {"not similar enough", "Production Readiness Review Questionnaire",
       "## Production Review of Readiness\n", MatchStep::kMissing},
      {"two words are never similar", "Monitoring Requirements", "## Monitoring Requirement\n",
       MatchStep::kMissing},
      {"one word is never similar", "Troubleshooting", "## Troubleshootin\n", MatchStep::kMissing},
      {"in a fence", "Test Plan", "```\n## Test Plan\n```\n", MatchStep::kMissing},
      {"in a comment", "Test Plan", "<!--\n## Test Plan\n-->\n", MatchStep::kMissing},
      {"in a quote", "Test Plan", "> ## Test Plan\n", MatchStep::kMissing},
      {"in a list", "Test Plan", "- ## Test Plan\n", MatchStep::kMissing},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Matched made(fmt::format("# T\n## {}\n", c.wanted),
                       fmt::format("# My title\n\n{}", c.document));
    EXPECT_EQ(describe(made.matching.sections.at(1).step), describe(c.step));
    EXPECT_EQ(made.matching.sections[1].found(), c.step != MatchStep::kMissing);
    EXPECT_EQ(made.matching.sections[1].heading.empty(), c.step == MatchStep::kMissing);
    EXPECT_EQ(made.matching.found(), c.step == MatchStep::kMissing ? 1U : 2U);
  }
}

TEST(Match, DescribesEveryStep) {
  std::set<std::string_view> seen;
  for (int step = 0; step <= static_cast<int>(MatchStep::kMerged); ++step) {
    const std::string_view words = describe(static_cast<MatchStep>(step));
    EXPECT_FALSE(words.empty()) << step;
    EXPECT_TRUE(seen.insert(words).second) << words;
  }
  EXPECT_EQ(describe(MatchStep::kCase), "matched by case");
  EXPECT_EQ(describe(MatchStep::kBoldItem), "found as a bold question");
}

TEST(Match, NeverTakesOneTemplateHeadingForAnother) {
  const std::string both = fmt::format("# T\n## {}\n## {}\n", kCalls, kTypes);
  const Matched made(both, fmt::format("# T\n## {}\n### {}\n* **{}**\n", kTypes, kTypes, kTypes));
  EXPECT_FALSE(made.of(kCalls).found());
  EXPECT_TRUE(made.of(kTypes).found());

  // Nor one that was renamed to another.
  const Matched renamed("# T\n## Testing Strategies of All\n## Test Plan\n",
                        "# T\n## Test Plan\n## Testing Strategy\n");
  EXPECT_FALSE(renamed.of("Testing Strategies of All").found());
}

TEST(Match, NeverShortensTwoQuestionsToOne) {
  const Matched made(
      "# T\n## What are the known failures of this?\n## What are the known failures of that?\n",
      "# T\n## What are the known failures\n");
  EXPECT_FALSE(made.of("What are the known failures of this?").found());
  EXPECT_FALSE(made.of("What are the known failures of that?").found());
}

TEST(Match, PrefersTheTemplatesLevelThenTheParentThenTheStep) {
  const std::string_view pattern = "# T\n## Proposal\n### Notes\n## Other\n";
  const struct {
    std::string_view name, document;
    std::uint32_t section;  // of the document
    std::size_t duplicates;
  } cases[] = {
      {"the right level, though later", "# T\n#### Notes\n## Proposal\n### Notes\n", 3, 0},
      {"the right level, though in another case", "# T\n## Proposal\n#### Notes\n### notes\n", 3,
       1},
      {"the right parent", "# T\n## Other\n### Notes\n## Proposal\n### Notes\n", 4, 0},
      {"the better step", "# T\n## Proposal\n### notes\n### Notes\n", 3, 1},
      {"the first", "# T\n## Proposal\n### Notes\n### Notes\n", 2, 1},
      {"twice more", "# T\n## Proposal\n### Notes\n### Notes\n### NOTES\n", 2, 2},
      {"deeper down is the author's own", "# T\n## Proposal\n### Notes\n#### Notes\n", 2, 0},
      {"under another parent too", "# T\n## Proposal\n### Notes\n## Mine\n### Notes\n", 2, 0},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Matched made(pattern, c.document);
    EXPECT_EQ(made.of("Notes").section, c.section);
    ASSERT_EQ(made.matching.duplicates.size(), c.duplicates);
    for (const auto& duplicate : made.matching.duplicates) {
      EXPECT_EQ(duplicate.pattern, 2U);
      EXPECT_NE(duplicate.section, c.section);
    }
  }
}

TEST(Match, ARenameIsNoDuplicate) {
  const Matched made("# T\n## Test Plan\n", "# T\n## Testing Strategy\n## Test Plan\n");
  EXPECT_EQ(made.heading("Test Plan"), "## Test Plan");
  EXPECT_TRUE(made.matching.duplicates.empty());
}

TEST(Match, TellsEqualTitlesByTheirParents) {
  const std::string_view pattern = "# T\n## Alpha\n### Tests\n## Beta\n### Tests\n";
  const struct {
    std::string_view name, document;
    std::uint32_t first, second;
  } cases[] = {
      {"both", "# T\n## Alpha\n### Tests\n## Beta\n### Tests\n", 2, 4},
      {"the other way round", "# T\n## Beta\n### Tests\n## Alpha\n### Tests\n", 4, 2},
      {"only the second", "# T\n## Beta\n### Tests\n", kNone, 2},
      {"without parents", "# T\n### Tests\n### Tests\n", 1, 2},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Matched made(pattern, c.document);
    EXPECT_EQ(made.matching.sections[2].section, c.first);
    EXPECT_EQ(made.matching.sections[4].section, c.second);
  }
}

TEST(Match, FindsTheTitle) {
  const std::string_view pattern = "# T\n## Summary\n## Proposal\n";
  const struct {
    std::string_view name, document;
    std::uint32_t title;
  } cases[] = {
      {"first", "# My title\n## Summary\n", 0},
      {"none", "## Summary\n", kNone},
      {"an empty one", "#\n# My title\n", 1},
      {"a section of the template, alone", "# Summary\n## Proposal\n", kNone},
      {"after another heading", "## Contents\n# My title\n## Summary\n", 1},
      {"not a section of the template", "## Contents\n# Summary\n# My title\n", 2},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Matched made(pattern, c.document);
    EXPECT_EQ(made.matching.title, c.title);
    EXPECT_EQ(made.matching.sections[0].found(), c.title != kNone);
  }
}

TEST(Match, TakesNoSectionOfLevelOneForTheTitle) {
  const std::string_view pattern = "# T\n# Summary\n# Test Plan\n";
  const struct {
    std::string_view name, document;
    std::uint32_t title;
  } cases[] = {
      {"none", "# Summary\n# Test Plan\n", kNone},
      {"none, and another name", "# Testing Strategy\n# Summary\n", kNone},
      {"a title", "# My title\n# Summary\n# Testing Strategy\n", 0},
      {"a title that begins like a section", "# Plan for quays\n# Summary\n", 0},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(Matched(pattern, c.document).matching.title, c.title);
  }
  EXPECT_EQ(
      Matched("# T\n## Summary\n## Test Plan\n", "# Testing Strategy\n## Summary\n").matching.title,
      0U);
}

TEST(Match, FindsMergedSections) {
  const std::string_view pattern =
      "# T\n## Upgrade / Downgrade Strategy\n## Version Skew Strategy\n## Drawbacks\n"
      "## Alternatives\n## Unit tests\n";
  const struct {
    std::string_view name, document;
    std::vector<std::string_view> merged;
  } cases[] = {
      {"slashes",
       "## Upgrade / Downgrade / Version Skew Strategy\n",
       {"Upgrade / Downgrade Strategy", "Version Skew Strategy"}},
      {"and", "## Drawbacks and Alternatives\n", {"Drawbacks", "Alternatives"}},
      {"or, at another level", "### Alternatives or Drawbacks\n", {"Drawbacks", "Alternatives"}},
      {"a word too many", "## Drawbacks and Alternatives of it\n", {}},
      {"one alone is no merger", "## The Drawbacks\n", {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Matched made(pattern, fmt::format("# My title\n{}", c.document));
    EXPECT_EQ(made.matching.found(), 1 + c.merged.size());
    for (const std::string_view title : c.merged) {
      EXPECT_EQ(describe(made.of(title).step), describe(MatchStep::kMerged)) << title;
      EXPECT_EQ(made.of(title).section, 1U) << title;
    }
  }
  const Matched made(pattern, "# T\n## Drawbacks\nNone.\n## Drawbacks and Alternatives\n");
  EXPECT_EQ(describe(made.of("Drawbacks").step), describe(MatchStep::kExact));
  EXPECT_EQ(describe(made.of("Alternatives").step), describe(MatchStep::kMerged));
}

TEST(Match, KnowsWhereAnAnswerIs) {
  const std::string pattern = fmt::format("# T\n## Q\n### {}\n### Can it be disabled?\n", kCalls);
  const struct {
    std::string_view name;
    std::string document;  // after "# T\n\n"
    std::string_view title;
    bool in_heading;
    std::string_view answer;  // from text_begin to text_end, or to the end of the document
  } cases[] = {
      {"below the heading", fmt::format("### {}\n\nNo.\n", kCalls), kCalls, false, ""},
      {"in the heading", fmt::format("### {} No, never.\n", kCalls), kCalls, true, ""},
      {"after a wrapped question",
       "### Will enabling / using this feature result in\nany new API calls?\n\nNo.\n", kCalls,
       false, "\n\nNo.\n"},
      {"after a wrapped question, on its line",
       "### Will enabling / using this feature result in\nany new API calls? No.\n", kCalls, false,
       " No.\n"},
      {"after bold text", "* **Can it be disabled?** Yes.\n", "Can it be disabled?", false,
       " Yes.\n"},
      {"in the item", "* **Can it be disabled?**\n  Yes.\n", "Can it be disabled?", false,
       "\n  Yes.\n"},
      {"below the list", "* **Can it be disabled?**\n\nYes.\n", "Can it be disabled?", false,
       "\n\nYes.\n"},
      {"up to the next question", "* **Can it be disabled?** Yes.\n* **Else?** No.\n",
       "Can it be disabled?", false, " Yes.\n"},
      {"up to the next heading", "* **Can it be disabled?**\n\nYes.\n\n## Next\n\nNo.\n",
       "Can it be disabled?", false, "\n\nYes.\n\n"},
      {"with bold text in it", "* **Can it be disabled?**\n  * **Yes**, by the gate.\n",
       "Can it be disabled?", false, "\n  * **Yes**, by the gate.\n"},
      {"in bold", fmt::format("* **{} No.**\n", kCalls), kCalls, true, "\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Matched made(pattern, "# T\n\n" + c.document);
    const Match& match = made.of(c.title);
    ASSERT_TRUE(match.found());
    EXPECT_EQ(match.answered_in_heading, c.in_heading);
    if (match.text_begin == 0) {
      EXPECT_EQ(c.answer, "");
      continue;
    }
    const std::uint32_t end = match.text_end == 0 ? made.document.source().size() : match.text_end;
    EXPECT_EQ(made.document.text({match.text_begin, end}), c.answer);
  }
}

TEST(Match, SaysWhoClaimedAHeading) {
  const Matched made("# T\n## Summary\n## Goals\n", "# My title\n## Goals\n## Mine\n## Summary\n");
  EXPECT_EQ(made.matching.claimed_by, (std::vector<std::uint32_t>{0, 2, kNone, 1}));
  EXPECT_EQ(made.matching.keys[2], "mine");
}

TEST(Match, Suggests) {
  const struct {
    std::string_view name, wanted, document, want;
  } cases[] = {
      {"a likely one", "Monitoring Requirements", "## Monitoring\n## Monitoring Requirement\n",
       "Monitoring Requirement"},
      {"none is like it", "Monitoring Requirements", "## Goals\n", ""},
      {"not one that is taken", "Unit testing", "## Unit tests\n", ""},
      {"not the title", "Test Title", "", ""},
      {"the word that tells is another", "Implementation History", "## Implementation Details\n",
       ""},
      {"likewise", "Design Details", "## Additional Details\n", ""},
      {"words that look alike", "Motivation", "## Mitigation\n", ""},
      {"with more words", "Graduation Criteria", "## Migration and Graduation Criteria\n",
       "Migration and Graduation Criteria"},
      {"most of its words", "Upgrade / Downgrade Strategy", "## Upgrade & Migration Strategy\n",
       "Upgrade & Migration Strategy"},
      {"specified", "Proposal", "## TaskRun Proposal\n## PipelineRun Proposal\n",
       "TaskRun Proposal"},
      {"specified after it", "API", "## API for the meshes\n", "API for the meshes"},
      {"with another", "Motivation", "## Use Cases & Motivation\n", "Use Cases & Motivation"},
      {"its opposite", "Goals", "## Non-Goals\n", ""},
      {"deeper down", "Proposal", "### Rejected older counter proposal\n", ""},
      {"abbreviated", "Implementation Pull Requests", "## Implementation PRs\n",
       "Implementation PRs"},
      {"a slip", "Drawbacks", "## Drawbakcs\n", "Drawbakcs"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Matched made(fmt::format("# T\n## {}\n## Unit tests\n", c.wanted),
                       fmt::format("# Test Titles\n{}", c.document));
    EXPECT_EQ(suggest(made.document, made.matching, made.pattern.sections()[1]), c.want);
  }
}

TEST(Match, AnyDocumentAndTemplateMatch) {
  const std::string_view texts[] = {"", "# ", "#\n#\n#", "* **?**\n* **",
                                    "\xFF## A\n## A (optional)"};
  for (const std::string_view pattern : texts) {
    for (const std::string_view document : texts) {
      const Matched made(pattern, document);
      EXPECT_EQ(made.matching.sections.size(), made.pattern.sections().size());
      EXPECT_EQ(made.matching.claimed_by.size(), made.document.sections().size());
    }
  }
}

}  // namespace
}  // namespace milepost
