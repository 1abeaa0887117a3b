#include "features/track/issue_stamp.h"

#include <gtest/gtest.h>

namespace milepost::track {
namespace {

const IssueStamp kStamp{17, "3fa9c0d2e1b4", "v1.14"};

TEST(IssueStamp, ComesOffAgain) {
  for (const std::string_view text :
       {"# A\n\n- [ ] x\n", "# A\r\n\r\n- [ ] x\r\n", "no end", "", "\n", "a\n<!-- b -->\n"}) {
    for (const IssueStamp& stamp : {kStamp, IssueStamp{1, "ab", ""}}) {
      const Unstamped found = without_stamp(stamped(text, stamp));
      EXPECT_EQ(found.text, text);
      EXPECT_EQ(found.stamp, stamp);
    }
  }
  EXPECT_EQ(stamped("a\n", kStamp), "a\n<!-- milepost export 17 3fa9c0d2e1b4 v1.14 -->\n");
}

TEST(IssueStamp, StandsWhereverTheTextWentOn) {
  const Unstamped found = without_stamp(stamped("a\n", kStamp) + "more\n");
  EXPECT_EQ(found.text, "a\nmore\n");
  EXPECT_EQ(found.stamp, kStamp);
  // Pasted into another export: the last one is that of the text.
  const IssueStamp later{18, "ab", ""};
  EXPECT_EQ(without_stamp(stamped(stamped("a\n", kStamp), later)).stamp, later);
}

TEST(IssueStamp, OtherCommentsAreNone) {
  for (const std::string_view text :
       {"", "text", "<!-- milepost export -->", "<!-- milepost export 17 -->",
        "<!-- milepost export x ab -->", "<!-- milepost export 1 zz -->",
        "<!-- milepost export 99999999999999999999999 ab -->", "<!-- milepost export 1 ab",
        "<!-- milepost export 1\nab -->"}) {
    const Unstamped found = without_stamp(text);
    EXPECT_EQ(found.text, text);
    EXPECT_FALSE(found.stamp) << text;
  }
}

}  // namespace
}  // namespace milepost::track
