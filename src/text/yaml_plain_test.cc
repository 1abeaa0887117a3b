#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "text/yaml_parts.h"

namespace milepost {
namespace {

// What it reads is held against libyaml in tests/yaml_oracle_test.cc; here is
// what it reads at all.
bool is_read(std::string_view text) {
  const Source source("x.yaml", std::string(text));
  return read_plain_yaml(source, {0, source.size()}).has_value();
}

TEST(YamlPlain, ReadsWhatMetadataIsMadeOf) {
  struct Case {
    const char* name;
    std::string_view text;
  };
  const Case cases[] = {
      {"scalars", "a: x y\nb: \"x\"\nc: 'it''s'\nd: -1\ne: a:b#c\n"},
      {"keys in quotes", "\"a\": x\n'b': y\n"},
      {"empty values", "a:\nb:   # c\nc: \"\"\n"},
      {"comments and blank lines", "# c\n\na: x # c\n   # c\n \nb: y\n"},
      {"lists, indented or not", "a:\n  - x\n  - \"y\"\nb:\n- x\n-\n- y\nc: z\n"},
      {"flow lists", "a: []\nb: [x, \"y z\", 'w' , ] # c\nc:\n  - [x]\n"},
      {"maps in maps", "a:\n  b:\n    c: d\n  e:\nf: g\n"},
      {"maps in lists", "a:\n  - name: x\n    parts:\n    - y\n    - z\n  -   name: w\n"},
      {"carriage returns", "a: x\r\nb:\r\n  - y\r\n"},
      {"no line end", "a: x"},
      {"beyond ASCII", "ü: “é”\n"},
  };
  for (const auto& c : cases) EXPECT_TRUE(is_read(c.text)) << c.name;
}

TEST(YamlPlain, LeavesTheRestToLibyaml) {
  struct Case {
    const char* name;
    std::string_view text;
  };
  const Case cases[] = {
      {"nothing", ""},
      {"a list at the top", "- a\n"},
      {"an indented top", "  a: x\n"},
      {"a scalar", "a\n"},
      {"several lines of text", "a: x\n  y\n"},
      {"text below its key", "a:\n  x\n"},
      {"a quote over two lines", "a: \"x\n  y\"\n"},
      {"escapes", "a: \"\\x41\"\n"},
      {"text after a quote", "a: \"x\"y\n"},
      {"a comment too near", "a: \"x\"#y\n"},
      {"block text", "a: |\n  x\n"},
      {"anchor", "a: &x y\n"},
      {"alias", "a: *x\n"},
      {"tag", "a: !x y\n"},
      {"merge key", "<<: x\n"},
      {"key twice", "a: x\na: y\n"},
      {"question", "? a\n: b\n"},
      {"directive", "%YAML 1.1\n"},
      {"document", "---\na: x\n"},
      {"end of it", "a: x\n...\n"},
      {"flow map", "a: {}\n"},
      {"flow in flow", "a: [[x]]\n"},
      {"flow over two lines", "a: [x,\n  y]\n"},
      {"a map in a flow list", "a: [x: y]\n"},
      {"nothing between commas", "a: [x,,y]\n"},
      {"list in list", "a:\n  - - x\n"},
      {"an item beside its key", "a: - x\n"},
      {"colon in a value", "a: x: y\n"},
      {"value after a value", "a: x\n  b: y\n"},
      {"items out of line", "a:\n  - x\n - y\n"},
      {"keys out of line", "a:\n  b: x\n c: y\n"},
      {"a key among items", "a:\n  - x\n  b: y\n"},
      {"tab", "a:\tx\n"},
      {"lone carriage return", "a: x\rb: y\n"},
      {"control character", "a: \x01\n"},
      {"next line, a line end to libyaml", "a: x\xC2\x85"},
      {"byte order mark within", "a: \xEF\xBB\xBFx\n"},
      {"not UTF-8", "a: \xE9\n"},
  };
  for (const auto& c : cases) EXPECT_FALSE(is_read(c.text)) << c.name;
}

TEST(YamlPlain, LeavesWhatIsLargeToLibyaml) {
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_FALSE(is_read(deep));
  std::string wide;
  for (int i = 0; i < 100; ++i) wide += "k" + std::to_string(i) + ": x\n";
  EXPECT_FALSE(is_read(wide));
  EXPECT_FALSE(is_read("a: x" + std::string(100, '[') + "\n"));
  EXPECT_FALSE(is_read(std::string(2000, 'k') + ": x\n"));
}

TEST(YamlPlain, ReadsAPartOfAFile) {
  const Source source("x.md", "---\na:\n  - x\n---\n");
  const auto root = read_plain_yaml(source, {4, 13});
  ASSERT_TRUE(root.has_value());
  ASSERT_NE(root->find("a"), nullptr);
  EXPECT_EQ(source.text(root->find("a")->span), "- x");
  EXPECT_EQ(source.text(root->span), "a:\n  - x");
}

}  // namespace
}  // namespace milepost
