#include "base/version.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Version, IsTwoOrThreeNumbers) {
  const struct {
    std::string_view text;
    std::optional<Version> want;
  } cases[] = {
      {"v1.30", Version{1, 30, 0}}, {"1.30", Version{1, 30, 0}},
      {"V1.9", Version{1, 9, 0}},   {"v1.30.2", Version{1, 30, 2}},
      {"0.0", Version{}},           {"", std::nullopt},
      {"v1", std::nullopt},         {"v1.", std::nullopt},
      {"v.1", std::nullopt},        {"v1.30.", std::nullopt},
      {"v1.30.2.1", std::nullopt},  {"v1.30-rc1", std::nullopt},
      {" v1.30", std::nullopt},     {"vv1.30", std::nullopt},
      {"v1.-3", std::nullopt},      {"v1.99999999999999999999", std::nullopt},
      {"TBD", std::nullopt},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(parse_version(c.text), c.want);
  }
}

TEST(Version, ComparesByNumber) {
  EXPECT_LT(*parse_version("v1.9"), *parse_version("v1.10"));
  EXPECT_LT(*parse_version("v1.30"), *parse_version("1.30.1"));
  EXPECT_EQ(*parse_version("v1.30"), *parse_version("1.30"));
  EXPECT_NE(*parse_version("1.30"), *parse_version("1.3"));
}

TEST(Version, IsWrittenWithItsV) {
  EXPECT_EQ(to_string(*parse_version("1.30")), "v1.30");
  EXPECT_EQ(to_string(*parse_version("v1.30.2")), "v1.30.2");
}

}  // namespace
}  // namespace milepost
