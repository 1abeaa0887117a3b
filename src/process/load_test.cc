#include "process/load.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "process/boilerplate.h"
#include "process/process_fixture.h"

namespace milepost {
namespace {

const std::string kPack = R"(schema: 1
name: test
title: A process for tests
layout:
  recognised-by: ["keps/*/kep.yaml"]
  documents: ["keps/*/README.md"]
  ignore: ["keps/template/**"]
  metadata:
    - file: kep.yaml
    - front-matter: true
    - section: Status
  least-headings: 2
fields:
  - {id: state, is: status, type: enum}
ladders:
  - id: up
    stages: [alpha, beta]
  - id: down
    stages: [deprecated, removed]
    counts-as: {deprecated: alpha, removed: beta}
statuses:
  - id: draft
    due: exists
    moves: [done]
  - id: done
    closed: true
    unresolved: error
kinds:
  - id: feature
    template: t.md
    lineage: l.yaml
gates:
  - id: exists
    status: draft
    sections: [Summary]
  - id: alpha
    stage: alpha
    after: exists
renames:
  - to: Summary
    from: [Abstract, In Short]
words:
  placeholders: [tbd]
  not-applicable: [n/a]
  nothing: [None]
  title-placeholders: [NNNN]
  entries:
    - sections: [Unit tests]
      form: "a: b"
      placeholders: ["<a>"]
phrases:
  - text: Needed For Beta
    stage: beta
substance:
  paragraphs: [Summary]
  paragraph-words: 20
  covered:
    - {section: Upgrade, in: Test Plan, words: [upgrade]}
  reviewed:
    - {section: Risks, topics: [security]}
wrap: 79
rules:
  MP206: off
  section-order: warning
paths:
  - match: "keps/old/**"
    rules: {MP201: info}
)";

const FileTexts kFiles = {
    {"pack/t.md",
     "# T\n<!--DIRECTIVE: required: true-->\n## Summary\n<!--DIRECTIVE: required: true-->\n"
     "## Goals\n<!--DIRECTIVE: required: true,stage: beta-->\n"},
    {"pack/l.yaml", "versions:\n  - {id: \"1\", date: 2020-01-01, added: [\"## Summary\"]}\n"},
};

FileTexts pack(const std::string& process) {
  FileTexts files = kFiles;
  files["pack/process.yaml"] = process;
  return files;
}

std::vector<std::string> patterns(const std::vector<Glob>& globs) {
  std::vector<std::string> all;
  for (const Glob& glob : globs) all.push_back(glob.pattern());
  return all;
}

std::vector<std::string> titles(const Template& made) {
  std::vector<std::string> all;
  for (const TemplateSection& section : made.sections()) all.push_back(section.title);
  return all;
}

using Texts = std::vector<std::string>;

TEST(Load, ReadsAPack) {
  const auto loaded = load_texts(pack(kPack));
  ASSERT_TRUE(loaded) << loaded.error().message;
  const Process& process = **loaded;
  EXPECT_EQ(process.name, "test");
  EXPECT_EQ(process.title, "A process for tests");
  EXPECT_EQ(patterns(process.layout.recognised_by), Texts{"keps/*/kep.yaml"});
  EXPECT_EQ(patterns(process.layout.documents), Texts{"keps/*/README.md"});
  EXPECT_EQ(patterns(process.layout.ignore), Texts{"keps/template/**"});
  EXPECT_EQ(process.layout.least_headings, 2U);
  ASSERT_EQ(process.layout.metadata.size(), 3U);
  EXPECT_EQ(process.layout.metadata[0].form, MetadataForm::kFile);
  EXPECT_EQ(process.layout.metadata[0].name, "kep.yaml");
  EXPECT_EQ(process.layout.metadata[1].form, MetadataForm::kFrontMatter);
  EXPECT_EQ(process.layout.metadata[2].form, MetadataForm::kSection);
  EXPECT_EQ(process.layout.metadata[2].name, "Status");
  EXPECT_EQ(process.field(FieldRole::kStatus)->id, "state");
  EXPECT_EQ(process.field(FieldRole::kStage)->id, "stage") << "unless the pack says otherwise";

  ASSERT_EQ(process.ladders.size(), 2U);
  EXPECT_EQ(process.ladders[1].counts_as.at("removed").stage, "beta");
  ASSERT_NE(process.find_status("draft"), nullptr);
  EXPECT_EQ(process.find_status("draft")->due, "exists");
  ASSERT_EQ(process.find_status("draft")->moves.size(), 1);
  EXPECT_EQ(process.find_status("draft")->moves[0].to, "done");
  EXPECT_FALSE(process.find_status("draft")->closed);
  EXPECT_EQ(process.find_status("draft")->unresolved, Severity::kInfo);
  EXPECT_TRUE(process.find_status("done")->closed);
  EXPECT_EQ(process.find_status("done")->unresolved, Severity::kError);
  EXPECT_EQ(process.find_gate("exists")->sections, Texts{"Summary"});
  EXPECT_EQ(process.find_gate("alpha")->after, Texts{"exists"}) << "one is a list of one";
  EXPECT_EQ(process.find_status("elsewhere"), nullptr);

  EXPECT_EQ(process.renames.at("in short"), "summary");
  EXPECT_EQ(process.words.nothing, Texts{"None"});
  ASSERT_EQ(process.words.entries.size(), 1U);
  EXPECT_EQ(process.words.entries[0].form, "a: b");
  ASSERT_EQ(process.phrases.size(), 1U);
  EXPECT_EQ(process.phrases[0].text, "needed for beta");
  EXPECT_EQ(process.substance.paragraph_words, 20U);
  EXPECT_EQ(process.substance.covered.at(0).in, "Test Plan");
  EXPECT_EQ(process.substance.reviewed.at(0).topics, Texts{"security"});
  EXPECT_EQ(process.wrap, 79U);
  EXPECT_FALSE(process.strict.types);
  ASSERT_EQ(process.rules.size(), 2U);
  EXPECT_EQ(process.rules[0].severity, Severity::kOff);
  EXPECT_EQ(process.rules[1].rule, "section-order");
  ASSERT_EQ(process.paths.size(), 1U);
  EXPECT_TRUE(process.paths[0].pattern.matches("keps/old/1/README.md"));

  const Kind* const kind = process.find_kind("feature");
  ASSERT_NE(kind, nullptr);
  EXPECT_EQ(titles(*kind->pattern), (Texts{"T", "Summary", "Goals"}));
  EXPECT_EQ(kind->repository, nullptr);
  EXPECT_EQ(kind->lineage.versions.size(), 1U);
}

TEST(Load, ReadsAnswersThatFieldsRepeat) {
  const auto loaded = load_texts(
      pack(replaced(kPack, "fields:\n",
                    "fields:\n"
                    "  - {id: gates, answer: {section: Goals, choice: Gate, label: Its name,"
                    " otherwise: Other, same: true}}\n"
                    "  - {id: metrics, answer: {section: Goals}}\n")));
  ASSERT_TRUE(loaded) << loaded.error().message;
  const FieldAnswer& gates = (*loaded)->find_field("gates")->answer;
  EXPECT_EQ(gates.section, "Goals");
  EXPECT_EQ(gates.choice, "Gate");
  EXPECT_EQ(gates.label, "Its name");
  EXPECT_EQ(gates.otherwise, "Other");
  EXPECT_TRUE(gates.same);
  const FieldAnswer& metrics = (*loaded)->find_field("metrics")->answer;
  EXPECT_EQ(metrics.section, "Goals");
  EXPECT_EQ(metrics.label, "");
  EXPECT_FALSE(metrics.same);
  EXPECT_EQ((*loaded)->find_field("state")->answer.section, "");
}

TEST(Load, ReadsHowAStatusEnds) {
  const auto loaded = load_texts(
      pack(replaced(kPack, "    closed: true\n", "    failed: true\n    successor: true\n")));
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_TRUE((*loaded)->find_status("done")->failed);
  EXPECT_TRUE((*loaded)->find_status("done")->successor);
  EXPECT_FALSE((*loaded)->find_status("draft")->failed);
  EXPECT_FALSE((*loaded)->find_status("draft")->successor);
}

TEST(Load, RefusesAWrongPack) {
  const std::string at = "pack/process.yaml:";
  const struct {
    std::string_view name;
    std::string text;
    std::string want;
  } cases[] = {
      {"unknown key", replaced(kPack, "wrap: 79", "wrop: 79"),
       at + "61:1: `wrop` is not known here; did you mean `wrap`?"},
      {"unknown key, like no other", replaced(kPack, "wrap: 79", "colour: red"),
       at + "61:1: `colour` is not known here"},
      {"strict about nothing we know", replaced(kPack, "wrap: 79", "strict: [types, revews]"),
       at + "61:17: no strictness is called `revews`; did you mean `reviews`?"},
      {"unknown key in the layout", replaced(kPack, "  ignore:", "  ignored:"),
       at + "7:3: `ignored` is not known here; did you mean `ignore`?"},
      {"unknown key in a status", replaced(kPack, "    moves:", "    move:"),
       at + "24:5: `move` is not known here; did you mean `moves`?"},
      {"unknown key of a field",
       replaced(kPack, "{id: state, is: status, type: enum}", "{id: state, iss: status}"),
       at + "14:17: `iss` is not known here; did you mean `is`?"},
      {"unknown type",
       replaced(kPack, "{id: state, is: status, type: enum}", "{id: state, type: dates}"),
       at + "14:23: no type is called `dates`; did you mean `date`?"},
      {"unknown meaning",
       replaced(kPack, "{id: state, is: status, type: enum}", "{id: state, is: titles}"),
       at + "14:21: no meaning is called `titles`; did you mean `title`?"},
      {"unknown roster",
       replaced(kPack, "{id: state, is: status, type: enum}", "{id: lead, roster: people}"),
       at + "14:24: no roster is called `people`; the process has none"},
      {"unknown stage of a need",
       replaced(kPack, "{id: state, is: status, type: enum}", "{id: lead, needed: {from: betta}}"),
       at + "14:31: no stage is called `betta`; did you mean `beta`?"},
      {"two fields of one meaning",
       replaced(kPack, "type: enum}", "type: enum}\n  - {id: condition, is: status}"),
       at + "14:5: two fields are the `status`"},
      {"a part of no path",
       replaced(kPack, "{id: state, is: status, type: enum}", "{id: nr, path: number}"),
       at + "14:5: `layout: path:` has no part {number}"},
      {"a review without a file", replaced(kPack, "fields:\n", "reviews: [{id: prr}]\nfields:\n"),
       at + "13:11: a review needs a `file` and the key of its `approver`"},
      {"schema missing", replaced(kPack, "schema: 1\n", ""),
       at + "1:1: `schema: 1` is expected: this milepost reads no other"},
      {"another schema", replaced(kPack, "schema: 1", "schema: 2"),
       at + "1:9: `schema: 1` is expected: this milepost reads no other"},
      {"bad severity of a status", replaced(kPack, "unresolved: error", "unresolved: fatal"),
       at + "27:17: a severity is off, info, warning or error"},
      {"bad severity of a rule", replaced(kPack, "MP206: off", "MP206: loud"),
       at + "63:10: a rule is set to off, info, warning or error"},
      {"bad severity by path", replaced(kPack, "{MP201: info}", "{MP201: [info]}"),
       at + "67:20: a rule is set to off, info, warning or error"},
      {"a ladder without id", replaced(kPack, "  - id: up\n    stages", "  - stages"),
       at + "16:5: `id` is missing here"},
      {"a status without id", replaced(kPack, "  - id: done\n    closed", "  - closed"),
       at + "25:5: `id` is missing here"},
      {"a kind without id", replaced(kPack, "  - id: feature\n    template", "  - template"),
       at + "29:5: `id` is missing here"},
      {"a gate without id", replaced(kPack, "  - id: exists\n    status", "  - status"),
       at + "33:5: `id` is missing here"},
      {"a kind without template", replaced(kPack, "    template: t.md\n", ""),
       at + "29:5: a kind needs a `template`"},
      {"a rename to nothing", replaced(kPack, "  - to: Summary\n    from", "  - from"),
       at + "40:5: `to` is missing here"},
      {"an entry without form", replaced(kPack, "      form: \"a: b\"\n", ""),
       at + "48:7: `form` is missing here"},
      {"a path without pattern",
       replaced(kPack, "  - match: \"keps/old/**\"\n    rules", "  - rules"),
       at + "66:5: `match` is missing here"},
      {"a number that is none", replaced(kPack, "wrap: 79", "wrap: wide"),
       at + "61:7: `wrap` must be a whole number"},
      {"tables of contents of nobody", replaced(kPack, "wrap: 79", "toc: mdtocs"),
       at + "61:6: `toc` is mdtoc or commonmark, not `mdtocs`"},
      {"a negative number", replaced(kPack, "wrap: 79", "wrap: -1"),
       at + "61:7: `wrap` must be a whole number"},
      {"a list where a text belongs", replaced(kPack, "name: test", "name: [test]"),
       at + "2:7: `name` must be a single value"},
      {"a text where a list belongs", "schema: 1\nladders: up\n",
       at + "2:10: `ladders` must be a list"},
      {"a text where a map belongs", "schema: 1\nlayout: here\n",
       at + "2:9: `layout` must be a map of keys and values"},
      {"a text where a record belongs",
       replaced(kPack, "  - id: draft", "  - other\n  - id: draft"),
       at + "22:5: a map of keys and values is expected here"},
      {"a list within a list of texts", replaced(kPack, "[alpha, beta]", "[alpha, [beta]]"),
       at + "17:21: `stages` must hold single values"},
      {"a key twice", replaced(kPack, "wrap: 79", "name: again"), at + "61:1: "},
      {"no YAML", "schema: 1\nname: [\n", at},
      {"an anchor", replaced(kPack, "name: test", "name: &n test"), at + "2:"},
      {"a list instead of a map", "- schema: 1\n",
       at + "1:1: a map of keys and values is expected here"},
      {"empty", "", at + "1:1: `schema: 1` is expected: this milepost reads no other"},
      {"a reviewer that anybody is",
       replaced(kPack, "topics: [security]", "topics: [security], reviewers: [team-, \"\"]"),
       at + "60:63: one of the `reviewers` is empty: any text would name it"},
      {"an entry that holds what is not known",
       replaced(kPack, "[\"<a>\"]", "[\"<a>\"]\n      holds: [date, share]"),
       at + "51:21: no part of an entry is called `share`; there are date, percentage"},
      {"linked entries without names",
       replaced(kPack, "[\"<a>\"]", "[\"<a>\"]\n      linked: {from: beta}"),
       at + "51:15: which entries are linked? give `names`"},
      {"linked from a stage that is none",
       replaced(kPack, "[\"<a>\"]", "[\"<a>\"]\n      linked: {names: test, from: gamma}"),
       at + "51:35: no stage is called `gamma`; there are alpha, beta, deprecated, removed"},
      {"a phrase of no words", replaced(kPack, "wrap: 79", "cross-cutting: {phrases: [\"-\"]}"),
       at + "61:27: it has no words: any text would hold it"},
      {"a template that is not there", replaced(kPack, "t.md", "gone.md"),
       at + "30:15: `gone.md` cannot be read: there is no such file"},
      {"a lineage that is not there", replaced(kPack, "l.yaml", "gone.yaml"),
       at + "31:14: `gone.yaml` cannot be read: there is no such file"},
      {"a lineage that is none", replaced(kPack, "l.yaml", "t.md"), "pack/t.md:"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto loaded = load_texts(pack(c.text));
    ASSERT_FALSE(loaded);
    const bool whole = !c.want.ends_with(':') && !c.want.ends_with(' ');
    EXPECT_EQ(whole ? loaded.error().message : loaded.error().message.substr(0, c.want.size()),
              c.want);
  }
}

TEST(Load, RefusesAPackThatIsNotThere) {
  const auto loaded = load_texts(kFiles);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().message, "reading pack/process.yaml: there is no such file");
  EXPECT_FALSE(load_process(built_in_pack("elsewhere"), nullptr));
}

class LoadOver : public testing::Test {
 protected:
  // Loads the pack with milepost.yaml over it.
  const Process* load(const std::string& config, FileTexts repository = {}) {
    repository["milepost.yaml"] = "schema: 1\nprocess: test\n" + config;
    auto loaded = load_texts(pack(kPack), std::move(repository));
    error_ = loaded ? "" : loaded.error().message;
    process_ = loaded ? *loaded : nullptr;
    return process_.get();
  }

  std::shared_ptr<const Process> process_;
  std::string error_;
};

TEST_F(LoadOver, ChangesNothingByItself) {
  ASSERT_NE(load(""), nullptr) << error_;
  EXPECT_EQ(process_->name, "test");
  EXPECT_EQ(process_->ladders.size(), 2U);
  EXPECT_EQ(process_->wrap, 79U);
}

TEST_F(LoadOver, MergesMaps) {
  ASSERT_NE(load("layout: {least-headings: 5}\nfields: [{id: phase, is: stage, type: "
                 "enum}]\nwords: {nothing: [Nil]}\n"
                 "substance: {paragraph-words: 5}\nwrap: 100\ntoc: mdtoc\n"),
            nullptr)
      << error_;
  EXPECT_EQ(process_->layout.least_headings, 5U);
  EXPECT_EQ(patterns(process_->layout.documents), Texts{"keps/*/README.md"});
  EXPECT_EQ(process_->field(FieldRole::kStatus)->id, "state");
  EXPECT_EQ(process_->field(FieldRole::kStage)->id, "phase");
  EXPECT_EQ(process_->words.nothing, Texts{"Nil"});
  EXPECT_EQ(process_->words.placeholders, Texts{"tbd"});
  EXPECT_EQ(process_->substance.paragraph_words, 5U);
  EXPECT_EQ(process_->substance.paragraphs, Texts{"Summary"});
  EXPECT_EQ(process_->wrap, 100U);
  EXPECT_EQ(process_->toc, TocStyle::kMdtoc);
}

TEST_F(LoadOver, MergesRecordsById) {
  ASSERT_NE(load("statuses:\n  - {id: draft, moves: [done, gone]}\n  - {id: gone, due: exists}\n"
                 "ladders:\n  - {id: up, stages: [alpha, beta, stable]}\n"
                 "gates:\n  - {id: alpha, sections: [Goals]}\n"),
            nullptr)
      << error_;
  ASSERT_EQ(process_->statuses.size(), 3U);
  EXPECT_EQ(process_->statuses[0].id, "draft") << "in its old place";
  EXPECT_EQ(process_->statuses[0].due, "exists") << "what is not named stays";
  ASSERT_EQ(process_->statuses[0].moves.size(), 2);
  EXPECT_EQ(process_->statuses[0].moves[0].to, "done");
  EXPECT_EQ(process_->statuses[0].moves[1].to, "gone");
  EXPECT_EQ(process_->ladders.size(), 2U);
  EXPECT_EQ(process_->ladders[0].stages, (Texts{"alpha", "beta", "stable"}));
  ASSERT_EQ(process_->gates.size(), 2U);
  EXPECT_EQ(process_->find_gate("alpha")->stage, "alpha");
  EXPECT_EQ(process_->find_gate("alpha")->sections, Texts{"Goals"});
}

TEST_F(LoadOver, ReplacesOtherLists) {
  ASSERT_NE(
      load("layout: {ignore: [], documents: [\"docs/**/*.md\"], metadata: [{front-matter: true}]}\n"
           "words: {placeholders: [later], entries: []}\nphrases: []\n"
           "substance: {covered: [], reviewed: []}\n"),
      nullptr)
      << error_;
  EXPECT_TRUE(process_->layout.ignore.empty());
  EXPECT_EQ(patterns(process_->layout.documents), Texts{"docs/**/*.md"});
  EXPECT_EQ(process_->layout.metadata.size(), 1U);
  EXPECT_EQ(process_->words.placeholders, Texts{"later"});
  EXPECT_TRUE(process_->words.entries.empty());
  EXPECT_TRUE(process_->phrases.empty());
  EXPECT_TRUE(process_->substance.covered.empty());
  EXPECT_TRUE(process_->substance.reviewed.empty());
}

TEST_F(LoadOver, ReadsEntriesAcknowledgementsAndCrossCutting) {
  ASSERT_NE(load("words:\n  entries:\n    - {form: a, holds: [date, percentage], "
                 "linked: {names: [Test], from: beta}}\n"
                 "substance: {acknowledged: [{section: Plan, texts: [We Agree!]}]}\n"
                 "cross-cutting: {group: board, groups: 3, phrases: [cross-cutting]}\n"
                 "layout: {unpadded: true}\n"),
            nullptr)
      << error_;
  const EntryForm& form = process_->words.entries.front();
  EXPECT_TRUE(form.date && form.percentage);
  EXPECT_EQ(form.names, Texts{"test"});
  EXPECT_EQ(form.from, "beta");
  EXPECT_EQ(process_->substance.acknowledged.front().texts, Texts{"we agree"});
  EXPECT_EQ(process_->cross_cutting.group, "board");
  EXPECT_EQ(process_->cross_cutting.groups, 3U);
  EXPECT_EQ(process_->cross_cutting.phrases, Texts{"cross cutting"});
  EXPECT_TRUE(process_->layout.unpadded);
}

TEST_F(LoadOver, AWidthForAllTakesThatOfAKindAway) {
  ASSERT_NE(load("kinds: [{id: feature, wrap: 60}]\n"), nullptr) << error_;
  EXPECT_EQ(process_->kinds.front().wrap, 60U);
  ASSERT_NE(load("wrap: 0\n"), nullptr) << error_;
  EXPECT_EQ(process_->kinds.front().wrap, std::nullopt);
  ASSERT_NE(load("wrap: 0\nkinds: [{id: feature, wrap: 60}]\n"), nullptr) << error_;
  EXPECT_EQ(process_->kinds.front().wrap, 60U);
}

TEST_F(LoadOver, AddsRenamesAndRules) {
  ASSERT_NE(load("renames: [{to: Goals, from: Aims}]\nrules: {MP206: error}\n"
                 "paths: [{match: \"a/**\", rules: {MP201: off}}]\n"),
            nullptr)
      << error_;
  EXPECT_EQ(process_->renames.at("aims"), "goals");
  EXPECT_EQ(process_->renames.at("abstract"), "summary");
  ASSERT_EQ(process_->rules.size(), 2U);
  EXPECT_EQ(process_->rules.back().severity, Severity::kError) << "the last one wins";
  EXPECT_EQ(process_->paths.size(), 2U);
}

TEST_F(LoadOver, ReplacesATemplateByOneWithDirectives) {
  ASSERT_NE(load("kinds: [{id: feature, template: own/t.md}]\n",
                 {{"own/t.md", "# T\n## Summary\n<!--DIRECTIVE: required: true-->\n## Ours\n"}}),
            nullptr)
      << error_;
  const Kind& kind = process_->kinds.at(0);
  EXPECT_EQ(titles(*kind.pattern), (Texts{"T", "Summary", "Ours"}));
  EXPECT_EQ(kind.repository, nullptr);
  EXPECT_EQ(kind.lineage.versions.size(), 1U) << "the pack's";
}

TEST_F(LoadOver, JoinsATemplateWithoutDirectives) {
  ASSERT_NE(load("kinds: [{id: feature, template: own/t.md}]\n",
                 {{"own/t.md", "# T\n## Summary\nOur instructions\n## Ours\n"}}),
            nullptr)
      << error_;
  const Kind& kind = process_->kinds.at(0);
  EXPECT_EQ(titles(*kind.pattern), (Texts{"T", "Summary", "Goals", "Ours"}));
  ASSERT_NE(kind.repository, nullptr);
  EXPECT_EQ(titles(*kind.repository), (Texts{"T", "Summary", "Ours"}));
  EXPECT_FALSE(kind.pattern->sections().at(2).required) << "its own does not ask for it";
  ASSERT_NE(load("sections: pack\nkinds: [{id: feature, template: own/t.md}]\n",
                 {{"own/t.md", "# T\n## Summary\nOur instructions\n## Ours\n"}}),
            nullptr)
      << error_;
  EXPECT_TRUE(process_->kinds.at(0).pattern->sections().at(2).required);
}

TEST_F(LoadOver, FindsTheRepositorysTemplateAndItsPast) {
  FileTexts texts = pack(kPack);
  texts["pack/process.yaml"] =
      replaced(texts["pack/process.yaml"], "    template: t.md\n",
               "    template: t.md\n    repository: [a/t.md, \"*/t.md\"]\n");
  Config config{nullptr, "", read_from({{"b/t.md", "# T\n## Summary\nTell it.\n"}})};
  config.find = [](const Glob& glob) { return glob.matches("b/t.md") ? "b/t.md" : ""; };
  config.past = [](const std::string& path) {
    return PastTemplates::Texts{{make_source("# T\n## New\n", path), {2026, 3, 1}},
                                {make_source("# T\nTell it once.\n", path), {2026, 1, 1}}};
  };
  const auto loaded = load_process({"pack/", read_from(texts)}, &config);
  ASSERT_TRUE(loaded) << loaded.error().message;
  const Kind& kind = (*loaded)->kinds.at(0);
  ASSERT_NE(kind.repository, nullptr);
  ASSERT_NE(kind.telling_past(), nullptr);
  EXPECT_TRUE(kind.past->lines().contains(line_hash("Tell it once.")));
  for (const auto& [day, text] : {std::pair(Date{2025, 1, 1}, "# T\nTell it once.\n"),
                                  std::pair(Date{2026, 2, 28}, "# T\nTell it once.\n"),
                                  std::pair(Date{2026, 3, 1}, "# T\n## New\n")}) {
    ASSERT_NE(kind.past->text_on(day), nullptr);
    EXPECT_EQ(kind.past->text_on(day)->text(), text);
  }
  EXPECT_TRUE((*loaded)->layout.ignore.back().matches("b/t.md")) << "it is no proposal";
}

TEST_F(LoadOver, AddsAKindAndALineageOfItsOwn) {
  const FileTexts own = {
      {"own/t.md", "# T\n## Ours\n"},
      {"own/l.yaml", "versions:\n  - {id: a, date: 2020-01-01}\n  - {id: b, date: 2021-01-01}\n"},
  };
  ASSERT_NE(
      load("kinds:\n  - {id: feature, lineage: own/l.yaml}\n  - {id: ours, template: own/t.md}\n",
           own),
      nullptr)
      << error_;
  ASSERT_EQ(process_->kinds.size(), 2U);
  EXPECT_EQ(process_->kinds[0].lineage.versions.size(), 2U);
  EXPECT_EQ(titles(*process_->kinds[0].pattern), (Texts{"T", "Summary", "Goals"}));
  EXPECT_EQ(process_->kinds[1].id, "ours");
  EXPECT_EQ(titles(*process_->kinds[1].pattern), (Texts{"T", "Ours"}));
  EXPECT_TRUE(process_->kinds[1].lineage.versions.empty());
}

TEST_F(LoadOver, IsRefusedWithItsOwnPlace) {
  const struct {
    std::string_view name;
    std::string config;
    std::string_view want;
  } cases[] = {
      {"unknown key", "wrop: 1\n",
       "milepost.yaml:3:1: `wrop` is not known here; did you mean `wrap`?"},
      {"a template that is not there", "kinds: [{id: feature, template: gone.md}]\n",
       "milepost.yaml:3:33: `gone.md` cannot be read: there is no such file"},
      {"a new kind without template", "kinds: [{id: ours}]\n",
       "milepost.yaml:3:9: a kind needs a `template`"},
      {"a lineage that is not there", "kinds: [{id: feature, lineage: gone.yaml}]\n",
       "milepost.yaml:3:32: `gone.yaml` cannot be read: there is no such file"},
      {"sections of nothing", "sections: all\n",
       "milepost.yaml:3:11: sections are those of the `template`, or those of the `pack`, too"},
      {"an unknown stage in a gate", "gates: [{id: alpha, stage: betta}]\n",
       "milepost.yaml:3:28: no stage is called `betta`; did you mean `beta`?"},
      {"an unknown status in moves", "statuses: [{id: done, moves: [draftt]}]\n",
       "milepost.yaml:3:31: no status is called `draftt`; did you mean `draft`?"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(load(c.config), nullptr);
    EXPECT_EQ(error_, c.want);
  }
}

TEST(Load, ReadsOnlyTheLayout) {
  const auto layout = load_layout({"pack/", read_from(pack(kPack))});
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(patterns(layout->recognised_by), Texts{"keps/*/kep.yaml"});
  const auto wrong = load_layout({"pack/", read_from(pack("schema: 3\n"))});
  ASSERT_FALSE(wrong);
  EXPECT_TRUE(wrong.error().message.starts_with("pack/process.yaml:1:9: "));

  // Where it ends, and that places are those of the file.
  const auto read = [](const std::string& text) {
    return load_layout({"pack/", read_from(pack(text))});
  };
  const auto last = read("schema: 1\nlayout:\n# a note\n  url: here");
  ASSERT_TRUE(last) << last.error().message;
  EXPECT_EQ(last->url, "here");
  const auto first = read("layout: {url: here}\nschema: 1\n");
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->url, "here");
  const auto unknown_key = read("schema: 1\nlayout:\n  urll: here\nwords: [\n");
  ASSERT_FALSE(unknown_key);
  EXPECT_EQ(unknown_key.error().message,
            "pack/process.yaml:3:3: `urll` is not known here; did you mean `url`?");
}

TEST(Load, ReadsTheChoiceOfAPack) {
  const struct {
    std::string_view name, text, want, place;
  } cases[] = {
      {"named", "schema: 1\nprocess: kep\n", "kep", "milepost.yaml:2:10"},
      {"not named", "schema: 1\n", "", "milepost.yaml:1:1"},
      {"empty", "", "", "milepost.yaml:1:1"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("milepost.yaml", std::string(c.text));
    const auto choice = read_pack_choice(source);
    ASSERT_TRUE(choice) << choice.error().message;
    EXPECT_EQ(choice->process, c.want);
    EXPECT_EQ(to_string(choice->place), c.place);
  }
  const Source list("milepost.yaml", "process: [kep]\n");
  ASSERT_FALSE(read_pack_choice(list));
  EXPECT_EQ(read_pack_choice(list).error().message,
            "milepost.yaml:1:10: `process` must be a single value");
  const Source broken("milepost.yaml", "process: [\n");
  EXPECT_FALSE(read_pack_choice(broken));
}

TEST(Load, KnowsTheFallbackByItsLayout) {
  EXPECT_FALSE(load_layout({"pack/", read_from(pack(kPack))})->fallback);
  const std::string text = replaced(kPack, "  ignore:", "  fallback: true\n  ignore:");
  EXPECT_TRUE(load_layout({"pack/", read_from(pack(text))})->fallback);
  EXPECT_EQ(fallback_pack().value(), "kep");
}

TEST(Load, ListsTheBuiltInPacks) {
  const std::vector<std::string> packs = built_in_packs();
  EXPECT_TRUE(std::ranges::is_sorted(packs));
  for (const std::string_view name : {"design", "feature", "kep"}) {
    EXPECT_NE(std::ranges::find(packs, name), packs.end()) << name;
  }
}

}  // namespace
}  // namespace milepost
