#include "render/json_value.h"

#include <string>

#include <gtest/gtest.h>

namespace milepost {
namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(ReadJson, TakesWhatIsJson) {
  EXPECT_EQ(read_json(R"({"a": [1, "x"]})"), Json::parse(R"({"a": [1, "x"]})"));
  EXPECT_TRUE(read_json(nested(64)).is_array());
}

TEST(ReadJson, CountsNoBracketInText) {
  const std::string brackets(1000, '[');
  EXPECT_EQ(read_json("\"\\\"" + brackets + "\""), Json("\"" + brackets));
}

TEST(ReadJson, RefusesWhatIsNoneOrTooDeep) {
  for (const std::string& text : {std::string("{"), std::string(), nested(65), nested(1'000'000),
                                  std::string(100'000, '[')}) {
    EXPECT_TRUE(read_json(text).is_discarded()) << text.substr(0, 20);
  }
}

}  // namespace
}  // namespace milepost
