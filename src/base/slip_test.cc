#include "base/slip.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Slip, OneIsForgiven) {
  const struct {
    const char* name;
    const char* a;
    const char* b;
    bool want;
  } cases[] = {
      {"the same", "implemented", "implemented", true},
      {"case", "Implemented", "implemented", true},
      {"left out", "implementd", "implemented", true},
      {"added", "withdrawnn", "withdrawn", true},
      {"mistaken", "implememted", "implemented", true},
      {"swapped", "imlpemented", "implemented", true},
      {"two slips", "implemetd", "implemented", false},
      {"another word", "implementable", "implemented", false},
      {"short words", "open", "oven", false},
      {"short, in another case", "Open", "open", true},
      {"nothing", "", "implemented", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(is_one_slip_apart(c.a, c.b), c.want);
    EXPECT_EQ(is_one_slip_apart(c.b, c.a), c.want);
  }
}

}  // namespace
}  // namespace milepost
