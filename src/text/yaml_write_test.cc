#include "text/yaml_write.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/edits.h"

namespace milepost {
namespace {

std::string apply_all(const Source& source, const std::vector<Edit>& edits) {
  const std::vector<std::vector<Edit>> groups{edits};
  return splice(source.text(), groups).text;
}

std::string apply(const Source& source, const Edit& edit) { return apply_all(source, {edit}); }

TEST(YamlScalar, IsPlainWhereThatIsSafe) {
  const struct {
    std::string_view text, want;
  } cases[] = {
      {"Faster probes", "Faster probes"},
      {"A/B (again)", "A/B (again)"},
      {"Don't wait", "Don't wait"},
      {"Größe", "Größe"},
      {"", "\"\""},
      {"true", "\"true\""},
      {"No", "\"No\""},
      {"1.30", "\"1.30\""},
      {"2026-01-02", "\"2026-01-02\""},
      {"3 small steps", "3 small steps"},
      {"@jane", "\"@jane\""},
      {"a: b", "\"a: b\""},
      {"a #b", "\"a #b\""},
      {"- a", "\"- a\""},
      {"say \"x\\y\"", "\"say \\\"x\\\\y\\\"\""},
      {"{slug}", "\"{slug}\""},
  };
  for (const auto& c : cases) EXPECT_EQ(yaml_scalar(c.text), c.want);
}

RC_GTEST_PROP(YamlScalar, IsReadBackAsTheSameText, (const std::string& any)) {
  std::string text;
  for (const char c : any) {
    if (c >= ' ' && c <= '~') text += c;
  }
  const Source source("a.yaml", "title: " + yaml_scalar(text) + "\nnext: 1\n");
  const Yaml yaml(source);
  RC_ASSERT(yaml.problems().empty());
  RC_ASSERT(yaml.root().find("title")->text == text);
  RC_ASSERT(yaml.root().find("next") != nullptr);
}

TEST(YamlWrite, KeepsWhatIsAroundAValue) {
  const struct {
    std::string_view name, before, key;
    std::vector<std::string> items;  // none: the scalar `new`
    std::string_view after;
  } cases[] = {
      {"scalar", "a: x # why\nb: 2\n", "a", {}, "a: new # why\nb: 2\n"},
      {"quoted", "a: \"x\"\n", "a", {}, "a: new\n"},
      {"nothing", "a: # why\nb: 2\n", "a", {}, "a: new # why\nb: 2\n"},
      {"nothing at the end", "a:", "a", {}, "a: new"},
      {"list becomes scalar", "a:\n  - x\n  - y\nb: 2\n", "a", {}, "a: new\nb: 2\n"},
      {"lines", "a:\n  - x # why\nb: 2\n", "a", {"1", "2"}, "a:\n  - 1\n  - 2 # why\nb: 2\n"},
      {"not indented", "a:\n- x\n- y\nb: 2\n", "a", {"1"}, "a:\n- 1\nb: 2\n"},
      {"brackets", "a: []\n", "a", {"1", "2"}, "a: [1, 2]\n"},
      {"no list yet", "a:\nb: 2\n", "a", {"1"}, "a: [1]\nb: 2\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("a.yaml", std::string(c.before));
    const Yaml yaml(source);
    const YamlEntry* entry = yaml.root().find_entry(c.key);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(apply(source, c.items.empty() ? set_scalar(source, *entry, "new")
                                            : set_list(source, *entry, c.items)),
              c.after);
  }
}

TEST(YamlWrite, EmptiesAList) {
  const struct {
    std::string_view name, before, after;
  } cases[] = {
      {"lines", "a:\n  - x\n  - y: 1\n    z: 2\nb: 2\n", "a: []\nb: 2\n"},
      {"a comment behind the key", "a: # why\n  - x # that\nb: 2\n", "a: [] # why\nb: 2\n"},
      {"brackets", "a: [x, y] # why\nb: 2\n", "a: [] # why\nb: 2\n"},
      {"at the end", "b: 2\na:\n- x", "b: 2\na: []"},
      {"a scalar", "a: x\n", "a: []\n"},
      {"nothing", "a:\nb: 2\n", "a: []\nb: 2\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("a.yaml", std::string(c.before));
    const Yaml yaml(source);
    EXPECT_EQ(apply_all(source, clear_list(source, *yaml.root().find_entry("a"))), c.after);
  }
}

TEST(YamlWrite, RemovesAnEntryWithWhatBelongsToIt) {
  const struct {
    std::string_view name, before, after;
  } cases[] = {
      {"alone", "a: 1\nb: 2\nc: 3\n", "a: 1\nc: 3\n"},
      {"with its comment", "a: 1\n\n# what\n# it is\nb:\n  - x\n  - y # z\n\nc: 3\n",
       "a: 1\n\nc: 3\n"},
      {"of nothing", "a: 1\nb:\n\nc: 3\n", "a: 1\n\nc: 3\n"},
      {"a map", "a: 1\nb:\n  x: \"\"\n  y: 1\nc: 3\n", "a: 1\nc: 3\n"},
      {"the first", "# what\nb: 2\nc: 3\n", "c: 3\n"},
      {"the last", "a: 1\n\n# what\nb: 2", "a: 1\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("a.yaml", std::string(c.before));
    const Yaml yaml(source);
    const Edit edit = remove_entry(source, {0, source.size()}, *yaml.root().find_entry("b"));
    EXPECT_EQ(apply(source, edit), c.after);
  }
}

TEST(YamlWrite, AddsAnEntry) {
  const Source whole("a.yaml", "a: 1\n");
  EXPECT_EQ(apply(whole, add_entry(whole, {0, 5}, "b", "2")), "a: 1\nb: 2\n");
  const Source open("a.yaml", "a: 1");
  EXPECT_EQ(apply(open, add_entry(open, {0, 4}, "b", "2")), "a: 1\nb: 2\n");
  const Source empty("a.yaml", "");
  EXPECT_EQ(apply(empty, add_entry(empty, {0, 0}, "b", "2")), "b: 2\n");
}

}  // namespace
}  // namespace milepost
