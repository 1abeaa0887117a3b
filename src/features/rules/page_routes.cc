// The pages of the rules.
#include <span>

#include <fmt/format.h>

#include "features/common/web_page.h"
#include "features/rules/rules_html.h"

namespace milepost::rules {

namespace {

http::Response show_rules(const http::Request&, const Visit& visit) {
  return page_response(visit, {.file = "rules", .title = "Rules", .at = "process", .middle = true},
                       rules_html(visit));
}

http::Response show_rule(const http::Request& request, const Visit& visit) {
  const std::string word = request.values.get("rule");
  const Rule* const rule = find_rule(word);
  if (!rule) return error_page(visit, 404, fmt::format("There is no rule {}.", word));
  return page_response(visit,
                       {.file = "rule",
                        .title = fmt::format("{} {}", rule->code, rule->name),
                        .at = "process",
                        .narrow = true},
                       rule_html(visit, *rule));
}

constexpr Guard kRead{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};

constexpr Route kRows[] = {
    {http::Method::kGet, "/rules", kRead, Precondition::kFree, show_rules, {}},
    {http::Method::kGet, "/rules/{rule}", kRead, Precondition::kFree, show_rule, {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::rules
