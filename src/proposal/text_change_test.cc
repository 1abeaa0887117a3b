#include "proposal/text_change.h"

#include <gtest/gtest.h>

#include "process/load.h"
#include "process/process_fixture.h"

namespace milepost {
namespace {

TEST(LineChanges, TellWhichLinesAreNew) {
  const Source before("a", "one\ntwo\nthree\n");
  const Source after("a", "one\n2\n2b\nthree\n");
  const LineChanges changes = compare_lines(&before, &after);
  EXPECT_EQ(changes.removed, (std::vector<bool>{false, true, false}));
  EXPECT_EQ(changes.added, (std::vector<bool>{false, true, true, false}));
  EXPECT_TRUE(changes.any());
  EXPECT_FALSE(changes.touch(after, {0, 3}));
  EXPECT_TRUE(changes.touch(after, {0, 5})) << "over two lines";
  EXPECT_TRUE(changes.touch(after, {6, 6})) << "a place";
  EXPECT_FALSE(changes.touch(after, {9, 14}));
  EXPECT_FALSE(compare_lines(&before, &before).any());
}

TEST(LineChanges, KnowAFileThatIsNotThere) {
  const Source file("a", "one\ntwo\n");
  EXPECT_EQ(compare_lines(nullptr, &file).added, (std::vector<bool>{true, true}));
  EXPECT_EQ(compare_lines(&file, nullptr).removed, (std::vector<bool>{true, true}));
  EXPECT_FALSE(compare_lines(nullptr, nullptr).any());
  const Source nothing("a", "");
  EXPECT_FALSE(compare_lines(&file, &nothing).touch(nothing, {0, 0}));
}

class TextChanges : public testing::Test {
 protected:
  static TextChange change(const std::string& before, const std::string& after) {
    static const auto process = load_process(built_in_pack("kep"), nullptr).value();
    static const Judge judge(*process);
    const auto read = [&](const std::string& text) {
      return read_proposal(*process, std::make_shared<const Source>("README.md", text), nullptr);
    };
    const Proposal old = read(before);
    const Proposal young = read(after);
    const Judgement old_judgement = judge.judge(old, {});
    const Judgement young_judgement = judge.judge(young, {});
    return compare_lasting_text(*process, {old, old_judgement}, {young, young_judgement});
  }
};

constexpr const char* kText =
    "# KEP-1: A\n\n<!-- toc -->\n- [Summary](#summary)\n<!-- /toc -->\n\n"
    "## Summary\n\nOne two three\nfour five six.\n\n"
    "## Test Plan\n\n- [ ] seven\n\n"
    "## Implementation History\n\n- begun\n";

std::string with(const std::string& from, const std::string& to) {
  std::string text = kText;
  return text.replace(text.find(from), from.size(), to);
}

TEST_F(TextChanges, CountWhatIsSaid) {
  const struct {
    const char* name;
    std::string after;
    std::size_t lines;
    std::vector<std::string> sections;
  } cases[] = {
      {"nothing", kText, 0, {}},
      {"wrapped anew", with("three\nfour", "three four"), 0, {}},
      {"ticked", with("[ ]", "[x]"), 0, {}},
      {"table of contents", with("- [Summary](#summary)", "- [Other](#other)"), 0, {}},
      {"a comment", with("One", "<!-- hidden -->\nOne"), 0, {}},
      {"history", with("begun", "begun\n- ended"), 0, {}},
      {"a word", with("five", "5"), 1, {"Summary"}},
      {"two lines", with("three\nfour", "3\n4"), 2, {"Summary"}},
      {"taken away", with("One two three\nfour five six.", ""), 2, {"Summary"}},
      {"two sections",
       with("six.\n\n## Test Plan\n\n- [ ] seven", "6.\n\n## Test Plan\n\n- [ ] 7"),
       2,
       {"Summary", "Test Plan"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const TextChange found = change(kText, c.after);
    EXPECT_EQ(found.lines, c.lines);
    EXPECT_EQ(found.sections, c.sections);
    EXPECT_EQ(found.any(), c.lines > 0);
  }
  EXPECT_EQ(change(kText, with("five", "5")).of, 6U);
}

}  // namespace
}  // namespace milepost
