#include "proposal/judgement.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/boilerplate.h"
#include "process/process_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"(schema: 1
name: test
layout: {metadata: [{file: meta.yaml}, {front-matter: true}]}
ladders:
  - {id: up, stages: [alpha, beta, stable]}
  - id: down
    stages: [deprecated, disabled, removed]
    counts-as: {deprecated: alpha, disabled: beta, removed: stable}
statuses:
  - {id: provisional, due: exists}
  - {id: implementable}
kinds:
  - {id: feature, template: feature.md, lineage: lineage.yaml}
  - {id: process, template: process.md}
gates:
  - {id: exists, sections: [Summary]}
words: {placeholders: [tbd], not-applicable: [n/a]}
)";

constexpr std::string_view kFeature = R"(# T
<!--DIRECTIVE: required: true-->
## Summary
<!--DIRECTIVE: required: true-->
## Proposal
<!--DIRECTIVE: required: true-->
### Risks
<!--DIRECTIVE: required: true-->
### Notes
<!--DIRECTIVE: required: false-->
#### Caveats
<!--DIRECTIVE: required: true-->
## Scalability
<!--DIRECTIVE: required: true,stage: beta-->
###### How many new calls will there be?
<!--DIRECTIVE: required: true-->
###### Will it be slower than before?
<!--DIRECTIVE: required: true-->
## Newer
<!--DIRECTIVE: required: true-->
### Newer part
<!--DIRECTIVE: required: true-->
## Once optional
<!--DIRECTIVE: required: true-->
)";

constexpr std::string_view kProcess = R"(# T
<!--DIRECTIVE: required: true-->
## Summary
<!--DIRECTIVE: required: true-->
## Proposal
<!--DIRECTIVE: required: true-->
## Criteria
<!--DIRECTIVE: required: true-->
)";

constexpr std::string_view kLineage = R"yaml(versions:
  - id: old
    date: 2018-01-01
    added: ["# T", "## Summary", "## Proposal", "### Risks", "### Notes", "## Former", "## Forgotten", "## Once optional (Optional)"]
  - id: middle
    date: 2020-01-01
    removed: ["## Former", "## Forgotten"]
    added: ["## Scalability", "###### How many new calls will there be?", "###### Will it be slower than before?"]
    renamed: [{from: "## Once optional (Optional)", to: "## Once optional"}]
  - id: new
    date: 2022-01-01
    added: ["## Newer"]
)yaml";

class Judging : public testing::Test {
 protected:
  void SetUp() override {
    auto loaded = load_texts({{"pack/process.yaml", std::string(kPack)},
                              {"pack/feature.md", std::string(kFeature)},
                              {"pack/process.md", std::string(kProcess)},
                              {"pack/lineage.yaml", std::string(kLineage)}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    process_ = *loaded;
    judge_.emplace(*process_);
  }

  // The judgement stays good until the next one.
  const Judgement& judge(std::string_view document, std::string_view metadata = "",
                         const JudgeOptions& options = {}) {
    proposal_.emplace(read_proposal(
        *process_, make_source(document),
        metadata.empty() ? nullptr : make_source(fmt::format("{}\n", metadata), "meta.yaml")));
    judgement_ = judge_->judge(*proposal_, options);
    return judgement_;
  }

  const SectionVerdict& verdict(std::string_view title) const {
    return judgement_.sections.at(judgement_.find(title));
  }
  // Titles of the sections with that need, in order.
  std::string with(Need need) const {
    std::string all;
    for (std::size_t t = 0; t < judgement_.sections.size(); ++t) {
      if (judgement_.sections[t].need != need) continue;
      all += (all.empty() ? "" : ", ") + judgement_.wanted(t).title;
    }
    return all;
  }
  std::string lacking() const {
    std::string all;
    for (std::size_t t = 0; t < judgement_.sections.size(); ++t) {
      if (judgement_.lacking(t)) all += (all.empty() ? "" : ", ") + judgement_.wanted(t).title;
    }
    return all;
  }
  std::string_view version() const {
    return judgement_.kind->lineage.versions.at(judgement_.version).id;
  }

  std::shared_ptr<const Process> process_;
  std::optional<Judge> judge_;
  std::optional<Proposal> proposal_;
  Judgement judgement_;
};

TEST_F(Judging, ChoosesTheStageInForce) {
  const struct {
    std::string_view name, metadata, option;
    std::string_view stage;
    bool small_set;
    std::string_view due;
  } cases[] = {
      {"no metadata: the first", "", "", "alpha", false,
       "Summary, Proposal, Risks, Newer, Newer part, Once optional"},
      {"no stage: the first", "status: implementable", "", "alpha", false,
       "Summary, Proposal, Risks, Newer, Newer part, Once optional"},
      {"the stage", "status: implementable\nstage: beta", "", "beta", false,
       "Summary, Proposal, Risks, Scalability, How many new calls will there be?, "
       "Will it be slower than before?, Newer, Newer part, Once optional"},
      {"an unknown stage: the first", "stage: gamma", "", "alpha", false,
       "Summary, Proposal, Risks, Newer, Newer part, Once optional"},
      {"a stage of the other ladder", "stage: disabled", "", "disabled", false,
       "Summary, Proposal, Risks, Scalability, How many new calls will there be?, "
       "Will it be slower than before?, Newer, Newer part, Once optional"},
      {"the other ladder's first", "stage: deprecated", "", "deprecated", false,
       "Summary, Proposal, Risks, Newer, Newer part, Once optional"},
      {"provisional: the small set", "status: provisional\nstage: beta", "", "beta", true,
       "Summary"},
      {"a slip in it", "status: provisionel\nstage: beta", "", "beta", true, "Summary"},
      {"an unknown status: the stage", "status: superseded\nstage: beta", "", "beta", false,
       "Summary, Proposal, Risks, Scalability, How many new calls will there be?, "
       "Will it be slower than before?, Newer, Newer part, Once optional"},
      {"--for", "status: implementable\nstage: beta", "alpha", "alpha", false,
       "Summary, Proposal, Risks, Newer, Newer part, Once optional"},
      {"--for while provisional", "status: provisional", "alpha", "alpha", false,
       "Summary, Proposal, Risks, Newer, Newer part, Once optional"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    judge("# My title\n", c.metadata, {c.option, nullptr});
    EXPECT_EQ(judgement_.stage, c.stage);
    const bool assumed = c.name.ends_with(": the first");
    EXPECT_EQ(judgement_.stage_said, !assumed);
    EXPECT_EQ(judgement_.small_set, c.small_set);
    EXPECT_EQ(with(Need::kDue), c.due);
    EXPECT_EQ(lacking(), c.due);
  }
}

TEST_F(Judging, TellsNeeds) {
  judge("# My title\n");
  EXPECT_EQ(with(Need::kOptional), "T, Notes, Caveats")
      << "the title is another rule's business; below the optional all is";
  EXPECT_EQ(with(Need::kLater),
            "Scalability, How many new calls will there be?, Will it be slower than before?");
  EXPECT_EQ(with(Need::kDrift), "");
  judge("# My title\n", "status: provisional");
  EXPECT_EQ(with(Need::kOptional), "T, Notes, Caveats");
  EXPECT_EQ(with(Need::kDrift), "");
}

TEST_F(Judging, TellsDriftFromWhatIsDue) {
  const struct {
    std::string_view name, created, drift, optional;
  } cases[] = {
      {"the newest", "2022-06-01", "", "T, Notes, Caveats"},
      {"before the newest", "2021-06-01", "Newer, Newer part", "T, Notes, Caveats"},
      {"before the middle one", "2019-06-01",
       "Scalability, How many new calls will there be?, Will it be slower than before?, Newer, "
       "Newer part",
       "T, Notes, Caveats, Once optional"},
      {"before all", "2017-06-01",
       "Scalability, How many new calls will there be?, Will it be slower than before?, Newer, "
       "Newer part",
       "T, Notes, Caveats, Once optional"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    judge("# My title\n", fmt::format("stage: beta\ncreated: {}", c.created));
    EXPECT_EQ(with(Need::kDrift), c.drift);
    EXPECT_EQ(with(Need::kOptional), c.optional);
  }
}

TEST_F(Judging, ChoosesTheVersion) {
  const std::string_view like_old =
      "# My title\n## Summary\n## Proposal\n### Risks\n### Notes\n## Former\n## Forgotten\n";
  const std::string_view like_middle =
      "# My title\n## Summary\n## Proposal\n### Risks\n### Notes\n## Once optional\n"
      "## Scalability\n###### How many new calls will there be?\n"
      "###### Will it be slower than before?\n";
  const struct {
    std::string_view name;
    std::string_view document;
    std::string_view metadata, want;
  } cases[] = {
      {"pinned", like_old, "template-version: middle", "middle"},
      {"pinned, whatever the date", like_old, "template-version: new\ncreated: 2018-06-01", "new"},
      {"pinned to none there is", like_old, "template-version: gone", "old"},
      {"like the oldest", like_old, "", "old"},
      {"like the middle one", like_middle, "", "middle"},
      {"too little to tell", "# My title\n## Summary\n", "", "new"},
      {"too little to tell, by its date", "# My title\n## Summary\n", "created: 2021-01-01",
       "middle"},
      {"rewritten for a newer one", like_middle, "created: 2019-01-01", "middle"},
      {"a part of a newer one alone",
       "# My title\n## Summary\n## Proposal\n### Risks\n### Notes\n## Former\n## Forgotten\n"
       "## Once optional\n## Scalability\n",
       "created: 2019-01-01", "old"},
      {"on the day itself", "# My title\n", "created: 2020-01-01", "middle"},
      {"before the first", like_old, "created: 2001-01-01", "old"},
      {"before the first, and rewritten since", like_middle, "created: 2001-01-01", "middle"},
      {"drafted while the old one held", like_old, "created: 2020-06-01", "old"},
      {"what it lacks tells nothing",
       "# My title\n## Summary\n## Proposal\n### Risks\n### Notes\n## Once optional\n",
       "created: 2020-06-01", "middle"},
      {"the newest may not have been known yet",
       "# My title\n## Summary\n## Proposal\n### Risks\n### Notes\n## Once optional\n",
       "created: 2020-02-01", "old"},
      {"new, and the text shows it", like_middle, "created: 2020-02-01", "middle"},
      {"brought to a newer one in review", like_middle, "created: 2019-11-01", "middle"},
      {"in review, and nothing shows a newer one",
       "# My title\n## Summary\n## Proposal\n### Risks\n### Notes\n## Once optional\n",
       "created: 2019-11-01", "old"},
      {"not written for one long gone", like_old, "created: 2021-12-01", "middle"},
      {"an impossible date is none", like_old, "created: 2020-13-45", "old"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    judge(c.document, c.metadata);
    EXPECT_EQ(version(), c.want);
  }
}

// What an author found in the template and left tells more than headings do.
TEST_F(Judging, ChoosesTheVersionByItsLines) {
  const std::string lineage = fmt::format("{}lines:\n  1-1: {:x}\n  2-3: {:x}\n  1-3: {:x}\n",
                                          kLineage, line_hash("Say it in short."),
                                          line_hash("Say it at length."), line_hash("Say it."));
  auto loaded = load_texts({{"pack/process.yaml", std::string(kPack)},
                            {"pack/feature.md", std::string(kFeature)},
                            {"pack/process.md", std::string(kProcess)},
                            {"pack/lineage.yaml", lineage}});
  ASSERT_TRUE(loaded) << loaded.error().message;
  process_ = *loaded;
  judge_.emplace(*process_);
  const std::string headings =
      "# My title\n## Summary\n{}\n## Proposal\n### Risks\n### Notes\n## Once optional\n{}";
  const struct {
    std::string_view name, line, more, created, want;
  } cases[] = {
      {"none of them", "My own words.", "", "2020-06-01", "middle"},
      {"of all versions", "Say it.", "", "2020-06-01", "middle"},
      {"of an old one", "Say it in short.", "", "2020-06-01", "old"},
      {"in a list and a comment", "- [ ] Say it in short.", "<!--\nSay it.\n-->\n", "2020-06-01",
       "old"},
      {"of one long gone", "Say it in short.", "", "2021-12-01", "middle"},
      {"of one to come, without a heading of it", "Say it at length.", "", "2019-11-01", "old"},
      {"of one to come, with a heading of it", "Say it at length.", "## Scalability\n",
       "2019-11-01", "middle"},
      {"of one that came much later", "Say it at length.", "", "2019-01-01", "old"},
      {"against the headings", "Say it in short.", "## Scalability\n", "2020-06-01", "old"},
      {"as many of each: the headings tell", "Say it in short.",
       "Say it at length.\n## Former\n## Forgotten\n", "2020-06-01", "old"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    judge(fmt::format(fmt::runtime(headings), c.line, c.more),
          fmt::format("created: {}", c.created));
    EXPECT_EQ(version(), c.want);
  }
}

// The lines of a table of contents were put there by tools, whenever.
TEST_F(Judging, ChoosesTheVersionByLevelsAndDates) {
  const std::string pack = fmt::format(
      "{}fields:\n  - {{id: created, is: created, type: date}}\n"
      "  - {{id: last-updated, is: updated, type: date}}\n",
      kPack);
  const std::string lineage = fmt::format(R"yaml(versions:
  - id: first
    date: 2018-01-01
    added: ["# T", "## Summary", "## Proposal", "### Risks", "## Notes", "## Scalability"]
  - id: second
    date: 2020-01-01
    added: ["## Newer"]
    moved: ["### Notes"]
    renamed: [{{from: "## Scalability", to: "## Scaling"}}]
  - id: third
    date: 2020-02-01
    renamed: [{{from: "## Scaling", to: "## Scalability"}}]
lines:
  2-3: {:x} {:x}
)yaml",
                                          line_hash("- [Newer parts here](#newer)"),
                                          line_hash("What is it made for, then?"));
  auto loaded = load_texts({{"pack/process.yaml", pack},
                            {"pack/feature.md", std::string(kFeature)},
                            {"pack/process.md", std::string(kProcess)},
                            {"pack/lineage.yaml", lineage}});
  ASSERT_TRUE(loaded) << loaded.error().message;
  process_ = *loaded;
  judge_.emplace(*process_);
  const std::string_view first =
      "# T\n## Summary\n## Proposal\n### Risks\n## Notes\n## Scalability\n";
  const std::string_view second =
      "# T\n## Summary\n## Proposal\n### Risks\n### Notes\n## Scaling\n## Newer\n";
  const std::string_view either = "# T\n## Summary\n## Proposal\n### Risks\n### Caveats\n";
  const struct {
    std::string_view name, text, document, metadata, want;
  } cases[] = {
      {"by level and words", "", first, "created: 2020-03-01", "first"},
      {"by level and words, the later", "", second, "created: 2020-03-01", "second"},
      {"an entry of a table of contents", "- [Newer parts here](#newer)\n", first,
       "created: 2020-03-01", "first"},
      {"a table of contents",
       "<!-- toc -->\n- [Newer parts here](#newer)\nWhat is it made for, then?\n<!-- /toc -->\n",
       first, "created: 2020-03-01", "first"},
      {"a line of the template", "What is it made for, then?\n", first, "created: 2020-03-01",
       "third"},
      {"later than both dates", "", either, "created: 2019-12-01\nlast-updated: 2019-12-20",
       "first"},
      {"later than both dates, with a heading only it has", "", second,
       "created: 2019-12-01\nlast-updated: 2019-12-20", "second"},
      {"rewritten at the later date", "", second, "created: 2018-12-01\nlast-updated: 2021-12-20",
       "second"},
      {"without a date, up to the last change", "", either, "last-updated: 2019-12-20", "first"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    std::string document(c.document);
    document.insert(4, c.text);
    judge(document, c.metadata);
    EXPECT_EQ(version(), c.want);
  }
}

TEST_F(Judging, ChoosesTheKind) {
  const struct {
    std::string_view name, document, metadata, want;
  } cases[] = {
      {"named", "# T\n## Risks\n", "kind: process", "process"},
      {"named otherwise", "# T\n## Criteria\n", "kind: feature", "feature"},
      {"inferred", "# T\n## Summary\n## Criteria\n", "", "process"},
      {"an unknown one is inferred", "# T\n## Summary\n## Criteria\n", "kind: odd", "process"},
      {"the usual one, without a sign", "# T\n## Summary\n## Proposal\n", "", "feature"},
      {"the better match", "# T\n## Summary\n## Risks\n## Newer\n## Criteria\n", "", "feature"},
      {"nothing to tell by", "", "", "feature"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(judge(c.document, c.metadata).kind->id, c.want);
  }
  EXPECT_EQ(judge("# T\n## Criteria\n", "kind: process", {{}, &process_->kinds[0]}).kind->id,
            "feature")
      << "--kind";
}

TEST_F(Judging, JudgesTheWholeSubtree) {
  const struct {
    std::string_view name, document;
    Fill proposal;
  } cases[] = {
      {"not there", "# T\n", Fill::kEmpty},
      {"empty", "# T\n## Proposal\n", Fill::kEmpty},
      {"its own text", "# T\n## Proposal\nText.\n", Fill::kFilled},
      {"tbd", "# T\n## Proposal\nTBD\n", Fill::kPlaceholder},
      {"a child's text", "# T\n## Proposal\n### Risks\nText.\n", Fill::kFilled},
      {"a child's n/a", "# T\n## Proposal\n### Risks\nN/A\n", Fill::kFilled},
      {"a child's tbd is not its own", "# T\n## Proposal\n### Risks\nTBD\n", Fill::kEmpty},
      {"the author's own subsections", "# T\n## Proposal\n### Mine\nText.\n", Fill::kFilled},
      {"the text of another section", "# T\n## Proposal\n### Summary\nText.\n", Fill::kFilled},
      {"another section that is to be filled", "# T\n## Proposal\n### Summary\nTBD\n",
       Fill::kEmpty},
      {"the author's own subsection, to be filled", "# T\n## Proposal\n### Mine\nTBD\n",
       Fill::kPlaceholder},
      {"what follows", "# T\n## Proposal\n## Mine\nText.\n", Fill::kEmpty},
      {"a child that moved elsewhere", "# T\n## Proposal\n## Risks\nText.\n", Fill::kFilled},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    judge(c.document);
    EXPECT_EQ(verdict("Proposal").fill, c.proposal);
  }
  const struct {
    std::string_view name, document;
    Fill risks;
  } beside[] = {
      {"the author's heading at its level", "# T\n## Proposal\n### Risks\n### Mine\nText.\n",
       Fill::kFilled},
      {"to be filled", "# T\n## Proposal\n### Risks\n### Mine\nTBD\n", Fill::kEmpty},
      {"a heading of the template", "# T\n## Proposal\n### Risks\n### Notes\nText.\n",
       Fill::kEmpty},
      {"of another section", "# T\n## Proposal\n### Risks\n## Else\n### Mine\nText.\n",
       Fill::kEmpty},
  };
  for (const auto& c : beside) {
    SCOPED_TRACE(c.name);
    judge(c.document);
    EXPECT_EQ(verdict("Risks").fill, c.risks);
  }
  judge("# T\n###### Will it be slower than before? No.\n");
  EXPECT_EQ(verdict("Will it be slower than before?").fill, Fill::kFilled);
  judge("# T\n- **Will it be slower than before?**\n\n  TBD\n");
  EXPECT_EQ(verdict("Will it be slower than before?").fill, Fill::kPlaceholder);
}

TEST_F(Judging, CoversAQuestionnaireAnsweredAsAWhole) {
  const struct {
    std::string_view name, document;
    bool covered;
  } cases[] = {
      {"answered", "# T\n## Scalability\nThis changes only documentation.\n", true},
      {"not applicable", "# T\n## Scalability\nN/A\n", true},
      {"missing", "# T\n", false},
      {"empty", "# T\n## Scalability\n", false},
      {"tbd", "# T\n## Scalability\nTBD\n", false},
      {"one question is there",
       "# T\n## Scalability\nFew.\n###### Will it be slower than before?\nNo.\n", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    judge(c.document, "stage: beta");
    const std::uint32_t question = judgement_.find("How many new calls will there be?");
    EXPECT_EQ(judgement_.sections[question].covered_by,
              c.covered ? judgement_.find("Scalability") : kNone);
    EXPECT_EQ(judgement_.lacking(question), !c.covered);
  }
}

TEST_F(Judging, FindsHiddenHeadings) {
  const struct {
    std::string_view name, document;
    std::string_view hidden_in, heading;
    bool in_code;
  } cases[] = {
      {"not there", "# T\n", "", "", false},
      {"commented out", "# T\n<!--\n## Summary\nText.\n-->\n", "<!--\n## Summary\nText.\n-->",
       "## Summary", false},
      {"in a fence", "# T\n```\n## summary\n```\n", "```\n## summary\n```", "## summary", true},
      {"in a fence never closed", "# T\n```\ncode\n\n### Summary\nText.\n",
       "```\ncode\n\n### Summary\nText.", "### Summary", true},
      {"in a comment never closed", "# T\n<!-- oh\n## Summary\n", "<!-- oh\n## Summary",
       "## Summary", false},
      {"not at the start of a line", "# T\n<!-- see ## Summary -->\n", "", "", false},
      {"no heading", "# T\n<!--\n##Summary\n-->\n", "", "", false},
      {"the first counts", "# T\n<!--\n## Summary\n-->\n<!--\n# Summary\n-->\n",
       "<!--\n## Summary\n-->", "## Summary", false},
      {"it is also there", "# T\n## Summary\n<!--\n## Summary\n-->\n", "", "", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    judge(c.document);
    const SectionVerdict& found = verdict("Summary");
    const Document& document = proposal_->document;
    EXPECT_EQ(document.text(found.hidden_in), c.hidden_in);
    EXPECT_EQ(found.hidden_in_code, c.in_code);
    if (c.hidden_in.empty()) continue;
    EXPECT_TRUE(document.text().substr(found.hidden_line_offset).starts_with(c.heading));
  }
}

TEST_F(Judging, FindsWhatIsSwallowed) {
  const struct {
    std::string_view name, document, swallowed, missing;
  } cases[] = {
      {"nothing", "# T\n## Summary\nText.\n", "", "Proposal, Risks, Once optional"},
      {"in a fence, under other names too",
       "# T\n## Summary\n```\n## Proposal\n### RISKS:\n## Once optional: today\n",
       "```\n## Proposal\n### RISKS:\n## Once optional: today", ""},
      {"in a comment never closed", "# T\n## Summary\n<!--\n## Proposal\n### Risks\n",
       "<!--\n## Proposal\n### Risks", "Once optional"},
      {"a comment that is closed hides, and swallows nothing",
       "# T\n## Summary\n<!--\n## Proposal\n-->\n", "", "Risks, Once optional"},
      {"code that shows what is there anyway", "# T\n## Summary\n```\n## Summary\n```\n", "",
       "Proposal, Risks, Once optional"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    judge(c.document, "status: implementable\nstage: alpha\ncreated: 2021-01-01");
    std::string swallowed;
    for (const Span span : judgement_.swallowed) swallowed += proposal_->document.text(span);
    EXPECT_EQ(swallowed, c.swallowed);
    std::string missing;
    for (std::size_t t = 0; t < judgement_.sections.size(); ++t) {
      const bool hidden = !judgement_.sections[t].hidden_in.empty();
      if (!judgement_.lacking(t) || hidden) continue;
      missing += (missing.empty() ? "" : ", ") + judgement_.wanted(t).title;
    }
    EXPECT_EQ(missing, c.missing);
  }
}

TEST_F(Judging, KnowsTheTextOfASection) {
  const auto own = [&](std::string_view title) {
    std::string all;
    for (const Span span : own_text(proposal_->document, judgement_, judgement_.find(title))) {
      all += proposal_->document.text(span);
    }
    return all;
  };
  judge("# T\n## Proposal\na\n### Mine\nb\n### Risks\nc\n#### Deeper\nd\n### Yours\ne\n");
  EXPECT_EQ(own("Proposal"), "a\nb\ne\n");
  EXPECT_EQ(own("Risks"), "c\nd\n");
  EXPECT_EQ(own("Summary"), "");
  judge("# T\n- **Will it be slower than before?** No.\n\nReally.\n\n## Newer\n");
  EXPECT_EQ(own("Will it be slower than before?"), " No.\n\nReally.\n\n");
}

TEST_F(Judging, FindsAnswersBelowHeadingsOfTheirOwn) {
  const std::string question = "# T\n## Scalability\n- **How many new calls will there be?**";
  const struct {
    const char* name;
    std::string text;
    Fill want;
  } cases[] = {
      {"nowhere", question + "\n", Fill::kEmpty},
      {"below a heading", question + "\n\n### Counted\n\nThree.\n", Fill::kFilled},
      {"further down", question + "\n### Counted\n### Again\nThree.\n", Fill::kFilled},
      {"below another section", question + "\n\n## Counted\n\nThree.\n", Fill::kEmpty},
      {"below a section of the template", question + "\n### Risks\nThree.\n", Fill::kEmpty},
      {"below the next question",
       question + "\n- **Will it be slower than before?**\n\n### Counted\n\nThree.\n",
       Fill::kEmpty},
      {"after the next question below a heading",
       question + "\n### Counted\n- **Will it be slower than before?** No.\n", Fill::kEmpty},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    judge(c.text);
    EXPECT_EQ(judgement_.sections[judgement_.find("How many new calls will there be?")].fill,
              c.want);
  }
}

TEST_F(Judging, CountsSharedHeadings) {
  const auto shared = [&](std::string_view text) {
    return judge_->shared_headings(Document(make_source(text)));
  };
  EXPECT_EQ(shared(""), 0U);
  EXPECT_EQ(shared("# Some title\n## Elsewhere\n"), 0U) << "any title is like any other";
  EXPECT_EQ(shared("# Some title\n## Summary\n"), 1U);
  EXPECT_EQ(shared("## Summary\n## Criteria\n## Proposal\n"), 3U) << "of the better kind";
}

// --- the built-in pack --------------------------------------------------------------

TEST(JudgingKep, AnEmptyProposal) {
  const auto process = load_process(built_in_pack("kep"), nullptr);
  ASSERT_TRUE(process) << process.error().message;
  const Judge judge(**process);
  const struct {
    std::string_view name, metadata;
    std::size_t lacking;
  } cases[] = {
      {"provisional", "status: provisional", 2},
      {"alpha", "status: implementable\nstage: alpha", 21},
      {"beta", "status: implementable\nstage: beta", 48},
      {"stable", "status: implementable\nstage: stable", 48},
      {"deprecated", "status: implementable\nstage: deprecated", 21},
      {"removed", "status: implementable\nstage: removed", 48},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Proposal proposal =
        read_proposal(**process, make_source("# KEP-1: A title\n"),
                      make_source(fmt::format("kind: feature\n{}\n", c.metadata), "kep.yaml"));
    const Judgement judgement = judge.judge(proposal, {});
    std::size_t lacking = 0;
    for (std::size_t t = 0; t < judgement.sections.size(); ++t) {
      if (judgement.lacking(t)) ++lacking;
    }
    EXPECT_EQ(lacking, c.lacking);
  }
}

}  // namespace
}  // namespace milepost
