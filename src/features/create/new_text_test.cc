#include "features/create/new_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::create {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A process with one kind, whose template and metadata are given.
Process make_process(MetadataForm form, const std::string& document,
                     const std::optional<std::string>& metadata = std::nullopt) {
  Process process;
  process.layout.metadata = {{form, form == MetadataForm::kFile ? "meta.yaml" : "Status"}};
  const auto field = [&](const char* id, FieldRole role) -> Field& {
    Field& made = process.fields.emplace_back();
    made.id = id;
    made.role = role;
    made.type = usual_type(role);
    return made;
  };
  field("title", FieldRole::kTitle);
  field("number", FieldRole::kNumber).placeholders = {"NNNN", "0"};
  field("status", FieldRole::kStatus);
  field("authors", FieldRole::kAuthors);
  process.statuses.emplace_back().id = "draft";
  process.words.title_placeholders = {"NNNN", "Title", "Your Title"};
  Kind& kind = process.kinds.emplace_back();
  kind.id = "a";
  kind.pattern =
      std::make_shared<const Template>(std::make_shared<const Source>("template.md", document));
  if (metadata) kind.metadata = std::make_shared<const Source>("meta.yaml", *metadata);
  return process;
}

const NewFacts kFacts{"Faster probes", "12", "sig-a",       "faster-probes",
                      {"jane"},        {},   {2026, 11, 15}};

DraftText write(const Process& process, const NewFacts& facts = kFacts) {
  auto made = write_new(process, process.kinds.front(), facts);
  EXPECT_TRUE(made) << made.error().message;
  return made.value_or(DraftText{});
}

std::string heading(std::string_view of_template, std::string title = "Faster probes") {
  NewFacts facts = kFacts;
  facts.title = std::move(title);
  const std::string text =
      write(make_process(MetadataForm::kFile, fmt::format("# {}\n", of_template)), facts).document;
  return text.substr(2, text.size() - 3);
}

TEST(NewText, TheHeadingIsAsTheTemplateShowsIt) {
  EXPECT_EQ(heading("KEP-NNNN: Your Title"), "KEP-12: Faster probes");
  EXPECT_EQ(heading("Title"), "Faster probes");
  EXPECT_EQ(heading("Something else"), "Faster probes");
  EXPECT_EQ(heading("NNNN: Your Title", "About NNNN and Title"), "12: About NNNN and Title");
  EXPECT_EQ(heading("Title", "a <b> \\ C#"), "a \\<b\\> \\\\ C\\#");
  EXPECT_EQ(heading("Title of your proposal"), "Faster probes");
  EXPECT_EQ(heading("Our Title Here"), "Faster probes");
  EXPECT_EQ(heading("KEP: <title>"), "KEP: Faster probes");
  EXPECT_EQ(heading("KEP-NNNN - Something short"), "KEP-12 - Faster probes");
  EXPECT_EQ(heading("KEP-NNNN:"), "KEP-12: Faster probes");
  EXPECT_EQ(heading("**KEP-NNNN: Title**"), "**KEP-12: Faster probes**");
  EXPECT_EQ(heading("\\[KEP-NNNN\\] Title"), "\\[KEP-12\\] Faster probes");
  EXPECT_EQ(heading("[KEP-NNNN](https://example.org/NNNN): Title"),
            "[KEP-12](https://example.org/12): Faster probes");
  EXPECT_EQ(heading("NNNN. Title"), "12. Faster probes");
}

TEST(NewText, TheTitleMayBeOfTheSecondLevel) {
  const auto written = [](const char* text) {
    return write(make_process(MetadataForm::kFile, text)).document;
  };
  EXPECT_EQ(written("## KEP-NNNN: Your Title\n\n## Why\n"), "## KEP-12: Faster probes\n\n## Why\n");
  EXPECT_EQ(written("## Title\n\n### Why\n"), "## Faster probes\n\n### Why\n");
  EXPECT_EQ(written("## Why\n"), "## Why\n") << "a section";
}

TEST(NewText, MetadataInAFile) {
  const Process process =
      make_process(MetadataForm::kFile, "# Title\n",
                   "# what it is\ntitle: X # short\nnumber: NNNN\nauthors:\n  - \"@you\"\n");
  const DraftText made = write(process);
  EXPECT_EQ(made.metadata,
            "# what it is\ntitle: Faster probes # short\nnumber: 12\nauthors:\n  - \"@jane\"\n"
            "status: draft\n");
  EXPECT_EQ(made.document, "# Faster probes\n");
}

TEST(NewText, MetadataThatBeginsWithNothing) {
  EXPECT_EQ(write(make_process(MetadataForm::kFile, "# Title\n")).metadata,
            "title: Faster probes\nnumber: 12\nauthors: [\"@jane\"]\nstatus: draft\n");
}

TEST(NewText, MetadataInFrontMatter) {
  const DraftText own =
      write(make_process(MetadataForm::kFrontMatter, "---\ntitle: T\nnumber: 0\n---\n\n# Title\n"));
  EXPECT_EQ(own.metadata, std::nullopt);
  EXPECT_EQ(own.document,
            "---\ntitle: Faster probes\nnumber: 12\nauthors: [\"@jane\"]\nstatus: draft\n---\n\n"
            "# Faster probes\n");
  const DraftText given =
      write(make_process(MetadataForm::kFrontMatter, "---\nold: 1\n---\n# Title\n", "title: X\n"));
  EXPECT_THAT(given.document, StartsWith("---\ntitle: Faster probes\n"));
  EXPECT_THAT(given.document, Not(HasSubstr("old")));
  const DraftText none = write(make_process(MetadataForm::kFrontMatter, "# Title\n"));
  EXPECT_THAT(none.document, StartsWith("---\ntitle: Faster probes\n"));
  EXPECT_THAT(none.document, HasSubstr("---\n\n# Faster probes\n"));
}

// As the metadata of a repository's own template, whose fields are all there are.
Process own_process(const std::string& metadata) {
  Process process = make_process(MetadataForm::kFile, "# Title\n", metadata);
  Kind& kind = process.kinds.front();
  kind.own_metadata = true;
  kind.excludes = {"gate"};
  process.words.unset = {"0.0", "TBD"};
  const auto field = [&](const char* id, FieldType type) -> Field& {
    Field& made = process.fields.emplace_back();
    made.id = id;
    made.type = type;
    return made;
  };
  field("reviewers", FieldType::kPeople).open_in = {"draft"};
  process.fields.back().needed.always = true;
  field("see-also", FieldType::kLinks);
  field("latest", FieldType::kVersion);
  field("milestone", FieldType::kStages);
  Field part;
  part.id = "name";
  part.placeholders = {"MyGate"};
  field("gates", FieldType::kRecords).fields = {part};
  field("gate", FieldType::kText);
  field("others", FieldType::kAny).role = FieldRole::kFeatureGates;
  for (const char* const id : {"sponsor", "carbon", "map"}) field(id, FieldType::kAny);
  field("supported", FieldType::kBoolean);
  field("words", FieldType::kTexts).placeholders = {"my_word"};
  for (Field& each : process.fields) each.own_lacks = !metadata.starts_with(each.id + ":");
  return process;
}

TEST(NewText, TheRepositorysMetadataHasAllFields) {
  const struct {
    std::string_view name, before, after;
  } cases[] = {
      {"no other field", "title: X\nother: 1\nmore:\n", "title: Faster probes\nother: 1\nmore:\n"},
      {"the title as a slug", "title: a-neat-idea\n", "title: faster-probes\n"},
      {"examples go, open words stay", "reviewers: # who\n  - TBD\n  - \"@alice.doe\"\n",
       "reviewers: # who\n  - TBD\n"},
      {"who must be named is open", "reviewers:\n  - \"@alice.doe\"\n", "reviewers:\n  - TBD\n"},
      {"links", "see-also:\n  - \"/1-one\"\n  - \"/2-two\"\n", "see-also: []\n"},
      {"versions", "latest: \"v1.19\"\nmilestone:\n  alpha: \"v1.19\" # first\n  beta: \"0.0\"\n",
       "latest: \"\"\nmilestone:\n  alpha: \"\" # first\n  beta: \"0.0\"\n"},
      {"records", "gates:\n  - name: MyGate\n    in: [a]\n", "gates: []\n"},
      {"records that are none", "gates:\n  - name: all\n", "gates:\n  - name: all\n"},
      {"texts", "words: [my_word, usual]\n", "words: [usual]\n"},
      {"truth values", "supported: true\n", "supported: true\n"},
      {"names in any form", "others:\n  - name: MyFeature\n    in: [a]\n", "others: []\n"},
      {"a person in a field that nobody knows", "sponsor: \"@rich.doe\" # who pays\n",
       "sponsor: \"\" # who pays\n"},
      {"a choice", "carbon: low|high\n", "carbon: \"\" # low|high\n"},
      {"below a field that nobody knows", "map:\n  by: \"@rich.doe\"\n  left: 3\n",
       "map:\n  by: \"\"\n  left: 3\n"},
      {"a place to fill in that YAML reads as a map", "see-also: {list what is related}\n",
       "see-also: []\n"},
      {"what the kind has not", "title: X\n\n# the gate\ngate: a\n", "title: Faster probes\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(write(own_process(std::string(c.before))).metadata, c.after);
  }
}

TEST(NewText, FieldsThatMilepostYamlAsksForAreAdded) {
  Process process = own_process("title: X\n");
  for (Field& field : process.fields) field.own_lacks = field.id != "number";
  EXPECT_EQ(write(process).metadata, "title: Faster probes\nnumber: 12\n");
}

TEST(NewText, CommentsAroundMetadataStay) {
  const struct {
    std::string_view name, before, after;
  } cases[] = {
      {"the first line", "---\n# what it is\ntitle: T # short\n---\n# Title\n",
       "---\n# what it is\ntitle: Faster probes # short\nnumber: 12\nauthors: [\"@jane\"]\n"
       "status: draft\n---\n# Faster probes\n"},
      {"between and behind",
       "---\ntitle: T\n# that of the issue\nnumber: 0\n# the end\n---\n# Title\n",
       "---\ntitle: Faster probes\n# that of the issue\nnumber: 12\n# the end\n"
       "authors: [\"@jane\"]\nstatus: draft\n---\n# Faster probes\n"},
      {"of HTML before it", "<!-- how to\nuse this -->\n---\ntitle: T\nnumber: 0\n---\n\n# Title\n",
       "---\ntitle: Faster probes\nnumber: 12\nauthors: [\"@jane\"]\nstatus: draft\n---\n\n"
       "<!-- how to\nuse this -->\n\n# Faster probes\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(write(make_process(MetadataForm::kFrontMatter, std::string(c.before))).document,
              c.after);
  }
}

// The kind has a template of the repository's own beside that of the pack.
Process with_repository(Process process, const std::string& document) {
  process.kinds.front().repository =
      std::make_shared<const Template>(std::make_shared<const Source>("own.md", document));
  return process;
}

TEST(NewText, WhatATemplateRepeatsOfItsMetadataIsFilledIn) {
  const std::string own =
      "---\ntitle: \"GEP-696: GEP template\"\nweight: 3\n---\n\n"
      "* Issue: [#696](https://example.org/issues/696)\n* Status: draft|done\n* Port: 6961\n\n"
      "## Why\n\nAs 696 says.\n";
  Process process =
      with_repository(make_process(MetadataForm::kFile, "# GEP-NNNN: Title\n\n## Why\n",
                                   "number: 696\ntitle: T\nstatus: done\n"),
                      own);
  process.layout.title_prefix = "GEP-{number}: ";
  EXPECT_EQ(write(process).document,
            "---\ntitle: \"GEP-12: Faster probes\"\nweight: 3\n---\n\n"
            "* Issue: [#12](https://example.org/issues/12)\n* Status: draft\n* Port: 6961\n\n"
            "## Why\n\nAs 696 says.\n");
}

TEST(NewText, WhatTheRepositorysTemplateLacksIsAsThePackHasIt) {
  Process process = with_repository(
      make_process(MetadataForm::kFrontMatter,
                   "---\nstatus: x\ntitle: T\nauthors: []\n---\n\n# TEP-NNNN: Title\n\n## Why\n"),
      "\n<!-- how to -->\n\n## Why\n");
  Field& version = process.fields.emplace_back();
  version.id = "template-version";
  version.role = FieldRole::kTemplateVersion;
  process.kinds.front().lineage.versions.emplace_back().id = "4";
  process.layout.title_prefix = "TEP-{number:4}: ";
  EXPECT_EQ(write(process).document,
            "---\nstatus: draft\ntitle: Faster probes\nauthors: [\"@jane\"]\nnumber: 12\n---\n\n"
            "# TEP-0012: Faster probes\n\n<!-- how to -->\n\n## Why\n");
}

TEST(NewText, AListUnderTheTitleSaysTheSameAsFrontMatter) {
  const Process process = with_repository(
      make_process(MetadataForm::kFrontMatter, "# Title\n\n## Why\n"),
      "# Short title\n\n- Status: planned\n- Owner: @someone\n- Issue: #0\n- Port: 80\n\n## Why\n");
  const DraftText made = write(process);
  EXPECT_THAT(made.document,
              HasSubstr("# Faster probes\n\n- Status: draft\n- Owner: @jane\n- Issue: #12\n"
                        "- Port: 80\n\n## Why\n"));
  EXPECT_THAT(made.note, HasSubstr("the template lists Status, Owner, Issue under its title"));
  EXPECT_EQ(write(make_process(MetadataForm::kFrontMatter, "# Title\n\n- one\n")).note, "");
}

TEST(NewText, StatusInASection) {
  EXPECT_EQ(write(make_process(MetadataForm::kSection,
                               "# Title\n\n## Status\n<!-- one -->\n\nOne of: a|b\n\n## Why\n"))
                .document,
            "# Faster probes\n\n## Status\n<!-- one -->\n\ndraft\n\n## Why\n");
  EXPECT_EQ(
      write(make_process(MetadataForm::kSection, "# Title\n\n## Status\n\n## Why\n")).document,
      "# Faster probes\n\n## Status\n\ndraft\n\n## Why\n");
}

TEST(NewText, ATitleMayBeWantedAsItStandsInThePath) {
  EXPECT_THAT(write(make_process(MetadataForm::kFile, "# Title\n", "title: \"{slug}\"\n")).metadata,
              testing::Optional(StartsWith("title: faster-probes\n")));
}

TEST(NewText, TheTableOfContentsIsMade) {
  EXPECT_EQ(
      write(make_process(MetadataForm::kFile, "# Title\n\n<!-- toc -->\n<!-- /toc -->\n\n## Why\n"))
          .document,
      "# Faster probes\n\n<!-- toc -->\n- [Why](#why)\n<!-- /toc -->\n\n## Why\n");
}

TEST(NewText, WrongMetadataIsRefused) {
  for (const auto& [metadata, want] :
       {std::pair{"title: [\n", "meta.yaml:"},
        std::pair{"title: a\nx: b\ntitle: c\n", "meta.yaml:3:1: "}}) {
    const Process process = make_process(MetadataForm::kFile, "# Title\n", metadata);
    const auto made = write_new(process, process.kinds.front(), kFacts);
    ASSERT_FALSE(made) << metadata;
    EXPECT_THAT(made.error().message, StartsWith(want));
  }
}

}  // namespace
}  // namespace milepost::create
