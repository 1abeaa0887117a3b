#include "proposal/proposal.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

std::shared_ptr<const Process> load(std::string_view metadata) {
  const std::string pack = fmt::format(
      "schema: 1\nname: test\nlayout: {{metadata: [{}]}}\n"
      "fields: [{{id: creation-date, is: created, type: date}}]\n"
      "ladders:\n  - {{id: up, stages: [alpha, beta]}}\n"
      "  - {{id: down, stages: [removed], counts-as: {{removed: beta}}}}\n"
      "statuses: [{{id: implementable}}, {{id: implemented}}, {{id: not accepted}}]\n"
      "kinds: [{{id: feature, template: t.md}}]\n",
      metadata);
  auto loaded = load_texts({{"pack/process.yaml", pack}, {"pack/t.md", "# T\n## Status\n"}});
  EXPECT_TRUE(loaded) << loaded.error().message;
  return loaded ? *loaded : nullptr;
}

TEST(Proposal, ReadsFields) {
  const auto process = load("{file: kep.yaml}, {front-matter: true}");
  const struct {
    std::string_view name, metadata;
    std::string_view status, known_status, stage, known_stage, created;
    bool dated;
  } cases[] = {
      {"all", "status: implemented\nstage: beta\ncreation-date: 2020-02-29\n", "implemented",
       "implemented", "beta", "beta", "2020-02-29", true},
      {"none", "title: x\n", "", "", "", "", "", false},
      {"quoted", "status: \"implemented\"\nstage: 'beta'\ncreation-date: \"2020-02-29\"\n",
       "implemented", "implemented", "beta", "beta", "2020-02-29", true},
      {"unknown values", "status: superseded\nstage: gamma\ncreation-date: 2023-14-05\n",
       "superseded", "", "gamma", "", "2023-14-05", false},
      {"the template's", "status: provisional|implementable\n", "provisional|implementable",
       "implementable", "", "", "", false},
      {"of the other ladder", "stage: removed\n", "", "", "removed", "removed", "", false},
      {"another case", "status: Implemented\n", "Implemented", "implemented", "", "", "", false},
      {"a list", "status: [implemented]\n", "", "", "", "", "", false},
      {"empty", "status:\nstage: ''\n", "", "", "", "", "", false},
      {"after a syntax error", "status: implemented\nbad: [\nstage: beta\n", "implemented",
       "implemented", "beta", "beta", "", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Proposal proposal =
        read_proposal(*process, make_source("# T\n"), make_source(c.metadata, "kep.yaml"));
    EXPECT_EQ(proposal.metadata->status.text, c.status);
    EXPECT_EQ(proposal.metadata->known_status, c.known_status);
    EXPECT_EQ(proposal.metadata->stage.text, c.stage);
    EXPECT_EQ(proposal.metadata->known_stage, c.known_stage);
    EXPECT_EQ(proposal.metadata->created.text, c.created);
    EXPECT_EQ(proposal.metadata->created_on.has_value(), c.dated);
    if (!proposal.metadata->status.present()) continue;
    EXPECT_EQ(proposal.metadata->status.source->path(), "kep.yaml");
  }
}

TEST(Proposal, ChoosesWhereItsMetadataIs) {
  const auto process = load("{file: kep.yaml}, {front-matter: true}, {section: Status}");
  constexpr std::string_view kFront = "---\nstatus: implemented\n---\n";
  constexpr std::string_view kSection = "# T\n## Status\nimplementable\n";
  const std::string both = fmt::format("{}{}", kFront, kSection);
  const struct {
    std::string_view name;
    std::string document;
    bool file;
    std::string_view status, from;
  } cases[] = {
      {"the file first", both, true, "not accepted", "kep.yaml"},
      {"then the front matter", both, false, "implemented", "test.md"},
      {"then the section", std::string(kSection), false, "implementable", "test.md"},
      {"an open front matter is none", "---\nstatus: implemented\n# T\n", false, "", ""},
      {"nowhere", "# T\n", false, "", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Proposal proposal =
        read_proposal(*process, make_source(c.document),
                      c.file ? make_source("status: not accepted\n", "kep.yaml") : nullptr);
    EXPECT_EQ(proposal.metadata->known_status, c.status);
    ASSERT_EQ(proposal.metadata->status.present(), !c.from.empty());
    if (c.from.empty()) continue;
    EXPECT_EQ(proposal.metadata->status.source->path(), c.from);
  }
}

TEST(Proposal, LeavesAFileTheProcessDoesNotKnow) {
  const auto process = load("{front-matter: true}");
  const Proposal proposal = read_proposal(*process, make_source("# T\n"),
                                          make_source("status: implemented\n", "kep.yaml"));
  EXPECT_FALSE(proposal.metadata->yaml);
  EXPECT_FALSE(proposal.metadata->status.present());
}

TEST(Proposal, ReadsAStatusSection) {
  const auto process = load("{front-matter: true}, {section: Status}");
  const struct {
    std::string_view name, document, text, known, at;
  } cases[] = {
      {"a word", "# T\n\n## Status\n\nimplemented\n\n## B\n", "implemented", "implemented",
       "implemented"},
      {"in another case", "## STATUS\nImplemented.\n", "Implemented.", "implemented",
       "Implemented."},
      {"two words", "## Status\nNot accepted\n", "Not accepted", "not accepted", "Not accepted"},
      {"among others", "## Status\nOne of: implementable\n", "One of: implementable",
       "implementable", "One of: implementable"},
      {"a link", "## Status\n[Implemented](http://example.com)\n", "Implemented", "implemented",
       "[Implemented](http://example.com)"},
      {"two statuses are none", "## Status\nimplementable|implemented\n",
       "implementable|implemented", "", "implementable|implemented"},
      {"none of them", "## Status\ndone\n", "done", "", "done"},
      {"empty", "## Status\n\n", "", "", ""},
      {"part of a word", "## Status\nimplementedness\n", "implementedness", "", "implementedness"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Proposal proposal = read_proposal(*process, make_source(c.document), nullptr);
    ASSERT_TRUE(proposal.metadata->status.present());
    EXPECT_EQ(proposal.metadata->status.text, c.text);
    EXPECT_EQ(proposal.metadata->known_status, c.known);
    EXPECT_EQ(proposal.document.text(proposal.metadata->status.span), c.at);
  }
}

}  // namespace
}  // namespace milepost
