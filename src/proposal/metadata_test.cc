#include "proposal/metadata.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

const Process& process() {
  static const auto loaded =
      load_texts({{"pack/process.yaml",
                   "schema: 1\nlayout: {metadata: [{file: meta.yaml}, {front-matter: true}]}\n"
                   "fields: [{id: people, is: authors}, {id: nr, is: number}]\n"
                   "statuses: [{id: open}]\nkinds: [{id: feature, template: t.md}]\n"
                   "words: {unset: [\"0.0\", TBD, none]}\n"},
                  {"pack/t.md", "# T\n"}});
  EXPECT_TRUE(loaded) << loaded.error().message;
  return **loaded;
}

Metadata read(std::string_view yaml) {
  return read_metadata(process(), nullptr, make_source(yaml, "meta.yaml"));
}

TEST(Metadata, ListsScalars) {
  const struct {
    std::string_view name, yaml;
    Texts want;
  } cases[] = {
      {"absent", "other: 1\n", {}},
      {"one value", "people: a\n", {"a"}},
      {"a list", "people: [a, \" b \", 'c']\n", {"a", "b", "c"}},
      {"nothing", "people:\n", {}},
      {"an empty list", "people: []\n", {}},
      {"empty items", "people: [a, \"\", ' ', ~]\n", {"a", "~"}},
      {"what is no scalar is passed over", "people: [a, [b], {c: d}]\n", {"a"}},
      {"a map", "people: {a: b}\n", {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Metadata metadata = read(c.yaml);
    Texts found;
    for (const Scalar& scalar : scalars(metadata.find(process(), FieldRole::kAuthors))) {
      found.emplace_back(scalar.text);
      const std::string_view written = metadata.source->text(scalar.span);
      EXPECT_NE(written.find(scalar.text), written.npos) << written;
    }
    EXPECT_EQ(found, c.want);
  }
}

TEST(Metadata, ForgivesOneSlipInTheStatus) {
  const struct {
    std::string_view name, pack, status, want;
    bool misspelt;
  } cases[] = {
      {"right", "withdrawn", "withdrawn", "withdrawn", false},
      {"a slip", "withdrawn", "withdrwan", "withdrawn", true},
      {"another case", "withdrawn", "\"Withdrawn\"", "withdrawn", true},
      {"two slips", "withdrawn", "wthdrwan", "", false},
      {"another word", "withdrawn", "superseded", "", false},
      {"with more", "withdrawn", "withdrawn (alpha)", "withdrawn", true},
      {"in the middle", "withdrawn", "not withdrawn", "", false},
      {"another name", "replaced, also: [superseded]", "Superseded", "replaced", true},
      {"nothing", "withdrawn", "", "", false},
      {"alternatives", "open}, {id: done", "open|done", "open", true},
      {"the marked alternative", "open}, {id: done", "'open | **done**'", "done", true},
      {"two marked", "open}, {id: done", "'`open`|`done`'", "open", true},
      {"alternatives of others", "withdrawn", "open|done", "", false},
      {"one of two", "agreed}, {id: agreee", "agreex", "", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto loaded = load_texts(
        {{"pack/process.yaml",
          fmt::format("schema: 1\nlayout: {{metadata: [{{file: meta.yaml}}]}}\n"
                      "statuses: [{{id: {}}}]\nkinds: [{{id: feature, template: t.md}}]\n",
                      c.pack)},
         {"pack/t.md", "# T\n"}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    const Metadata metadata =
        read_metadata(**loaded, nullptr, make_source(fmt::format("status: {}\n", c.status), "m"));
    EXPECT_EQ(metadata.known_status, c.want);
    EXPECT_EQ(metadata.status_misspelt, c.misspelt);
  }
}

TEST(Metadata, FindsFieldsByWhatTheyAre) {
  const Metadata metadata = read("nr: 7\n");
  ASSERT_NE(metadata.find(process(), FieldRole::kNumber), nullptr);
  EXPECT_EQ(metadata.find(process(), FieldRole::kNumber)->text, "7");
  EXPECT_EQ(metadata.find(process(), FieldRole::kAuthors), nullptr) << "not there";
  EXPECT_EQ(metadata.find(process(), FieldRole::kTitle), nullptr) << "no such field";
  EXPECT_EQ(Metadata().find(process(), FieldRole::kNumber), nullptr) << "no metadata";
}

TEST(Metadata, IsCompleteOnlyWhenAllWasRead) {
  EXPECT_TRUE(read("nr: 7\n").complete());
  EXPECT_TRUE(read("").complete());
  EXPECT_FALSE(read("nr: 7\npeople: [\n").complete());
  EXPECT_FALSE(read_metadata(process(), nullptr, nullptr).complete()) << "there is none";
}

TEST(Metadata, KnowsWhatIsUnset) {
  for (const std::string_view text : {"", "  ", "0.0", "TBD", "tbd", " Tbd ", "NONE"}) {
    EXPECT_TRUE(is_unset(process(), text)) << text;
  }
  for (const std::string_view text : {"0", "0.01", "TBD soon", "v0.0", "no"}) {
    EXPECT_FALSE(is_unset(process(), text)) << text;
  }
}

TEST(Metadata, ReadsHandles) {
  const struct {
    std::string_view name, text, want;
    bool at, alone;
  } cases[] = {
      {"usual", "@jane", "jane", true, true},
      {"blanks around", "  @jane\t", "jane", true, true},
      {"without @", "jane-doe", "jane-doe", false, true},
      {"a dot, a digit, an underscore", "@j.d_1", "j.d_1", true, true},
      {"a team", "@org/some-team", "org/some-team", true, true},
      {"prose after it", "@jane - for the API part", "jane", true, false},
      {"a comma after it", "@jane, for networking", "jane", true, false},
      {"a name before it", "Jane Doe (@jane)", "jane", true, false},
      {"the end of a sentence", "ask @jane.", "jane", true, false},
      {"typographic quotes", "“@jane”", "jane", true, false},
      {"an address before it", "jane@example.org @jane", "jane", true, false},
      {"the first of two", "@jane @joe", "jane", true, false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto handle = read_handle(c.text);
    ASSERT_TRUE(handle);
    EXPECT_EQ(handle->name, c.want);
    EXPECT_EQ(handle->at, c.at);
    EXPECT_EQ(handle->alone, c.alone);
  }
  for (const std::string_view text :
       {"", " ", "@", "@@", "@ jane", "-", "...", "@-", "@/", "Jane Doe", "jane@example.org",
        "Jane <jane@example.org>", "@\n", "@é", "“jane”", "https://example.org/jane"}) {
    EXPECT_FALSE(read_handle(text)) << text;
  }
}

RC_GTEST_PROP(Metadata, HandlesAreWordsOfTheText, (const std::string& text)) {
  const auto handle = read_handle(text);
  if (!handle) return;
  RC_ASSERT(!handle->name.empty());
  RC_ASSERT(text.find(handle->name) != std::string::npos);
  RC_ASSERT(handle->name.find_first_of("@ \t\n\"'") == std::string_view::npos);
}

TEST(Metadata, ReadsAHostileHandleInOnePass) {
  std::string addresses;
  for (int i = 0; i < 200'000; ++i) addresses += "a@";
  EXPECT_FALSE(read_handle(addresses));
  const std::string name(1'000'000, 'x');
  EXPECT_EQ(read_handle("@" + name)->name.size(), name.size());
}

TEST(Metadata, ReadsDates) {
  const struct {
    std::string_view text, want;
  } cases[] = {
      {"2025-10-09", "2025-10-09"},
      {"2025-10-9", "2025-10-09"},
      {"2025-1-9", "2025-01-09"},
      {"2025/10/09", "2025-10-09"},
      {"2025.10.9", "2025-10-09"},
      {"2025-14-05", ""},
      {"2025-02-30", ""},
      {"09-10-2025", ""},
      {"25-10-9", ""},
      {"2025-10", ""},
      {"2025-10-9-1", ""},
      {"2025-10/9", ""},
      {"2025-1000-9", ""},
      {"v1.30", ""},
      {"", ""},
  };
  for (const auto& c : cases) {
    const auto date = read_date(c.text);
    EXPECT_EQ(date ? to_string(*date) : "", c.want) << c.text;
  }
}

TEST(Metadata, ReadsNumbers) {
  const struct {
    std::string_view text, want;
  } cases[] = {
      {"752", "752"},
      {"0752", "752"},
      {" 7 ", "7"},
      {"0", "0"},
      {"0000", "0"},
      {"", ""},
      {"NNNN", ""},
      {"7a", ""},
      {"-7", ""},
      {"7.0", ""},
      {"0x10", ""},
      {"1 2", ""},
      {"9007199254740993123", "9007199254740993123"},
  };
  for (const auto& c : cases) EXPECT_EQ(plain_number(c.text), c.want) << c.text;
}

}  // namespace
}  // namespace milepost
