#include "base/tab_lines.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace milepost {
namespace {

using Fields = std::vector<std::string>;

TEST(TabLines, KeepAnyText) {
  std::string out;
  add_line(out, {"a", "", "tab\there", "line\nbreak", "back\\slash", "\\t"});
  add_line(out, {""});
  TabLines lines(out);
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.fields(), (Fields{"a", "", "tab\there", "line\nbreak", "back\\slash", "\\t"}));
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.fields(), Fields{""});
  EXPECT_FALSE(lines.next());
}

RC_GTEST_PROP(TabLines, ComeBackAsTheyWere, (const std::vector<Fields>& all)) {
  std::string out;
  for (const Fields& fields : all) {
    add_line(out, {"line", as_field(fields)});
  }
  TabLines lines(out);
  for (const Fields& fields : all) {
    RC_ASSERT(lines.next());
    RC_ASSERT(lines.fields().size() == 2U);
    RC_ASSERT(texts_of(lines.fields()[1]) == fields);
  }
  RC_ASSERT(!lines.next());
}

}  // namespace
}  // namespace milepost
