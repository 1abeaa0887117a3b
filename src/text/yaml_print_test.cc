#include "text/yaml_print.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

std::string printed(std::string_view text) {
  const Source source("a.yaml", text);
  const Yaml yaml(source);
  EXPECT_TRUE(yaml.problems().empty()) << text;
  return print_yaml(yaml.root());
}

// The tree without its places.
std::string outline(const YamlNode& node) {
  if (node.is_scalar()) return "<" + node.text + ">";
  std::string text = node.is_map() ? "{" : "[";
  for (const YamlEntry& entry : node.entries) text += entry.key + "=" + outline(*entry.value);
  for (const YamlNode& item : node.items) text += outline(item);
  return text + (node.is_map() ? "}" : "]");
}

TEST(YamlPrint, WritesWhatItReads) {
  const struct {
    std::string_view name, text, want;
  } cases[] = {
      {"values", "a: 1\nb: true\nc: 0752\nd: \"off\"\ne:\nf: \"\"\n",
       "a: 1\nb: true\nc: 0752\nd: \"off\"\ne:\nf: \"\"\n"},
      {"short lists", "a: [x, 'y, z', \"{n}\"]\n", "a: [x, \"y, z\", \"{n}\"]\n"},
      {"records", "a:\n- {id: x, b: [1]}\n- id: y\n", "a:\n  - id: x\n    b: [1]\n  - id: y\n"},
      {"maps below", "a: {b: {c: d}}\ne: {}\nf: []\n", "a:\n  b:\n    c: d\n\ne: {}\n\nf: []\n"},
      {"what would end a value", "a: \"x: y # z\"\nb: \"- x\"\nc: 'don''t'\n",
       "a: \"x: y # z\"\nb: \"- x\"\nc: \"don't\"\n"},
      {"several lines", "a: |\n  x\n  y\n", "a: \"x\\ny\\n\"\n"},
      {"a list in a list", "a:\n- [b, c]\n- - {d: e}\n", "a:\n  - [b, c]\n  -\n    - d: e\n"},
      {"odd keys", "\"a: b\": c\n\"*\": d\n", "\"a: b\": c\n\"*\": d\n"},
      {"an empty item", "a:\n- \n- b\n", "a:\n  -\n  - b\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string got = printed(c.text);
    EXPECT_EQ(got, c.want);
    const Source before("a.yaml", c.text);
    const Source after("b.yaml", got);
    EXPECT_EQ(outline(Yaml(before).root()), outline(Yaml(after).root()));
  }
}

TEST(YamlPrint, SaysWhatIsToBeSaidBesideALine) {
  const Source source("a.yaml", "a: 1\nb: 2\n");
  const Yaml yaml(source);
  const auto note = [](Span begin) { return begin.begin == 0 ? "first" : ""; };
  EXPECT_EQ(print_yaml(yaml.root(), note), "a: 1  # first\nb: 2\n");
}

TEST(YamlPrint, BreaksALongList) {
  std::string text = "a: [";
  for (int i = 0; i < 30; ++i) text += "value, ";
  text += "last]\n";
  const std::string got = printed(text);
  EXPECT_EQ(got.substr(0, 13), "a:\n  - value\n");
}

}  // namespace
}  // namespace milepost
