#include "proposal/listed_metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/edits.h"
#include "process/process_fixture.h"
#include "proposal/metadata.h"
#include "proposal/metadata_edit.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::Pair;
using Entries = std::vector<std::pair<std::string, std::string>>;

const Process& process() {
  static const auto loaded = load_texts(
      {{"pack/process.yaml",
        "schema: 1\nlayout: {metadata: [{under-title: true}, {section: Summary of Facts}]}\n"
        "fields:\n"
        "  - {id: status, is: status, type: enum}\n"
        "  - {id: start-date, is: created, type: date}\n"
        "  - {id: authors, is: authors, type: people}\n"
        "  - {id: issue, type: link}\n"
        "  - {id: milestones, is: milestones, type: stages}\n"
        "  - {id: name}\n"
        "ladders: [{id: up, stages: [alpha, beta]}]\n"
        "statuses: [{id: open, moves: done}, {id: done}]\n"
        "kinds: [{id: feature, template: t.md}]\n"},
       {"pack/t.md", "# T\n"}});
  EXPECT_TRUE(loaded) << loaded.error().message;
  return **loaded;
}

struct Read {
  std::shared_ptr<const Source> source;
  Metadata metadata;
  Entries entries;  // lists as "a|b", maps as "a=b"
  std::size_t problems = 0;
};

Read read(std::string_view text) {
  Read made;
  made.source = make_source(text);
  const Document document(made.source);
  made.metadata = read_metadata(process(), &document, nullptr);
  if (!made.metadata.yaml) return made;
  made.problems = made.metadata.yaml->problems().size();
  for (const YamlEntry& entry : made.metadata.yaml->root().entries) {
    std::string value = entry.value->text;
    for (const YamlNode& item : entry.value->items) {
      value += (value.empty() ? "" : "|") + item.text;
      EXPECT_LE(item.span.end, text.size());
    }
    for (const YamlEntry& part : entry.value->entries) {
      value += (value.empty() ? "" : "|") + part.key + "=" + part.value->text;
    }
    made.entries.emplace_back(entry.key, std::move(value));
  }
  return made;
}

TEST(ListedMetadata, ReadsListsAsPeopleWriteThem) {
  const struct {
    std::string_view name, text;
    Entries want;
  } cases[] = {
      {"plain",
       "# T\n\n- Status: open\n- Start Date: 2026-01-02\n",
       {{"status", "open"}, {"start-date", "2026-01-02"}}},
      {"without a title",
       "- Name: x\n- Status: done\n\n# Summary\n",
       {{"name", "x"}, {"status", "done"}}},
      {"bold names",
       "# T\n* **Status:** open\n* **Name**: x\n",
       {{"status", "open"}, {"name", "x"}}},
      {"other cases",
       "# T\n- STATUS: open\n- start date: 2026-01-02\n",
       {{"status", "open"}, {"start-date", "2026-01-02"}}},
      {"markup and comments",
       "# T\n- Status: **open** <!-- or done -->\n- Name: `x`\n",
       {{"status", "open"}, {"name", "x"}}},
      {"a comment in front", "# T\n- Status: <!-- one of --> done\n", {{"status", "done"}}},
      {"colons and pipes",
       "# T\n- Name: a: b | c\n- Status: open\n",
       {{"name", "a: b | c"}, {"status", "open"}}},
      {"links",
       "# T\n- Status: [open](https://a.example/s)\n- Issue: [a#7](https://a.example/7 \"t\")\n",
       {{"status", "open"}, {"issue", "https://a.example/7"}}},
      {"bare addresses",
       "# T\n- Issue: https://a.example/7\n- Status: open\n",
       {{"issue", "https://a.example/7"}, {"status", "open"}}},
      {"angled addresses",
       "# T\n- Issue: <https://a.example/7>\n",
       {{"issue", "https://a.example/7"}}},
      {"several values",
       "# T\n- Authors: @ann, [ben](https://a.example/b,c), `@cy`\n",
       {{"authors", "@ann|ben|@cy"}}},
      {"values below",
       "# T\n- Authors:\n  - @ann\n  - **@ben**\n- Status: open\n",
       {{"authors", "@ann|@ben"}, {"status", "open"}}},
      {"a map below",
       "# T\n- Milestones:\n  - alpha: v1.2\n  - beta: v1.3\n",
       {{"milestones", "alpha=v1.2|beta=v1.3"}}},
      {"nothing said",
       "# T\n- Status:\n- Authors:\n- **Name:**\n",
       {{"status", ""}, {"authors", ""}, {"name", ""}}},
      {"an unknown name",
       "# T\n- Status: open\n- Reviewer(s): x\n",
       {{"status", "open"}, {"reviewer(s)", "x"}}},
      {"wrapped",
       "# T\n- Name: one\n  two\n- Status: open\n",
       {{"name", "one two"}, {"status", "open"}}},
      {"an impossible date is text",
       "# T\n- Start Date: 2023-14-05\n",
       {{"start-date", "2023-14-05"}}},
      {"after a comment", "# T\n\n<!-- fill in -->\n\n- Status: open\n", {{"status", "open"}}},
      {"CRLF", "# T\r\n\r\n- Status: open\r\n- Name: x\r\n", {{"status", "open"}, {"name", "x"}}},
      {"a table",
       "# T\n\n| Field | Value |\n|---|---|\n| Status | open |\n| **Name** | a \\| b |\n",
       {{"status", "open"}, {"name", "a | b"}}},
      {"a table without heads",
       "# T\n\n| Status | done |\n|:--|:--|\n| Name: | |\n",
       {{"status", "done"}, {"name", ""}}},
      {"in a section",
       "# T\n\nText.\n\n## Summary of facts\n\nText.\n\n- Status: open\n",
       {{"status", "open"}}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Read made = read(c.text);
    EXPECT_EQ(made.entries, c.want);
    EXPECT_EQ(made.problems, 0U);
    EXPECT_EQ(made.metadata.yaml.has_value(), !made.metadata.listed.empty());
  }
}

TEST(ListedMetadata, LeavesOtherListsAlone) {
  std::string wide = "# T\n\n|" + std::string(300, '|') + "\n|";
  for (int i = 0; i < 300; ++i) wide += "---|";
  wide += "\n| Status | open |\n";
  const std::string cases[] = {
      "# T\n\nText first.\n\n- Status: open\n",
      "# T\n\n## More\n\n- Status: open\n",
      "# T\n\n- one thing\n- another: thing\n- a third\n",
      "# T\n\n- https://a.example/x\n- see also: this\n",
      "# T\n\n- Unknown: x\n- Others: y\n",
      "# T\n\n| Status | a | b |\n|---|---|---|\n| x | y | z |\n",
      wide,
      "",
      "# T\n",
      "```\n- Status: open\n```\n",
  };
  for (const std::string& text : cases) {
    SCOPED_TRACE(text.substr(0, 60));
    EXPECT_FALSE(read(text).metadata.yaml);
  }
}

TEST(ListedMetadata, TellsWhatIsOddInIt) {
  const Read twice = read("# T\n- Status: open\n- status: done\n- Name: x\n");
  EXPECT_EQ(twice.entries, (Entries{{"status", "open"}, {"name", "x"}}));
  ASSERT_EQ(twice.problems, 1U);
  EXPECT_EQ(twice.metadata.yaml->problems()[0].kind, YamlProblemKind::kDuplicateKey);
  const Read nameless = read("# T\n- Status: open\n- Name: x\n- just text\n");
  ASSERT_EQ(nameless.problems, 1U);
  EXPECT_EQ(nameless.source->text(nameless.metadata.yaml->problems()[0].span), "- just text");
}

// The text after setting a field.
std::string set(std::string_view text, std::string_view key, std::string_view value) {
  const Read made = read(text);
  EXPECT_TRUE(made.metadata.yaml) << text;
  YamlEditor editor(*made.source, made.metadata.yaml->root());
  if (const auto done = editor.set(key, value); !done) return "error: " + done.error().message;
  return splice(text, std::vector<std::vector<Edit>>{editor.take()}).text;
}

TEST(ListedMetadata, IsEditedInPlace) {
  const struct {
    std::string_view name, text, key, value, want;
  } cases[] = {
      {"a value", "# T\n- Status: open <!-- c -->\n- Name: x\n", "status", "done",
       "# T\n- Status: done <!-- c -->\n- Name: x\n"},
      {"in bold", "# T\n* **Status:** **open**\n", "status", "done",
       "# T\n* **Status:** **done**\n"},
      {"in a link", "# T\n- Status: [open](https://a.example)\n", "status", "done",
       "# T\n- Status: [done](https://a.example)\n"},
      {"nothing yet", "# T\n- Status:\n- Name: x\n", "status", "done",
       "# T\n- Status: done\n- Name: x\n"},
      {"nothing yet, in bold", "# T\n- **Status:**\n", "status", "done",
       "# T\n- **Status:** done\n"},
      {"a name that is not there", "# T\n- **Status:** open\n\nText.\n", "start-date", "2026-01-02",
       "# T\n- **Status:** open\n- **Start Date:** 2026-01-02\n\nText.\n"},
      {"in lower case", "# T\n* status: open\n", "start-date", "2026-01-02",
       "# T\n* status: open\n* start-date: 2026-01-02\n"},
      {"at the end of the file", "# T\n- Status: open", "name", "x",
       "# T\n- Status: open\n- Name: x"},
      {"a cell", "| Status | open |\n|---|---|\n| Name | x |\n", "status", "done",
       "| Status | done |\n|---|---|\n| Name | x |\n"},
      {"an empty cell", "| Status | |\n|---|---|\n", "status", "done",
       "| Status | done |\n|---|---|\n"},
      {"an end of a cell", "| Status | open |\n|---|---|\n| Name | x |\n", "name", "a|b",
       "| Status | open |\n|---|---|\n| Name | a\\|b |\n"},
      {"a row", "| Status | open |\n|---|---|\n| Name | x |\n", "start-date", "2026-01-02",
       "| Status | open |\n|---|---|\n| Name | x |\n| Start Date | 2026-01-02 |\n"},
      {"CRLF", "# T\r\n- Status: open\r\n", "name", "x", "# T\r\n- Status: open\r\n- Name: x\r\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(set(c.text, c.key, c.value), c.want);
  }
}

RC_GTEST_PROP(ListedMetadata, ReadsAnyBytes, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "- ", "* ", "Status", ":", " ", "**", "`", "[", "](", ")", "<!--", "-->", "|", "\n", "  ",
      "# ", "open", "---|---", "\\", "<", ">", ",", "\xC3\xA9", "\xFF"));
  std::string text = "# T\n- Status: ";
  for (const std::string& piece : pieces) text += piece;
  const Read made = read(text);
  RC_ASSERT(made.source->text() == text);
}

}  // namespace
}  // namespace milepost
