#include "features/diff/field_diff.h"

#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost::diff {
namespace {

Metadata metadata(std::string_view text) {
  Metadata made;
  made.source = make_source(text);
  made.yaml.emplace(*made.source);
  return made;
}

// "name -old +new" for each, with a * for a list.
std::string shown(std::string_view before, std::string_view after) {
  std::string text;
  for (const FieldChange& change : diff_fields(metadata(before), metadata(after))) {
    text += change.name + (change.list ? "*" : "");
    for (const std::string& value : change.removed) text += " -" + value;
    for (const std::string& value : change.added) text += " +" + value;
    text += "\n";
  }
  return text;
}

TEST(FieldDiff, TellsWhatChanged) {
  const struct {
    std::string_view name, before, after, want;
  } cases[] = {
      {"nothing", "a: 1\nb: [x]\n", "b:\n  - x\na: \"1\"\n", ""},
      {"a value", "stage: alpha\n", "stage: beta\n", "stage -alpha +beta\n"},
      {"set", "stage:\n", "stage: beta\n", "stage +beta\n"},
      {"new", "", "stage: beta\n", "stage +beta\n"},
      {"gone", "stage: beta\n", "", "stage -beta\n"},
      {"new and empty", "", "stage:\n", ""},
      {"a list", "who: [a, b]\n", "who: [c, b]\n", "who* -a +c\n"},
      {"another order", "who: [a, b]\n", "who: [b, a]\n", ""},
      {"within a field", "m: {alpha: v1}\n", "m: {alpha: v1, beta: v2}\n", "m.beta +v2\n"},
      {"records", "g:\n  - name: A\n    parts: [x]\n", "g:\n  - name: A\n    parts: [x, y]\n",
       "g* -name: A, parts: x +name: A, parts: x y\n"},
      {"in the order of what is there now", "z: 1\na: 1\ngone: 1\n", "z: 2\na: 2\n",
       "z -1 +2\na -1 +2\ngone -1\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(shown(c.before, c.after), c.want);
  }
}

TEST(FieldDiff, NeedsNoMetadata) {
  EXPECT_TRUE(diff_fields({}, {}).empty());
  EXPECT_EQ(diff_fields({}, metadata("a: 1\n")).size(), 1U);
}

}  // namespace
}  // namespace milepost::diff
