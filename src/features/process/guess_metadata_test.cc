#include "features/process/guess_metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::process {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Examples examples_of(const std::vector<std::string>& texts, const std::string& pattern) {
  Examples examples;
  examples.template_source = std::make_shared<const Source>("template.md", pattern);
  examples.template_path = "adr/template.md";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::string number = std::to_string(i + 1);
    number.insert(0, 4 - number.size(), '0');
    auto source = std::make_shared<const Source>("a.md", texts[i]);
    examples.all.push_back(
        {"adr/" + number + "-x.md", std::make_shared<const Document>(std::move(source))});
  }
  return examples;
}

MetadataGuess guess_of(const std::vector<std::string>& texts, const std::string& pattern) {
  const Examples examples = examples_of(texts, pattern);
  std::vector<std::string> paths;
  for (const ExampleProposal& one : examples.all) paths.push_back(one.path);
  return guess_metadata(examples, guess_layout(paths));
}

std::vector<std::string> statuses_of(const MetadataGuess& guess) {
  std::vector<std::string> ids;
  for (const StatusGuess& status : guess.statuses) ids.push_back(status.id);
  return ids;
}

TEST(GuessMetadata, FromFrontMatter) {
  const MetadataGuess guess = guess_of(
      {"---\ntitle: A\nid: 1\nstatus: accepted\ncreated: 2026-01-02\nauthors: ['@a', '@b']\n---\n# "
       "A\n",
       "---\ntitle: B\nid: 2\nstatus: draft\ncreated: 2026-01-03\nauthors: ['@a']\n---\n# B\n"},
      "---\ntitle: Title\nid: 0\nstatus: draft | accepted | rejected\ncreated: yyyy-mm-dd\n---\n# "
      "Title\n");
  ASSERT_EQ(guess.forms.size(), 1);
  EXPECT_EQ(guess.forms[0].place, FormGuess::Place::kFrontMatter);
  EXPECT_EQ(guess.forms[0].count, 2);
  EXPECT_THAT(statuses_of(guess), ElementsAre("draft", "accepted", "rejected"));
  const struct {
    std::string_view key;
    FieldRole role;
    FieldType type;
    std::string_view path;
  } cases[] = {
      {"title", FieldRole::kTitle, FieldType::kText, ""},
      {"id", FieldRole::kNumber, FieldType::kNumber, "number"},
      {"status", FieldRole::kStatus, FieldType::kEnum, ""},
      {"created", FieldRole::kCreated, FieldType::kDate, ""},
      {"authors", FieldRole::kAuthors, FieldType::kPeople, ""},
  };
  ASSERT_EQ(guess.fields.size(), std::size(cases));
  for (std::size_t i = 0; i < guess.fields.size(); ++i) {
    EXPECT_EQ(guess.fields[i].key, cases[i].key);
    EXPECT_EQ(guess.fields[i].role, cases[i].role) << cases[i].key;
    EXPECT_EQ(guess.fields[i].type, cases[i].type) << cases[i].key;
    EXPECT_EQ(guess.fields[i].path_part, cases[i].path) << cases[i].key;
  }
  EXPECT_THAT(guess.fields[0].placeholders, ElementsAre("Title"));
  EXPECT_THAT(guess.fields[2].placeholders, IsEmpty());
}

TEST(GuessMetadata, ANumberThatIsThatOfEachPathIsTheNumber) {
  const auto field_of = [](const MetadataGuess& guess, std::string_view key) {
    const auto found = std::ranges::find(guess.fields, key, &FieldGuess::key);
    return found == guess.fields.end() ? FieldGuess{} : *found;
  };
  const std::vector<std::string> texts = {"---\nep: 1\nsize: 3\n---\n# A\n",
                                          "---\nep: 2\nsize: 2\n---\n# B\n"};
  const MetadataGuess guess = guess_of(texts, "---\nep: NNN\nsize: 0\n---\n# T\n");
  EXPECT_EQ(field_of(guess, "ep").role, FieldRole::kNumber);
  EXPECT_EQ(field_of(guess, "ep").path_part, "number");
  EXPECT_EQ(field_of(guess, "size").role, FieldRole::kOther) << "of one path alone";
  const MetadataGuess two = guess_of(
      {"---\nrank: 1\nnumber: 1\n---\n# A\n", "---\nrank: 2\nnumber: 2\n---\n# B\n"}, "# T\n");
  EXPECT_EQ(field_of(two, "number").role, FieldRole::kNumber);
  EXPECT_EQ(field_of(two, "rank").role, FieldRole::kOther) << "there is a number";
  EXPECT_EQ(field_of(guess_of({texts[0]}, "# T\n"), "ep").role, FieldRole::kOther)
      << "one may be so by chance";
}

TEST(GuessMetadata, WhereAnyNameSeveralTheyArePeople) {
  const MetadataGuess guess =
      guess_of({"# A\n\n* **Author(s)**: @ann, @bob\n* **Sponsor**: @ann and @bob\n\n## X\n",
                "# B\n\n* **Author(s)**: @ann\n* **Sponsor**: @ann\n\n## X\n"},
               "# T\n");
  ASSERT_EQ(guess.fields.size(), 2);
  EXPECT_EQ(guess.fields[0].role, FieldRole::kAuthors);
  EXPECT_EQ(guess.fields[0].type, FieldType::kPeople);
  EXPECT_EQ(guess.fields[1].role, FieldRole::kOther);
  EXPECT_EQ(guess.fields[1].type, FieldType::kPeople);
}

TEST(GuessMetadata, FromASection) {
  const MetadataGuess guess = guess_of(
      {"# 1. A\n\n## Status\n\nAccepted\n", "# 2. B\n\n## Status\n\nSuperseded by [3](x.md)\n",
       "# 3. C\n\n## Status\n\naccepted\n", "# 4. D\n## Status\nAccepted on Monday\n"},
      "# T\n\n## Status\n\nProposed | Accepted\n");
  ASSERT_EQ(guess.forms.size(), 1);
  EXPECT_EQ(guess.forms[0].place, FormGuess::Place::kSection);
  EXPECT_EQ(guess.forms[0].name, "Status");
  EXPECT_THAT(statuses_of(guess), ElementsAre("Proposed", "Accepted", "Superseded"));
  EXPECT_THAT(guess.fields, IsEmpty());
}

TEST(GuessMetadata, FromAListUnderTheTitle) {
  const MetadataGuess guess =
      guess_of({"# A\n\n* Status: accepted\n* Deciders: jane, ben\n\n## X\n",
                "# B\n\n* Status: proposed\n* Deciders: ann\n\n## X\n"},
               "# T\n\n* Status: {proposed | accepted}\n* Deciders: {who}\n");
  ASSERT_EQ(guess.forms.size(), 1);
  EXPECT_EQ(guess.forms[0].place, FormGuess::Place::kUnderTitle);
  EXPECT_THAT(statuses_of(guess), ElementsAre("proposed", "accepted"));
}

TEST(GuessMetadata, ASlipOfThePenIsNoStatus) {
  std::vector<std::string> texts(9, "---\nstatus: implemented\ntitle: a\n---\n");
  texts.emplace_back("---\nstatus: imlpemented\ntitle: a\n---\n");
  const MetadataGuess guess = guess_of(texts, "# T\n");
  EXPECT_THAT(statuses_of(guess), ElementsAre("draft", "implemented"));
  ASSERT_EQ(guess.odd_statuses.size(), 1);
  EXPECT_EQ(guess.odd_statuses[0].id, "imlpemented");
}

TEST(GuessMetadata, NothingToGoBy) {
  const MetadataGuess guess = guess_of({"# A\n\nText.\n", ""}, "# T\n");
  EXPECT_THAT(guess.forms, IsEmpty());
  EXPECT_THAT(guess.fields, IsEmpty());
  EXPECT_THAT(guess.statuses, IsEmpty());
}

TEST(GuessMetadata, WordsOfAStatus) {
  const struct {
    std::string_view text, want;
  } cases[] = {{"Accepted", "Accepted"},
               {" superseded by [3](x.md)", "superseded"},
               {"implemented (alpha)", "implemented"},
               {"Accepted on 2020-01-01", "Accepted"},
               {"", ""},
               {"this was discussed for a long time", ""}};
  for (const auto& c : cases) EXPECT_EQ(status_word(c.text), c.want);
}

TEST(GuessMetadata, AlternativesOfATemplate) {
  EXPECT_THAT(alternatives_in("draft|accepted|done"), ElementsAre("draft", "accepted", "done"));
  EXPECT_THAT(alternatives_in("<!-- One of: draft | accepted -->"),
              ElementsAre("draft", "accepted"));
  EXPECT_THAT(alternatives_in("{draft, accepted, or done}"),
              ElementsAre("draft", "accepted", "done"));
  EXPECT_THAT(alternatives_in("a sentence, with a comma"), IsEmpty());
  EXPECT_THAT(alternatives_in("draft"), IsEmpty());
}

}  // namespace
}  // namespace milepost::process
