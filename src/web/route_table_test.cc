#include "web/route_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "web/target.h"

namespace milepost::web {
namespace {

using http::Method;

http::Response nothing(const http::Request& /*request*/, const Visit& /*visit*/) { return {}; }

constexpr Guard kOpen{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};
constexpr Guard kWrite{Caller::kPerson, Scope::kRecord, Rate::kWrite, Csrf::kToken};

consteval Route get(std::string_view pattern) {
  return {Method::kGet, pattern, kOpen, Precondition::kFree, nothing, {}};
}

constexpr Route kRows[] = {
    get("/files/{path...}"),
    get("/rules/{rule}"),
    get("/rules/new"),
    get("/releases/{release}"),
    get("/releases/{release}.ics"),
    get("/releases/{release}/freezes/{freeze}"),
    {Method::kPost, "/rules/new", kWrite, Precondition::kFree, nothing, {}},
    get("/files/special"),
};

std::string found(const RouteTable& table, Method method, const std::string& path) {
  const auto target = read_target(path);
  const auto match = table.find(method, target->segments);
  if (!match) return "";
  std::string text(match->route->pattern);
  for (const auto& [name, value] : match->values) text += " " + name + "=" + value;
  return text;
}

TEST(RouteTable, TheMoreExactCounts) {
  std::vector<const Route*> rows;
  for (const Route& row : kRows) rows.push_back(&row);
  const RouteTable table(rows);
  const struct {
    std::string path, want;
  } cases[] = {
      {"/rules/MP1", "/rules/{rule} rule=MP1"},
      {"/rules/new", "/rules/new"},
      {"/rules", ""},
      {"/rules/", ""},
      {"/rules/a/b", ""},
      {"/releases/v1.2", "/releases/{release} release=v1.2"},
      {"/releases/v1.2.ics", "/releases/{release}.ics release=v1.2"},
      {"/releases/.ics", "/releases/{release} release=.ics"},
      {"/releases/v1/freezes/prr", "/releases/{release}/freezes/{freeze} release=v1 freeze=prr"},
      {"/files/a/b/c.png", "/files/{path...} path=a/b/c.png"},
      {"/files/special", "/files/special"},
      {"/files", ""},
  };
  for (const auto& c : cases) EXPECT_EQ(found(table, Method::kGet, c.path), c.want) << c.path;
  EXPECT_EQ(found(table, Method::kHead, "/rules/new"), "/rules/new");
  EXPECT_EQ(found(table, Method::kPost, "/rules/MP1"), "");
  const auto target = read_target("/rules/new");
  EXPECT_THAT(table.allowed(target->segments),
              testing::ElementsAre(Method::kGet, Method::kHead, Method::kPost));
  EXPECT_THAT(table.collisions(), testing::IsEmpty());
}

TEST(RouteTable, FindsCollisions) {
  constexpr Route kSame[] = {get("/a/{b}"), get("/a/{c}"), get("/a/c"), get("/{a}/c")};
  std::vector<const Route*> rows;
  for (const Route& row : kSame) rows.push_back(&row);
  EXPECT_THAT(RouteTable(rows).collisions(), testing::ElementsAre("GET /a/{b} and GET /a/{c}"));
}

}  // namespace
}  // namespace milepost::web
