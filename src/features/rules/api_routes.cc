// The rules over HTTP.
#include <fmt/format.h>

#include "base/embedded.h"
#include "features/common/api.h"
#include "features/rules/rule_text.h"

namespace milepost::rules {

namespace {

http::Response rules_answer(const http::Request& /*request*/, const Visit& /*visit*/) {
  return api::json_response(render_rules_json(all_rules()));
}

http::Response rule_answer(const http::Request& request, const Visit& /*visit*/) {
  const std::string word = request.values.get("rule");
  const Rule* const rule = find_rule(word);
  if (rule == nullptr) {
    return problem(Error{fmt::format("there is no rule \"{}\"", word), ErrorKind::kNotFound},
                   request);
  }
  Json answer = rule_json(*rule);
  const auto page = find_embedded(fmt::format("docs/rules/{}.md", rule->code));
  answer["page"] = page ? Json(*page) : Json();
  return api::json_response(answer);
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/rules",
     api::kToRead,
     Precondition::kFree,
     rules_answer,
     {"All rules, each with what it looks for", "", "", "Rules", ""}},
    {http::Method::kGet,
     "/api/v1/rules/{rule}",
     api::kToRead,
     Precondition::kFree,
     rule_answer,
     {"A rule, by its code or name, with its page in Markdown", "", "", "Rule", "404"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::rules
