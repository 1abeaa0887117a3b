// The matrix of routes in docs/serving.md is made from the table of routes. It is held here, so
// that who may ask what changes only where somebody reads it.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "golden_files.h"
#include "web/all_routes.h"

namespace milepost::web {
namespace {

constexpr std::string_view kBegin =
    "<!-- matrix: made from the table of routes; MILEPOST_UPDATE_GOLDENS=1 ./dev test RouteMatrix\n"
    "rewrites it. -->\n";
constexpr std::string_view kEnd = "<!-- /matrix -->\n";

struct Roles {
  std::string_view nobody, person, admin;
};

Roles roles_of(Caller caller) {
  switch (caller) {
    case Caller::kAnyone: return {"yes", "yes", "yes"};
    case Caller::kReader: return {"unless private", "yes", "yes"};
    case Caller::kPerson: return {"no", "yes", "yes"};
    case Caller::kAdmin: return {"no", "no", "yes"};
    case Caller::kOperator: return {"on its machine", "on its machine", "yes"};
  }
  return {};
}

std::string_view name_of(Scope scope) {
  switch (scope) {
    case Scope::kNothing: return "–";
    case Scope::kRead: return "`read`";
    case Scope::kRecord: return "`record`";
    case Scope::kAccounts: return "`accounts`";
  }
  return {};
}

std::string_view name_of(Rate rate) {
  switch (rate) {
    case Rate::kUnlimited: return "–";
    case Rate::kRead: return "reading";
    case Rate::kSearch: return "searching";
    case Rate::kCheck: return "checking";
    case Rate::kWrite: return "recording";
    case Rate::kSignIn: return "signing in";
  }
  return {};
}

std::string_view name_of(Csrf csrf) {
  switch (csrf) {
    case Csrf::kSafe: return "–";
    case Csrf::kToken: return "session's token";
    case Csrf::kOrigin: return "our page";
  }
  return {};
}

std::string matrix() {
  std::vector<const Route*> rows = all_routes();
  std::ranges::stable_sort(rows, [](const Route* a, const Route* b) {
    return std::pair(a->pattern, a->method) < std::pair(b->pattern, b->method);
  });
  std::string text =
      "| request | nobody | a person | an admin | scope of a token | counted as | comes from | "
      "`If-Match` |\n|---|---|---|---|---|---|---|---|\n";
  for (const Route* const row : rows) {
    const Roles roles = roles_of(row->guard.caller);
    text +=
        fmt::format("| `{} {}` | {} | {} | {} | {} | {} | {} | {} |\n", http::name(row->method),
                    row->pattern, roles.nobody, roles.person, roles.admin,
                    name_of(row->guard.scope), name_of(row->guard.rate), name_of(row->guard.csrf),
                    row->match == Precondition::kProposal ? "yes" : "–");
  }
  return text;
}

TEST(RouteMatrix, IsCurrent) {
  const auto path = in_source_tree("docs/serving.md");
  std::string page = read_text(path).value_or("");
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = page.find(kEnd);
  ASSERT_NE(begin, page.npos) << "the page has no place for it";
  ASSERT_NE(end, page.npos) << "the page has no place for it";
  page.replace(begin + kBegin.size(), end - begin - kBegin.size(), matrix());
  expect_golden(path, page);
}

}  // namespace
}  // namespace milepost::web
