#include "rules/section/new_section.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/edits.h"
#include "process/process_fixture.h"
#include "proposal/facts.h"
#include "proposal/judgement.h"
#include "proposal/links.h"
#include "proposal/metadata.h"
#include "proposal/proposal.h"

namespace milepost {
namespace {

constexpr std::string_view kTemplate =
    "# Title\n<!--DIRECTIVE: required: true-->\n\n"
    "## Summary\n<!--DIRECTIVE: required: true-->\n\n<!--\nWhat changes.\n-->\n\n"
    "### Goals\n<!-- DIRECTIVE: required: true -->\n\nA list of them.\n\n- one\n\n"
    "## Risks\n<!--DIRECTIVE: required: true-->\n";

constexpr std::size_t kTitle = 0, kSummary = 1, kGoals = 2, kRisks = 3;

std::shared_ptr<const Process> make_process() {
  auto loaded = load_texts({{"pack/process.yaml",
                             "schema: 1\nname: small\ntitle: Small\n"
                             "layout: {documents: [\"*.md\"]}\n"
                             "kinds: [{id: a, template: template.md}]\n"},
                            {"pack/template.md", std::string(kTemplate)}});
  EXPECT_TRUE(loaded) << loaded.error().message;
  return loaded ? *loaded : nullptr;
}

// The document with the sections added, or "nowhere".
std::string add(std::string_view text, const std::vector<std::size_t>& wanted,
                std::size_t neighbour, std::uint32_t beside = kNone) {
  static const auto process = make_process();
  static const Judge judge(*process);
  const Document document(make_source(text));
  auto metadata = std::make_shared<const Metadata>(read_metadata(*process, &document, nullptr));
  Card card;
  card.metadata = metadata;
  const Proposal proposal{Document(make_source(text)), metadata};
  const Judgement judgement = judge.judge(proposal, {});
  const Facts facts;
  const Links links(*process, proposal.document, "a.md");
  const RuleInput in{*process, proposal, judgement, card, facts, links};
  const auto edit = beside == kNone ? new_sections(in, wanted, neighbour)
                                    : new_sections(in, wanted, neighbour, beside);
  if (!edit) return "nowhere";
  const std::vector<std::vector<Edit>> edits{{*edit}};
  return splice(text, edits).text;
}

// "Goals" of level 4 inside "## Notes": what stands after that is of level 2.
TEST(NewSections, AreAtTheirLevelAfterWhatTheirNeighbourStandsIn) {
  constexpr std::uint32_t kNotes = 2;
  EXPECT_EQ(
      add("# T\n\n## Summary\n\na\n\n## Notes\n\n#### Goals\n\nb\n", {kRisks}, kGoals, kNotes),
      "# T\n\n## Summary\n\na\n\n## Notes\n\n#### Goals\n\nb\n\n## Risks\n");
}

TEST(NewSections, StandWhereTheTemplateHasThem) {
  const struct {
    const char* name;
    std::string_view text;
    std::vector<std::size_t> wanted;
    std::size_t neighbour;
    std::string_view want;
  } cases[] = {
      {"after a section, at the end",
       "# T\n\n## Summary\n\nText.\n",
       {kRisks},
       kSummary,
       "# T\n\n## Summary\n\nText.\n\n## Risks\n"},
      {"in a section, after what its author put there",
       "# T\n\n## Summary\n\nText.\n\n### Own\n\nb\n\n## Risks\n\nr\n",
       {kGoals},
       kSummary,
       "# T\n\n## Summary\n\nText.\n\n### Own\n\nb\n\n### Goals\n\nA list of them.\n\n- one\n\n## "
       "Risks\n\nr\n"},
      {"before sections in comments, which would else be above it",
       "# T\n\n## Summary\n\nText.\n\n<!-- ## Risks -->\n\n<!-- ### More -->\n",
       {kGoals},
       kSummary,
       "# T\n\n## Summary\n\nText.\n\n### Goals\n\nA list of them.\n\n- one\n\n<!-- ## "
       "Risks -->\n\n<!-- ### More -->\n"},
      {"before the first that the template has after it",
       "# T\n\nBy me.\n\n## Own\n\no\n\n## Risks\n\nr\n",
       {kSummary},
       kTitle,
       "# T\n\nBy me.\n\n## Own\n\no\n\n## Summary\n\n<!--\nWhat changes.\n-->\n\n## "
       "Risks\n\nr\n"},
      {"the last line has no end",
       "# T\n\n## Summary\n\nText.",
       {kRisks},
       kSummary,
       "# T\n\n## Summary\n\nText.\n\n## Risks\n"},
      {"before another section",
       "# T\n\n## Summary\n\nText.\n\n## More\n",
       {kRisks},
       kSummary,
       "# T\n\n## Summary\n\nText.\n\n## Risks\n\n## More\n"},
      {"after what lies below the neighbour",
       "# T\n\n## Summary\n\n### Goals\n\nText.\n\n## More\n",
       {kRisks},
       kSummary,
       "# T\n\n## Summary\n\n### Goals\n\nText.\n\n## Risks\n\n## More\n"},
      {"with its guidance and those below it",
       "# T\n\nWords.\n\n## Risks\n",
       {kSummary, kGoals},
       kTitle,
       "# T\n\nWords.\n\n## Summary\n\n<!--\nWhat changes.\n-->\n\n### Goals\n\nA list of "
       "them.\n\n- one\n\n## Risks\n"},
      {"at the level of its neighbour",
       "# T\n\n### Summary\n\nText.\n",
       {kRisks},
       kSummary,
       "# T\n\n### Summary\n\nText.\n\n### Risks\n"},
      {"with the line ends of the document",
       "# T\r\n\r\n## Summary\r\n\r\nText.\r\n",
       {kGoals},
       kSummary,
       "# T\r\n\r\n## Summary\r\n\r\nText.\r\n\r\n### Goals\r\n\r\nA list of them.\r\n\r\n- "
       "one\r\n"},
      {"without a neighbour", "# T\n", {kRisks}, kNone, "nowhere"},
      {"beside one that is not there", "# T\n", {kRisks}, kSummary, "nowhere"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(add(c.text, c.wanted, c.neighbour), c.want);
  }
}

}  // namespace
}  // namespace milepost
