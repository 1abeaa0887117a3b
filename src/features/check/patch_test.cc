#include "features/check/patch.h"

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace milepost::check {
namespace {

TEST(Patch, TakesTheFirstFixOfEachFinding) {
  const auto source = std::make_shared<const Source>("a.md", "one two three\n");
  const Source other("b.md", "one two three\n");
  const auto finding = [](const Source& at, std::vector<Fix> fixes) {
    Finding made;
    made.source = &at;
    made.fixes = std::move(fixes);
    return made;
  };
  const Fix first{"first", {{{0, 3}, "1"}}};
  const Fix second{"second", {{{4, 7}, "2"}}};
  const Fix both{"both", {{{2, 5}, "-"}, {{8, 13}, "3"}}};
  const Fix nothing{"nothing", {{{0, 3}, "one"}}};
  const struct {
    const char* name;
    std::vector<Finding> findings;
    std::string_view want;  // "" when there is nothing to do
    std::size_t fixed;
  } cases[] = {
      {"no findings", {}, "", 0},
      {"a finding without a fix", {finding(*source, {})}, "", 0},
      {"one", {finding(*source, {first})}, "1 two three\n", 1},
      {"the first of two ways", {finding(*source, {second, first})}, "one 2 three\n", 1},
      {"two findings", {finding(*source, {second}), finding(*source, {first})}, "1 2 three\n", 2},
      {"one that overlaps waits",
       {finding(*source, {first}), finding(*source, {both})},
       "1 two three\n",
       1},
      {"of another file", {finding(other, {first})}, "", 0},
      {"what changes nothing", {finding(*source, {nothing})}, "", 0},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Patched patched = patch(source, c.findings);
    EXPECT_EQ(patched.source ? patched.source->text() : "", c.want);
    EXPECT_EQ(patched.fixed, c.fixed);
    if (patched.source) {
      EXPECT_EQ(patched.source->path(), "a.md");
    }
  }
}

}  // namespace
}  // namespace milepost::check
