#include "process/usual.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/embedded.h"
#include "process/load.h"
#include "text/yaml.h"

namespace milepost {
namespace {

TEST(Usual, TheFileIsRead) {
  const auto text = find_embedded("processes/usual.yaml");
  ASSERT_TRUE(text);
  const Source source("usual.yaml", *text);
  const Yaml yaml(source);
  EXPECT_TRUE(yaml.problems().empty());
  const YamlNode* const fields = yaml.root().find("fields");
  ASSERT_TRUE(fields);
  for (const YamlEntry& entry : fields->entries) {
    EXPECT_TRUE(parse_field_role(entry.key)) << entry.key;
  }
  const UsualNames& usual = usual_names();
  EXPECT_FALSE(usual.folders.empty());
  for (const auto* words : {&usual.closed, &usual.failed, &usual.successor, &usual.resting}) {
    EXPECT_FALSE(words->empty());
    for (const std::string& word : *words) EXPECT_TRUE(lists_word(usual.statuses, word)) << word;
  }
}

TEST(Usual, IsNoPack) {
  const auto packs = built_in_packs();
  EXPECT_EQ(std::ranges::find(packs, "usual.yaml"), packs.end());
}

TEST(Usual, KnowsMeaningsOfKeys) {
  const struct {
    std::string_view key;
    FieldRole want;
  } cases[] = {{"deciders", FieldRole::kApprovers},
               {"Start Date", FieldRole::kCreated},
               {"owning-sig", FieldRole::kGroup},  // of a built-in pack
               {"colour", FieldRole::kOther}};
  for (const auto& c : cases) EXPECT_EQ(usual_names().meaning_of(c.key), c.want) << c.key;
}

TEST(Usual, KnowsFormats) {
  EXPECT_EQ(usual_names().format_of("a/b.RST"), "reStructuredText");
  EXPECT_EQ(usual_names().format_of("a.txt/b"), "");
  EXPECT_EQ(usual_names().format_of("a.md"), "");
}

}  // namespace
}  // namespace milepost
