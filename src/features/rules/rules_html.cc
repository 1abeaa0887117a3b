#include "features/rules/rules_html.h"

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/strings.h"
#include "features/common/values_html.h"
#include "render/markdown_html.h"

namespace milepost::rules {

namespace {

// What rules look at, by the first digit of their codes.
std::string_view group_title(std::string_view code) {
  switch (code.size() > 2 ? code[2] : '0') {
    case '1': return "Templates and directives";
    case '2': return "Sections";
    case '3': return "Metadata";
    case '4': return "Links, relations and contents";
    case '5': return "Process and reviews";
    case '6': return "Text";
    case '7': return "Tracking issues";
    case '9': return "Age";
    default: return "Others";
  }
}

std::string_view tone_of(Severity severity) {
  switch (severity) {
    case Severity::kError: return "chip-bad";
    case Severity::kWarning: return "chip-warn";
    case Severity::kInfo:
    case Severity::kOff: break;
  }
  return "";
}

Json row_of(const Visit& visit, const Rule& rule) {
  const Severity here = visit.workspace->recognised()
                            ? severity_here(visit.workspace->process(), rule)
                            : rule.severity;
  return {{"code", rule.code},
          {"name", rule.name},
          {"summary", rule.summary},
          {"severity", name(here)},
          {"usual", here == rule.severity ? std::string_view() : name(rule.severity)},
          {"tone", tone_of(here)},
          {"href", page_href(visit, "/rules/" + http::encode(rule.code))}};
}

// "MP203.md" in the page of another leads to its page.
std::string page_of_link(const Visit& visit, std::string_view address) {
  const std::string_view file = address.substr(address.rfind('/') + 1);
  const Rule* const rule = find_rule(file.substr(0, file.find('.')));
  return rule ? page_href(visit, "/rules/" + std::string(rule->code)) : std::string();
}

}  // namespace

Severity severity_here(const Process& process, const Rule& rule) {
  Severity severity = rule.severity;
  for (const RuleSetting& setting : process.rules) {
    if (find_rule(setting.rule) == &rule) severity = setting.severity;
  }
  return severity;
}

Json rules_html(const Visit& visit) {
  Json groups = Json::array();
  for (const Rule& rule : all_rules()) {
    const std::string_view title = group_title(rule.code);
    if (groups.empty() || groups.back()["title"] != title) {
      groups.push_back({{"title", title}, {"rules", Json::array()}});
    }
    groups.back()["rules"].push_back(row_of(visit, rule));
  }
  return {{"count", counted(all_rules().size(), "rule")},
          {"process_href", page_href(visit, "/process")},
          {"groups", std::move(groups)}};
}

Json rule_html(const Visit& visit, const Rule& rule) {
  Json page = row_of(visit, rule);
  const auto text = find_embedded(fmt::format("docs/rules/{}.md", rule.code));
  // The title stands above it.
  const std::size_t body = text ? text->find('\n') : 0;
  MarkdownHtml options;
  options.link = [&](std::string_view address) { return page_of_link(visit, address); };
  page["html"] = text ? render_markdown(text->substr(body), options).html : std::string();
  page["rules_href"] = page_href(visit, "/rules");
  return page;
}

}  // namespace milepost::rules
