#include "process/join.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kPack =
    "# Title\n<!--DIRECTIVE: required: true-->\n"
    "## Summary\n<!--DIRECTIVE: required: true-->\n"
    "## Design\n<!--DIRECTIVE: required: true-->\n"
    "### Scalability\n<!--DIRECTIVE: required: true,stage: beta-->\n"
    "## Drawbacks\n<!--DIRECTIVE: required: false-->\n";

const std::vector<StagePhrase> kPhrases = {{"must be completed when targeting beta", "beta", {}}};

const std::unordered_map<std::string, std::string> kRenames = {{"abstract", "summary"}};

// "## Summary!" for a required section, with "@beta" for its stage, "?" for an
// optional one, and its parent in brackets.
std::string outline(const Template& joined) {
  std::string text;
  for (const TemplateSection& section : joined.sections()) {
    text += fmt::format(
        "{} {}{}{}{}\n", std::string(static_cast<std::size_t>(section.level), '#'), section.title,
        section.required ? "!" : "?", section.stage.empty() ? "" : "@" + section.stage,
        section.parent == kNone ? "" : " (" + joined.sections()[section.parent].title + ")");
  }
  return text;
}

TEST(Join, AddsToThePack) {
  const struct {
    std::string_view name, repository, want;
  } cases[] = {
      {"the same headings", "# My title\n## Summary\n## Design\n### Scalability\n## Drawbacks\n",
       "# Title!\n## Summary! (Title)\n## Design! (Title)\n### Scalability!@beta (Design)\n"
       "## Drawbacks? (Title)\n"},
      {"sections of level 1, and no title", "# Summary\n# Design\n## Scalability\n# Drawbacks\n",
       "# Title?\n# Summary!\n# Design!\n## Scalability!@beta (Design)\n# Drawbacks?\n"},
      {"a heading of its own",
       "# T\n## Summary\n## Costs\n## Design\n### Scalability\n## Drawbacks\n",
       "# Title!\n## Summary! (Title)\n## Costs? (Title)\n## Design! (Title)\n"
       "### Scalability!@beta (Design)\n## Drawbacks? (Title)\n"},
      {"required by a phrase",
       "# T\n## Summary\n## Costs\n<!--\nThis must be completed when targeting beta.\n-->\n"
       "## Design\n### Scalability\n## Drawbacks\n",
       "# Title!\n## Summary! (Title)\n## Costs!@beta (Title)\n## Design! (Title)\n"
       "### Scalability!@beta (Design)\n## Drawbacks? (Title)\n"},
      {"another order and level", "# T\n## Drawbacks\n## Design\n## Scalability\n## Summary\n",
       "# Title!\n## Drawbacks? (Title)\n## Design! (Title)\n## Scalability!@beta (Title)\n"
       "## Summary! (Title)\n"},
      {"what it lacks is not required", "# T\n## Summary\n## Drawbacks\n",
       "# Title!\n## Summary! (Title)\n## Design? (Title)\n### Scalability?@beta (Design)\n"
       "## Drawbacks? (Title)\n"},
      {"what it calls optional",
       "# T\n## Summary (Optional)\n## Design\n<!-- This section is optional. -->\n"
       "### Scalability\n## Drawbacks\n",
       "# Title!\n## Summary (Optional)? (Title)\n## Design? (Title)\n"
       "### Scalability?@beta (Design)\n## Drawbacks? (Title)\n"},
      {"another name", "# T\n## Abstract\n## Design\n### Scalability\n## Drawbacks\n",
       "# Title!\n## Abstract! (Title)\n## Design! (Title)\n### Scalability!@beta (Design)\n"
       "## Drawbacks? (Title)\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Template pack(make_source(kPack));
    const Template repository(make_source(c.repository));
    EXPECT_EQ(outline(*join_templates(pack, repository, {kPhrases, kRenames})), c.want);
  }
}

TEST(Join, MarksWhatOnlyThePackHas) {
  const Template pack(make_source(kPack));
  const Template own(make_source("# T\n## Summary\n## Costs\n"));
  for (const bool pack_sections : {false, true}) {
    std::string only;
    const auto joined = join_templates(pack, own, {kPhrases, kRenames, pack_sections});
    for (const TemplateSection& section : joined->sections()) {
      if (section.pack_only) only += section.title + ";";
    }
    EXPECT_EQ(only, pack_sections ? "" : "Design;Scalability;Drawbacks;");
  }
}

TEST(Join, KeepsThePacksSectionsWhenAsked) {
  const Template pack(make_source(kPack));
  for (const std::string_view repository : {"", "# T\n## Summary\n## Drawbacks\n"}) {
    const Template own(make_source(repository));
    EXPECT_EQ(outline(*join_templates(pack, own, {kPhrases, kRenames, true})),
              "# Title!\n## Summary! (Title)\n## Design! (Title)\n### Scalability!@beta (Design)\n"
              "## Drawbacks? (Title)\n");
  }
}

}  // namespace
}  // namespace milepost
