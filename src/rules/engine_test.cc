#include "rules/engine.h"

#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"
#include "process/template.h"
#include "proposal/facts.h"
#include "proposal/judgement.h"
#include "proposal/links.h"
#include "proposal/proposal.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"(schema: 1
name: test
layout: {metadata: [{file: kep.yaml}]}
statuses: [{id: draft}, {id: done, closed: true}]
kinds: [{id: feature, template: t.md}]
words: {placeholders: [tbd]}
)";
constexpr std::string_view kTemplate =
    "# T\n<!--DIRECTIVE: required: true-->\n## Summary\n<!--DIRECTIVE: required: true-->\n"
    "## Goals\n<!--DIRECTIVE: required: true-->\n";

// MP201 for Goals, MP202 for Summary, MP613 for the line ends.
constexpr std::string_view kFaulty = "# My title\r\n## Summary\r\nTBD\r\n";

class Engine : public testing::Test {
 protected:
  bool load(std::string_view settings = "", std::string_view pattern = kTemplate) {
    auto loaded = load_texts({{"pack/process.yaml", fmt::format("{}{}", kPack, settings)},
                              {"pack/t.md", std::string(pattern)}});
    EXPECT_TRUE(loaded) << loaded.error().message;
    if (loaded) process_ = *loaded;
    return loaded.has_value();
  }

  // What is found, without the rules of no concern here: "MP201 error, MP202 warning".
  std::string check(std::string_view document, const std::vector<std::string>& select = {},
                    const std::vector<std::string>& ignore = {},
                    std::string_view path = "README.md", bool missing = false,
                    std::string_view metadata = "status: draft\n", bool all = false) const {
    const auto engine = RuleEngine::make(*process_, select, ignore, all);
    if (!engine) return engine.error().message;
    std::set<std::string> found;
    for (const Finding& finding : findings(*engine, document, path, missing, metadata)) {
      found.insert(fmt::format("{} {}", finding.code, name(finding.severity)));
    }
    return fmt::format("{}", fmt::join(found, ", "));
  }

  // On the first of June 2025, while v1.30 is worked on.
  std::vector<Finding> findings(const RuleEngine& engine, std::string_view document,
                                std::string_view path, bool missing,
                                std::string_view metadata) const {
    const Judge judge(*process_);
    Proposal proposal =
        read_proposal(*process_, make_source(document), make_source(metadata, "kep.yaml"));
    proposal.document_missing = missing;
    const Judgement judgement = judge.judge(proposal, {});
    const Card card =
        make_card(*process_, {std::string(path), {}, true}, proposal.metadata, &proposal.document);
    FactsInput input;
    input.today = {2025, 6, 1};
    input.read_at_work = [] { return Version{1, 30, 0}; };
    const Facts facts(std::move(input));
    const Links links(*process_, proposal.document, path);
    return engine.check({*process_, proposal, judgement, card, facts, links});
  }

  std::size_t count_fixes(std::string_view document) const {
    const auto engine = RuleEngine::make(*process_, {"MP201"}, {});
    const Judge judge(*process_);
    const Proposal proposal =
        read_proposal(*process_, make_source(document), make_source("status: draft\n", "kep.yaml"));
    const Judgement judgement = judge.judge(proposal, {});
    const Card card =
        make_card(*process_, {"README.md", {}, true}, proposal.metadata, &proposal.document);
    const Facts facts;
    const Links links(*process_, proposal.document, "README.md");
    std::size_t fixes = 0;
    for (const Finding& finding :
         engine->check({*process_, proposal, judgement, card, facts, links})) {
      fixes += finding.fixes.size();
    }
    return fixes;
  }

  std::shared_ptr<const Process> process_;
};

TEST_F(Engine, SparesProposalsAtRestRemarks) {
  constexpr std::string_view kUpdated = "fields: [{id: seen, is: updated}]\n";
  constexpr std::string_view kMilestones = "fields: [{id: for, is: latest-milestone}]\n";
  // MP206 for the capitals, MP203 for the empty section.
  constexpr std::string_view kStyle = "# My title\n## 1. Summary\nText.\n## Goals\n";
  const struct {
    std::string_view name, settings, metadata;
    bool all;
    std::string_view want;
  } cases[] = {
      {"open", "", "status: draft\n", false, "MP203 warning, MP206 info"},
      {"closed", "", "status: done\n", false, ""},
      {"closed, and all is wanted", "", "status: done\n", true, "MP203 info, MP206 info"},
      {"closed, and the rule has a severity", "rules: {MP206: warning}\n", "status: done\n", false,
       "MP206 warning"},
      {"long ago", "", "status: draft\ncreated: 2023-05-31\n", false, "MP203 warning"},
      {"two years ago", "", "status: draft\ncreated: 2023-06-03\n", false,
       "MP203 warning, MP206 info"},
      {"brought up to date since", kUpdated,
       "status: draft\ncreated: 2020-01-01\nseen: 2025-01-01\n", false,
       "MP203 warning, MP206 info"},
      {"and long ago", kUpdated, "status: draft\ncreated: 2020-01-01\nseen: 2021-01-01\n", false,
       "MP203 warning"},
      {"for the release at work", kMilestones, "status: draft\nfor: v1.30\n", false,
       "MP203 warning, MP206 info"},
      {"for one of the last", kMilestones, "status: draft\ncreated: 2020-01-01\nfor: v1.27\n",
       false, "MP203 warning, MP206 info"},
      {"for one long out", kMilestones, "status: draft\nfor: v1.26\n", false, "MP203 warning"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    ASSERT_TRUE(load(c.settings));
    EXPECT_EQ(check(kStyle, {}, {}, "README.md", false, c.metadata, c.all), c.want);
  }
  ASSERT_TRUE(load());
  const std::string suppressed = fmt::format("<!-- milepost-disable MP206 -->\n{}", kStyle);
  EXPECT_EQ(check(suppressed, {}, {}, "README.md", false, "status: done\n"), "")
      << "the suppression is used";
}

TEST_F(Engine, FixesNothingWhereHeadingsAreSwallowed) {
  const std::string more = fmt::format("{}## Plan\n<!--DIRECTIVE: required: true-->\n", kTemplate);
  ASSERT_TRUE(load("", more));
  const struct {
    std::string_view name, document;
    std::size_t fixes;
  } cases[] = {
      {"a section is added after the last", "# My title\n## Summary\nText.\n## Goals\n", 1},
      {"which would be in the code", "# My title\n## Summary\n```\ncode\n## Goals\n", 0},
      {"or at its edge", "# My title\n## Summary\n```\ncode\n## Goals\n```\n", 0},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(count_fixes(c.document), c.fixes);
  }
}

TEST_F(Engine, RunsTheRulesThatAreWanted) {
  ASSERT_TRUE(load());
  using Names = std::vector<std::string>;
  const struct {
    std::string_view name;
    Names select, ignore;
    std::string_view want;
  } cases[] = {
      {"all", {}, {}, "MP201 error, MP202 warning, MP613 info"},
      {"by code", {"MP201"}, {}, "MP201 error"},
      {"by code, in another case", {"mp201"}, {}, "MP201 error"},
      {"by name", {"section-missing"}, {}, "MP201 error"},
      {"by prefix", {"MP2"}, {}, "MP201 error, MP202 warning"},
      {"by a longer prefix", {"MP61"}, {}, "MP613 info"},
      {"by the shortest prefix", {"MP"}, {}, "MP201 error, MP202 warning, MP613 info"},
      {"several", {"MP201", "MP6"}, {}, "MP201 error, MP613 info"},
      {"one that finds nothing", {"MP304"}, {}, ""},
      {"all but one", {}, {"MP201"}, "MP202 warning, MP613 info"},
      {"all but some", {}, {"MP2", "encoding-marks"}, ""},
      {"some but one", {"MP2"}, {"MP201"}, "MP202 warning"},
      {"one and not", {"MP201"}, {"MP2"}, ""},
      {"an unknown code", {"MP999"}, {}, "no rule is called `MP999`"},
      {"an unknown name",
       {"section-mising"},
       {},
       "no rule is called `section-mising`; did you mean `section-missing`?"},
      {"an unknown prefix", {"MP8"}, {}, "no rule is called `MP8`"},
      {"too short a prefix", {"M"}, {}, "no rule is called `M`; `milepost rules` lists them"},
      {"nothing", {""}, {}, "no rule is called ``; `milepost rules` lists them"},
      {"the beginning of a name", {"section"}, {}, "no rule is called `section`"},
      {"an unknown one to ignore",
       {},
       {"whatever"},
       "no rule is called `whatever`; `milepost rules` lists them"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string found = check(kFaulty, c.select, c.ignore);
    EXPECT_EQ(c.want.starts_with("no rule") ? found.substr(0, c.want.size()) : found, c.want);
  }
}

TEST_F(Engine, TakesSeveritiesFromTheProcess) {
  const struct {
    std::string_view name, settings;
    std::string_view path, want;
  } cases[] = {
      {"none", "", "a/README.md", "MP201 error, MP202 warning, MP613 info"},
      {"by code", "rules: {MP201: info}\n", "a/README.md", "MP201 info, MP202 warning, MP613 info"},
      {"by name", "rules: {section-missing: warning}\n", "a/README.md",
       "MP201 warning, MP202 warning, MP613 info"},
      {"off", "rules: {MP201: off, MP613: off}\n", "a/README.md", "MP202 warning"},
      {"by path", "paths: [{match: \"a/**\", rules: {MP201: info}}]\n", "a/README.md",
       "MP201 info, MP202 warning, MP613 info"},
      {"by another path", "paths: [{match: \"a/**\", rules: {MP201: info}}]\n", "b/README.md",
       "MP201 error, MP202 warning, MP613 info"},
      {"the path's wins",
       "rules: {MP201: off}\npaths: [{match: \"a/**\", rules: {MP201: error}}]\n", "a/README.md",
       "MP201 error, MP202 warning, MP613 info"},
      {"the last path's wins",
       "paths: [{match: \"a/**\", rules: {MP201: off}}, {match: \"**/*.md\", rules: {MP201: "
       "info}}]\n",
       "a/README.md", "MP201 info, MP202 warning, MP613 info"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    ASSERT_TRUE(load(c.settings));
    EXPECT_EQ(check(kFaulty, {}, {}, c.path), c.want);
  }
}

TEST_F(Engine, RefusesUnknownRulesInTheSettings) {
  const struct {
    std::string_view name, settings, want;
  } cases[] = {
      {"a code", "rules: {MP299: info}\n", "pack/process.yaml:7:9: no rule is called `MP299`"},
      {"a name", "rules:\n  section-mising: off\n",
       "pack/process.yaml:8:3: no rule is called `section-mising`; did you mean "
       "`section-missing`?"},
      {"a prefix names no single rule", "rules: {MP2: off}\n",
       "pack/process.yaml:7:9: no rule is called `MP2`"},
      {"by path", "paths: [{match: a, rules: {MP299: off}}]\n",
       "pack/process.yaml:7:28: no rule is called `MP299`"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    ASSERT_TRUE(load(c.settings));
    EXPECT_EQ(check(kFaulty).substr(0, c.want.size()), c.want);
  }
}

TEST_F(Engine, AppliesSuppressions) {
  ASSERT_TRUE(load());
  EXPECT_EQ(check("<!-- milepost-disable MP201 -->\n# My title\n## Summary\nTBD\n"),
            "MP202 warning");
  const std::string_view unused =
      "<!-- milepost-disable MP609 -->\n# My title\n## Summary\nIt does.\n## Goals\nIt shall.\n";
  const std::string quiet(unused.substr(unused.find("# My")));
  EXPECT_EQ(check(quiet, {"MP201", "MP609", "MP612"}), "");
  EXPECT_EQ(check(unused, {"MP201", "MP609", "MP612"}), "MP612 warning");
  EXPECT_EQ(check(unused, {"MP201", "MP612"}), "") << "MP609 was not run";
  EXPECT_EQ(check(unused, {"MP201", "MP609"}), "");
  EXPECT_EQ(check(unused, {"MP2", "MP6"}, {"MP612", "MP215"}), "");
  ASSERT_TRUE(load("rules: {MP612: error}\n"));
  EXPECT_EQ(check(unused, {"MP612", "MP609"}), "MP612 error");
  ASSERT_TRUE(load("rules: {MP612: off}\n"));
  EXPECT_EQ(check(unused, {"MP612", "MP609"}), "");
}

TEST_F(Engine, ChecksMetadataWithoutADocument) {
  ASSERT_TRUE(load());
  EXPECT_EQ(check("", {}, {}, "README.md", true, "status: drift\n"), "MP304 error, MP614 error")
      << "no word of missing sections or titles";
  EXPECT_EQ(check("", {"MP304", "MP601"}, {}, "README.md", false, "status: drift\n"),
            "MP304 error, MP601 error");
}

TEST_F(Engine, ChecksWhatBelongsToNoProposal) {
  constexpr std::string_view kReviews =
      "reviews: [{id: safety, title: review, file: \"reviews/{number}.yaml\", approver: by}]\n";
  const auto check = [&](const std::vector<std::string>& select) {
    const auto engine = RuleEngine::make(*process_, select, {});
    EXPECT_TRUE(engine);
    std::string all;
    if (!engine) return all;
    FactsInput input;
    ReviewFile& file = input.reviews.emplace_back();
    file.review = &process_->reviews.front();
    file.path = "reviews/12.yaml";
    file.number = "12";
    file.source = make_source("alpha: [\n", "shown/reviews/12.yaml");
    file.yaml = std::make_shared<const Yaml>(*file.source);
    const Facts facts(std::move(input));
    for (const Finding& finding : engine->check_repository({*process_, facts})) {
      all += fmt::format("{} {}, ", finding.code, name(finding.severity));
    }
    return all;
  };
  const struct {
    std::string_view name, settings;
    std::vector<std::string> select;
    std::string_view want;
  } cases[] = {
      {"all", "", {}, "MP505 warning, MP506 error, "},
      {"one", "", {"MP506"}, "MP506 error, "},
      {"none", "", {"MP2"}, ""},
      {"another severity", "rules: {MP505: info, MP506: off}\n", {}, "MP505 info, "},
      {"by path", "paths: [{match: \"reviews/**\", rules: {MP505: off}}]\n", {}, "MP506 error, "},
      {"by another path",
       "paths: [{match: \"shown/**\", rules: {MP505: off}}]\n",
       {},
       "MP505 warning, MP506 error, "},
      {"the path's wins",
       "rules: {MP505: off}\npaths: [{match: \"reviews/**\", rules: {MP505: error}}]\n",
       {},
       "MP505 error, MP506 error, "},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    ASSERT_TRUE(load(fmt::format("{}{}", kReviews, c.settings)));
    EXPECT_EQ(check(c.select), c.want);
  }
}

TEST_F(Engine, ChecksTemplates) {
  const Template faulty(make_source("# T\n<!--DIRECTIVE: requird: true-->\n## A\n"));
  const auto check = [&](const std::vector<std::string>& select,
                         const std::vector<std::string>& ignore) {
    const auto engine = RuleEngine::make(*process_, select, ignore);
    EXPECT_TRUE(engine);
    std::string all;
    if (!engine) return all;
    for (const Finding& finding : engine->check_template({*process_, faulty})) {
      all += fmt::format("{} {}, ", finding.code, name(finding.severity));
    }
    return all;
  };
  ASSERT_TRUE(load());
  EXPECT_EQ(check({}, {}), "MP101 warning, MP105 info, ");
  EXPECT_EQ(check({"MP101"}, {}), "MP101 warning, ");
  EXPECT_EQ(check({}, {"MP101"}), "MP105 info, ");
  ASSERT_TRUE(load("rules: {MP101: error, MP105: off}\n"));
  EXPECT_EQ(check({}, {}), "MP101 error, ");
}

}  // namespace
}  // namespace milepost
