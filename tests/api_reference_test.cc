// The reference in docs/api.md is made from the table of routes: it cannot fall behind.
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "golden_files.h"
#include "web/all_routes.h"

namespace milepost::web {
namespace {

constexpr std::string_view kBegin =
    "<!-- routes: made from the table of routes; MILEPOST_UPDATE_GOLDENS=1 ./dev test "
    "ApiReference\n"
    "rewrites it. -->\n";
constexpr std::string_view kEnd = "<!-- /routes -->\n";

std::string_view who(const Guard& guard) {
  switch (guard.caller) {
    case Caller::kAnyone: return "anyone";
    case Caller::kReader: return "who may read";
    case Caller::kPerson: return guard.scope == Scope::kRecord ? "token `record`" : "signed in";
    case Caller::kAdmin: return "admins";
    case Caller::kOperator: return "this machine, admins";
  }
  return "";
}

std::string reference() {
  std::string rows = "| request | for | does |\n|---|---|---|\n";
  for (const Route* const route : all_routes()) {
    if (!route->pattern.starts_with("/api/v1")) continue;
    std::string query;
    if (!route->text.query.empty()) query = fmt::format("; query: {}", route->text.query);
    rows += fmt::format(
        "| `{} {}` | {}{} | {}{} |\n", http::name(route->method),
        route->pattern.substr(std::string_view("/api/v1").size()), who(route->guard),
        route->match == Precondition::kProposal ? ", `If-Match`" : "", route->text.summary, query);
  }
  return rows;
}

TEST(ApiReference, IsCurrent) {
  const auto path = in_source_tree("docs/api.md");
  std::string page = read_text(path).value_or("");
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = page.find(kEnd);
  ASSERT_NE(begin, page.npos) << "the page has no place for it";
  ASSERT_NE(end, page.npos) << "the page has no place for it";
  page.replace(begin + kBegin.size(), end - begin - kBegin.size(), reference());
  expect_golden(path, page);
}

}  // namespace
}  // namespace milepost::web
