#include "web/openapi.h"

#include <functional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "web/all_routes.h"

namespace milepost::web {
namespace {

class OpenApi : public testing::Test {
 protected:
  const Json& operation(const std::string& path, const std::string& method) const {
    return described_["paths"][path][method];
  }
  static std::set<std::string> statuses(const Json& operation) {
    std::set<std::string> all;
    for (const auto& [status, response] : operation["responses"].items()) all.insert(status);
    return all;
  }
  static std::set<std::string> parameters(const Json& operation, std::string_view in) {
    std::set<std::string> all;
    for (const Json& one : operation["parameters"]) {
      if (one["in"] == in) all.insert(one["name"].get<std::string>());
    }
    return all;
  }

  Json described_ = describe_api(all_routes(), "/keps");
};

TEST_F(OpenApi, EveryRouteOfTheInterfaceIsDescribedOnce) {
  std::set<std::string> ids;
  std::size_t routes = 0;
  for (const Route* const route : all_routes()) {
    if (!route->pattern.starts_with("/api/")) continue;
    ++routes;
    std::string method(http::name(route->method));
    for (char& c : method) c = static_cast<char>(std::tolower(c));
    const Json& found = operation(std::string(route->pattern), method);
    EXPECT_EQ(found["summary"], route->text.summary) << route->pattern;
    EXPECT_TRUE(ids.insert(found["operationId"].get<std::string>()).second) << route->pattern;
  }
  EXPECT_GT(routes, 40U);
  EXPECT_EQ(described_["servers"][0]["url"], "/keps");
}

TEST_F(OpenApi, EverySchemaThatIsNamedIsThere) {
  const Json& schemas = described_["components"]["schemas"];
  std::size_t named = 0;
  const std::function<void(const Json&)> walk = [&](const Json& value) {
    if (value.is_object() && value.contains("$ref") && value["$ref"].is_string()) {
      constexpr std::string_view kPlace = "#/components/schemas/";
      const auto ref = value["$ref"].get<std::string>();
      ASSERT_TRUE(ref.starts_with(kPlace)) << ref;
      EXPECT_TRUE(schemas.contains(ref.substr(kPlace.size()))) << ref;
      ++named;
    }
    if (value.is_structured()) {
      for (const Json& below : value) walk(below);
    }
  };
  walk(described_);
  EXPECT_GT(named, 100U);
}

TEST_F(OpenApi, WhatARowDemandsIsSaid) {
  const Json& approve = operation("/api/v1/proposals/{proposal}/approvals", "post");
  EXPECT_THAT(parameters(approve, "path"), testing::ElementsAre("proposal"));
  EXPECT_THAT(parameters(approve, "header"), testing::ElementsAre("Idempotency-Key", "If-Match"));
  EXPECT_THAT(statuses(approve), testing::IsSupersetOf({"200", "401", "403", "404", "409", "412",
                                                        "415", "422", "428", "429"}));
  EXPECT_EQ(approve["security"].size(), 2U);

  const Json& list = operation("/api/v1/proposals", "get");
  EXPECT_THAT(parameters(list, "query"),
              testing::ElementsAre("after", "fields", "limit", "q", "sort"));
  EXPECT_THAT(statuses(list), testing::Not(testing::Contains("428")));
  EXPECT_EQ(list["security"][0], Json::object());

  EXPECT_THAT(statuses(operation("/api/v1/tokens", "post")), testing::Contains("201"));
  EXPECT_THAT(statuses(operation("/api/v1/tokens", "post")),
              testing::Not(testing::Contains("200")));
}

}  // namespace
}  // namespace milepost::web
