#include "issue/issue.h"

#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "features/track/issue_text.h"
#include "issue/issue_fixture.h"

namespace milepost::track {
namespace {

class IssueOf : public IssueFixture {
 protected:
  // "[x] key: text (note; note)", indented as it nests.
  static std::string shown(const Issue& issue) {
    std::string out;
    for (const IssueItem& item : issue.items) {
      out += fmt::format("{:{}}[{}] {}: {}", "", 2 * item.depth, item.ticked ? "x" : " ", item.key,
                         item.text);
      if (!item.notes.empty()) out += fmt::format(" ({})", fmt::join(item.notes, "; "));
      out += "\n";
    }
    return out;
  }
};

TEST_F(IssueOf, ItemsAreNestedAndKeepTheirNotes) {
  EXPECT_EQ(shown(read(kIssueText)),
            "[ ] before-alpha: Before Alpha\n"
            "  [ ] design: Design. Link: PLAN-NUMBER (a note)\n"
            "  [ ] api-review: API review (if API) (folded note goes on)\n"
            "    [x] api-review/folded-box: Folded box\n"
            "  [ ] code: Write code ALL-PLAN-NUMBERS\n"
            "    [x] code/tests: Tests\n"
            "[ ] before-beta: Before Beta\n"
            "  [ ] soak: Soak\n"
            "  [ ] named: Title is there\n"
            "[ ] odd: Odd one\n"
            "[ ] docs: (R) Documentation\n"
            "[x] release-note: Release note\n");
}

TEST_F(IssueOf, KeysAreUniqueAndBounded) {
  std::string text = "# Tracker\n\n";
  std::string indent;
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("{}- [ ] a rather long text of the item at hand\n", indent);
    indent += "  ";
  }
  text += "\n- [ ] same\n- [ ] same\n- [ ] **same**\n- [ ]\n- [ ] 😀\n";
  const Issue issue = read(text);
  std::set<std::string> keys;
  for (const IssueItem& item : issue.items) {
    EXPECT_LE(item.key.size(), 170U);
    EXPECT_TRUE(keys.insert(item.key).second) << item.key;
  }
  EXPECT_TRUE(keys.contains("same#3"));
  EXPECT_GE(keys.size(), 44U);
}

TEST_F(IssueOf, LongItemsAreKnownByAllTheirWords) {
  constexpr std::string_view kOne = "one two three four five six seven eight nine";
  constexpr std::string_view kOther = "one two three four five six seven eight ten";
  const std::string text = fmt::format(
      "# Tracker\n\n- [ ] {}\n  - [ ] below\n- [ ] {}\n- [ ] one two three\n", kOne, kOther);
  const Issue issue = read(text);
  const std::string start = "one-two-three-four-five-six-seven-eight";
  ASSERT_EQ(issue.items.size(), 4U);
  EXPECT_TRUE(issue.items[0].key.starts_with(start + "-")) << issue.items[0].key;
  EXPECT_EQ(issue.items[0].key.size(), start.size() + 9);
  EXPECT_NE(issue.items[0].key, issue.items[2].key);
  EXPECT_EQ(issue.items[1].key, issue.items[0].key + "/below");
  EXPECT_EQ(issue.items[3].key, "one-two-three");
  EXPECT_EQ(issue.items[0].former_key, start);
  EXPECT_EQ(issue.items[1].former_key, start + "/below");
  EXPECT_EQ(issue.items[2].former_key, start + "#2");
  EXPECT_EQ(issue.items[3].former_key, "");
  // However they are ordered, ticked, crossed out or wrapped.
  const Issue again = read(fmt::format(
      "# Tracker\n\n- [x] ~~{}~~\n- [x] One two\n  three: **four** five six seven, eight nine.\n",
      kOther));
  EXPECT_EQ(again.items[0].key, issue.items[2].key);
  EXPECT_EQ(again.items[1].key, issue.items[0].key);
}

TEST_F(IssueOf, ListsAreKnownByTheirSections) {
  EXPECT_TRUE(read("- [ ] nowhere\n\n# Other\n\n- [ ] elsewhere\n").items.empty());
  const Issue issue = read("# Tracker\n\n## Below\n\n- [x] here\n\n# After\n\n- [ ] not here\n");
  ASSERT_EQ(issue.items.size(), 1);
  EXPECT_EQ(issue.items[0].list->id, "tracker");
}

TEST_F(IssueOf, MoreItemsThanAnyIssueHasAreCut) {
  std::string text = "# Tracker\n\n";
  for (int i = 0; i < 2000; ++i) text += "- [ ] x\n";
  const Issue issue = read(text);
  EXPECT_TRUE(issue.cut);
  EXPECT_EQ(issue.items.size(), kMostIssueItems);
  EXPECT_FALSE(read(kIssueText).cut);
}

TEST_F(IssueOf, FieldsAreWhatFollowsTheirLabel) {
  const Issue issue = read(kIssueText);
  EXPECT_EQ(issue.find(IssueValue::kDescription)->value,
            "It makes things faster. Nobody waits any more.");
  EXPECT_EQ(issue.find(IssueValue::kContact)->value, "@jane");
  EXPECT_EQ(issue.find(IssueValue::kGroups)->value, "sig-a");
  EXPECT_EQ(issue.find(process_->tracking.fields[3])->value, "1.2");
  EXPECT_EQ(issue.find(process_->tracking.fields[4])->value, "");
  EXPECT_EQ(issue.find(IssueValue::kDiscussion), nullptr);
  const Issue other = read(
      "# Description\n\n**Add description here**\n\n- Groups: <!-- whose? -->\n  - sig-a\n"
      "  - sig-b\n- Primary contacts: @x\n");
  EXPECT_EQ(other.find(IssueValue::kDescription)->value, "");
  EXPECT_EQ(other.find(IssueValue::kGroups)->value, "sig-a, sig-b");
  EXPECT_EQ(other.find(IssueValue::kContact), nullptr);
  EXPECT_EQ(
      read("# Description\n\n**Add description here**\n").find(IssueValue::kDescription)->value,
      "");
}

TEST_F(IssueOf, StatusPlaceholdersAndPreamble) {
  const Issue issue = read(kIssueText);
  EXPECT_EQ(issue.status, "OPEN");
  EXPECT_TRUE(issue.preamble.empty());
  ASSERT_EQ(issue.placeholders.size(), 2);
  EXPECT_EQ(issue.placeholders[0].word->text, "PLAN-NUMBER");
  EXPECT_EQ(issue.items[issue.placeholders[0].item].key, "design");
  EXPECT_EQ(issue.placeholders[1].word->text, "ALL-PLAN-NUMBERS");
  const Issue other = read(
      "<!-- kept -->\n\nDelete this.\n\n# Description\n\n*STATE is set by others.*\n"
      "<!-- STATE: DONE PLAN-NUMBER -->\nMYSTATE: A\nSTATE: B-2, PLAN-NUMBERS\n");
  EXPECT_EQ(other.document.text(other.preamble), "Delete this.\n\n");
  EXPECT_EQ(other.status, "B-2");
  EXPECT_TRUE(other.placeholders.empty());
  EXPECT_TRUE(read("no heading at all\n").preamble.empty());
}

TEST_F(IssueOf, ANewOneIsTheTemplateFilledIn) {
  IssueWords words;
  words.description = "Much faster. Nobody waits.";
  words.contact = "@joe";
  words.groups = "sig-b, sig-c";
  words.targets = {{"beta", "1.3"}};
  const std::string text = write_issue(process_->tracking, words);
  EXPECT_EQ(text.substr(0, text.find("# Tracker")),
            "# Description\n\nMuch faster. Nobody waits.\n\n"
            "- Primary contact (assignee): @joe\n"
            "- **Groups:** sig-b, sig-c\n"
            "- Alpha target (x.y) 1.2\n"
            "- Beta target (x.y): 1.3\n\n");
}

TEST_F(IssueOf, ADescriptionEndsWhereTheFieldsBegin) {
  const auto described = [&](std::string_view text) {
    const Issue issue = read(text);
    IssueEdits edits(issue);
    edits.set(*issue.find(IssueValue::kDescription), "New.");
    return fmt::format("{}|{}", issue.find(IssueValue::kDescription)->value, edits.text());
  };
  EXPECT_EQ(described("# Description\n\nOld.\n\n- a point\n\n# Tracker\n"),
            "Old.\n\n- a point|# Description\n\nNew.\n\n# Tracker\n");
  EXPECT_EQ(described("# Description\n\nOld.\n- a point\n- For:\n  - Groups: a\n"),
            "Old.\n- a point|# Description\n\nNew.\n- For:\n  - Groups: a\n");
  EXPECT_EQ(described("- Groups: a\n\n# Description\n\n\n# Tracker\n"),
            "|- Groups: a\n\n# Description\n\nNew.\n\n\n# Tracker\n");
  EXPECT_EQ(described("# Description\n\n- Groups: a\n"), "|# Description\n\nNew.\n\n- Groups: a\n");
  EXPECT_EQ(described("# Description"), "|# Description\nNew.\n");
}

TEST_F(IssueOf, EditsTouchNothingElse) {
  const std::string text =
      replaced(replaced(std::string(kIssueText), "- [ ] Odd one\n", "- [✅] ~~Odd one~~\r\n"),
               "- Beta target (x.y):", "- Beta target (x.y)");
  const Issue issue = read(text);
  const auto item = [&](std::string_view key) -> const IssueItem& {
    return issue.items[issue.find_item("", key)];
  };
  EXPECT_TRUE(item("odd").struck);
  IssueEdits nothing(issue);
  EXPECT_EQ(nothing.text(), text);
  IssueEdits edits(issue);
  edits.tick(item("design"), true);
  edits.tick(item("api-review/folded-box"), false);
  edits.strike(item("soak"), true);
  edits.strike(item("odd"), false);
  edits.set_status("HALF");
  edits.fill(issue.placeholders[0], "o/r#1");
  edits.set(*issue.find(process_->tracking.fields[4]), "1.3");
  std::string want = text;
  for (const auto& [from, to] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"- [ ] Design", "- [x] Design"},
           {"- [x] Folded", "- [ ] Folded"},
           {"] Soak", "] ~~Soak~~"},
           {"~~Odd one~~", "Odd one"},
           {"STATE: OPEN", "STATE: HALF"},
           {"PLAN-NUMBER**", "o/r#1**"},
           {"- Beta target (x.y)", "- Beta target (x.y): 1.3"}}) {
    want = replaced(std::move(want), from, to);
  }
  EXPECT_EQ(edits.text(), want);
}

TEST(IssueText, SubjectsAreOneLineThatFits) {
  EXPECT_EQ(subject_line(" Faster\n `probes`\t**now** "), "Faster probes now");
  const std::string line = subject_line(
      "A title that goes on and on until no reader of mails would ever want to see the end of it");
  EXPECT_EQ(line, "A title that goes on and on until no reader of mails would ever want to see…");
  const std::string word = subject_line(std::string(200, 'x'));
  EXPECT_EQ(word, std::string(77, 'x') + "…");
  EXPECT_EQ(subject_line(""), "");
}

RC_GTEST_FIXTURE_PROP(IssueOf, AnyBytesMakeAnIssue, (const std::vector<std::string>& parts)) {
  static const std::vector<std::string> kPieces = {
      "- [ ] ", "- [x] ", "\n",  "    ",   "# Tracker\n", "# Description\n", "~~",
      "<!--",   "-->",    "```", "STATE:", "PLAN-NUMBER", "- Groups:",       "> ",
  };
  std::string text;
  std::size_t at = 0;
  for (const std::string& part : parts) {
    text += kPieces[(part.size() * 7 + at++) % kPieces.size()];
    text += part;
  }
  const Issue issue = read(text);
  for (std::size_t i = 0; i < issue.items.size(); ++i) {
    const IssueItem& item = issue.items[i];
    RC_ASSERT(item.box.end <= text.size() && item.text_span.end <= text.size());
    RC_ASSERT(item.text_span.begin <= item.text_span.end);
    RC_ASSERT(item.parent == kNone || item.parent < i);
  }
  RC_ASSERT(IssueEdits(issue).text() == text);
}

}  // namespace
}  // namespace milepost::track
