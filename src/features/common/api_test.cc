#include "features/common/api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::api {
namespace {

http::Request request_with(std::string body) {
  http::Request request;
  request.path = "/api/v1/check";
  request.body = std::move(body);
  return request;
}

Json errors_of(const std::optional<http::Response>& response) {
  return response ? Json::parse(*response->body)["errors"] : Json();
}

TEST(ApiBody, ReadsWhatIsThere) {
  const auto request = request_with(R"({"a": "x", "b": true, "c": ["y", "z"], "d": null})");
  Body body(request);
  EXPECT_EQ(body.needed_text("a"), "x");
  EXPECT_TRUE(body.truth("b"));
  EXPECT_THAT(body.texts("c"), testing::ElementsAre("y", "z"));
  EXPECT_EQ(body.text("d"), "");
  EXPECT_EQ(body.text("e"), "");
  EXPECT_FALSE(body.wrong());
}

TEST(ApiBody, NamesEachFieldThatIsWrong) {
  const auto request = request_with(
      R"({"text": 3, "empty": " ", "flag": "yes", "list": [1], "zero": "a\u0000b", "other": 1})");
  Body body(request);
  EXPECT_EQ(body.text("text"), "");
  EXPECT_EQ(body.needed_text("empty"), " ");
  EXPECT_EQ(body.needed_text("missing"), "");
  EXPECT_FALSE(body.truth("flag"));
  EXPECT_THAT(body.texts("list"), testing::IsEmpty());
  EXPECT_EQ(body.text("zero"), "");
  const auto wrong = body.wrong();
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->status, 422);
  EXPECT_EQ(wrong->type, "application/problem+json");
  const Json errors = errors_of(wrong);
  const std::pair<std::string, std::string> wanted[] = {
      {"text", "is no text"},
      {"empty", "is missing"},
      {"missing", "is missing"},
      {"flag", "is neither true nor false"},
      {"list", "is no list of at most 1000 texts"},
      {"zero", "has a zero byte in it"},
      {"other", "is not known; known are text, empty, missing, flag, list, zero"},
  };
  ASSERT_EQ(errors.size(), std::size(wanted));
  for (std::size_t i = 0; i < errors.size(); ++i) {
    EXPECT_EQ(errors[i]["field"], wanted[i].first);
    EXPECT_EQ(errors[i]["message"], wanted[i].second);
  }
}

TEST(ApiBody, RefusesWhatIsTooLongAndWhatIsNoObject) {
  const auto request = request_with("{\"comment\": \"" + std::string(70'000, 'x') + "\"}");
  Body body(request);
  EXPECT_EQ(body.text("comment"), "");
  EXPECT_EQ(errors_of(body.wrong())[0]["message"], "is longer than 65536 bytes");
  Body whole(request);
  EXPECT_EQ(whole.document("comment").size(), 70'000U);
  EXPECT_FALSE(whole.wrong());
  for (const char* const text : {"[]", "3", "{", "\"x\"", "nul"}) {
    const auto other = request_with(text);
    Body none(other);
    EXPECT_EQ(none.text("comment"), "");
    ASSERT_TRUE(none.wrong()) << text;
    EXPECT_EQ(none.wrong()->status, 400) << text;
  }
}

TEST(ApiQuery, ReadsNumbersWithinTheirBounds) {
  const std::pair<std::string, std::optional<std::uint64_t>> cases[] = {
      {"1", 1},
      {"500", 500},
      {"0", std::nullopt},
      {"501", std::nullopt},
      {"-1", std::nullopt},
      {"+1", std::nullopt},
      {"1x", std::nullopt},
      {"", std::nullopt},
      {"99999999999999999999", std::nullopt}};
  for (const auto& [text, wanted] : cases) {
    http::Request request;
    request.query.add("limit", text);
    std::vector<FieldFault> faults;
    const auto number = number_of(request, "limit", 50, 1, 500, faults);
    EXPECT_EQ(number, wanted.value_or(50)) << text;
    EXPECT_EQ(faults.empty(), wanted.has_value()) << text;
  }
  std::vector<FieldFault> faults;
  EXPECT_EQ(number_of({}, "limit", 50, 1, 500, faults), 50U);
  EXPECT_TRUE(faults.empty());
}

TEST(ApiQuery, LinksToTheNextPageWithWhatWasAsked) {
  http::Request request;
  request.path = "/api/v1/proposals";
  request.query.add("q", "stage:beta group:a&b");
  request.query.add("after", "12");
  Visit visit;
  visit.links.base = "/keps";
  EXPECT_EQ(next_link(request, visit, "docs~a b"),
            "/keps/api/v1/proposals?q=stage%3Abeta%20group%3Aa%26b&after=docs~a%20b");
  EXPECT_THAT(words_of(" a, b,,c "), testing::ElementsAre("a", "b", "c"));
}

}  // namespace
}  // namespace milepost::api
