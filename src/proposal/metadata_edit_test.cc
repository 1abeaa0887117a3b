#include "proposal/metadata_edit.h"

#include <gtest/gtest.h>

#include "base/edits.h"

namespace milepost {
namespace {

// The text after setting a value, or why it could not be.
template <typename Change>
std::string edited(std::string_view text, const Change& change) {
  const Source source("kep.yaml", text);
  const Yaml yaml(source);
  YamlEditor editor(source, yaml.root());
  if (const Result<void> done = change(editor); !done) return "error: " + done.error().message;
  const std::vector<std::vector<Edit>> groups{editor.take()};
  return splice(text, groups).text;
}

std::string set(std::string_view text, std::string_view key, std::string_view value,
                std::string_view after = {}) {
  return edited(text, [&](YamlEditor& editor) { return editor.set(key, value, after); });
}

std::string set_below(std::string_view text, std::string_view key, std::string_view below,
                      std::string_view value) {
  return edited(text, [&](YamlEditor& editor) { return editor.set(key, below, value, {}); });
}

TEST(MetadataEdit, SetsAValueAndKeepsTheRest) {
  EXPECT_EQ(set("# first\nstatus: provisional  # soon\nx: 1\n", "status", "implementable"),
            "# first\nstatus: implementable  # soon\nx: 1\n");
  EXPECT_EQ(set("status: 'a'\n", "status", "b"), "status: 'b'\n");
  EXPECT_EQ(set("stage:\nx: 1\n", "stage", "beta"), "stage: beta\nx: 1\n");
  EXPECT_EQ(set("stage: \"\"\n", "stage", "beta"), "stage: \"beta\"\n");
  EXPECT_EQ(set("stage: beta\n", "stage", "beta"), "stage: beta\n");
}

TEST(MetadataEdit, AddsAKeyWhereItBelongs) {
  EXPECT_EQ(set("status: a\nx:\n  - 1\n", "stage", "beta", "status"),
            "status: a\nstage: beta\nx:\n  - 1\n");
  EXPECT_EQ(set("status: a\nx:\n  - 1\n\n# end\n", "stage", "beta"),
            "status: a\nx:\n  - 1\nstage: beta\n\n# end\n");
  EXPECT_EQ(set("status: a", "stage", "beta"), "status: a\nstage: beta");
  EXPECT_EQ(set("status: a\r\nx: 1\r\n", "stage", "beta", "status"),
            "status: a\r\nstage: beta\r\nx: 1\r\n");
  EXPECT_EQ(set("a: 1\n", "by", "@jane"), "a: 1\nby: \"@jane\"\n");
}

TEST(MetadataEdit, SetsAKeyOfAMapBelow) {
  EXPECT_EQ(set_below("milestone:\n  alpha: \"v1.1\"\n  beta: \"\"\n", "milestone", "beta", "v1.2"),
            "milestone:\n  alpha: \"v1.1\"\n  beta: \"v1.2\"\n");
  EXPECT_EQ(set_below("milestone:\n    alpha: v1.1\nx: 1\n", "milestone", "beta", "v1.2"),
            "milestone:\n    alpha: v1.1\n    beta: v1.2\nx: 1\n");
  EXPECT_EQ(set_below("milestone: {alpha: v1.1}\n", "milestone", "beta", "v1.2"),
            "milestone: {alpha: v1.1, beta: v1.2}\n");
  EXPECT_EQ(set_below("milestone: {}\nx: 1\n", "milestone", "beta", "v1.2"),
            "milestone:\n  beta: v1.2\nx: 1\n");
  EXPECT_EQ(set_below("milestone:\nx: 1\n", "milestone", "beta", "v1.2"),
            "milestone:\n  beta: v1.2\nx: 1\n");
  EXPECT_EQ(set_below("milestone: null # soon\n", "milestone", "beta", "v1.2"),
            "milestone: # soon\n  beta: v1.2\n");
  EXPECT_EQ(set_below("milestone: ~\r\nx: 1\r\n", "milestone", "beta", "v1.2"),
            "milestone:\r\n  beta: v1.2\r\nx: 1\r\n");
  EXPECT_EQ(set_below("milestone:\n  alpha: 'v1.1' # done\n", "milestone", "beta", "v1.2"),
            "milestone:\n  alpha: 'v1.1' # done\n  beta: \"v1.2\"\n")
      << "in quotes like its neighbour";
  EXPECT_EQ(set_below("x: 1\n", "milestone", "beta", "v1.2"), "x: 1\nmilestone:\n  beta: v1.2\n");
}

TEST(MetadataEdit, KeepsToBraces) {
  EXPECT_EQ(set("{status: a, x: 1}\n", "status", "b"), "{status: b, x: 1}\n");
  EXPECT_EQ(set("{status: a, x: 1}\n", "stage", "beta", "status"),
            "{status: a, stage: beta, x: 1}\n");
  EXPECT_EQ(set_below("{a: 1}\n", "milestone", "beta", "v1.2"),
            "{a: 1, milestone: {beta: v1.2}}\n");
  EXPECT_EQ(set_below("{milestone: {}, a: 1}\n", "milestone", "beta", "v1.2"),
            "{milestone: {beta: v1.2}, a: 1}\n");
  EXPECT_EQ(set_below("milestone: {\n  alpha: v1.1,\n}\n", "milestone", "beta", "v1.2"),
            "milestone: {\n  alpha: v1.1, beta: v1.2,\n}\n");
}

TEST(MetadataEdit, RefusesWhatCannotBeChangedSafely) {
  EXPECT_EQ(set("status: [a]\n", "status", "b"), "error: `status` is not a single value");
  EXPECT_TRUE(
      set("status: >\n  a\n  b\n", "status", "b").starts_with("error: `status` is written"));
  EXPECT_EQ(set_below("milestone: v1.2\n", "milestone", "beta", "v1.2"),
            "error: `milestone` is not written as a map, so beta cannot be set in it");
}

}  // namespace
}  // namespace milepost
