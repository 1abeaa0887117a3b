// The page on which a document is pasted, and checked as one types. Nothing is stored.
#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/check/check_text.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"

namespace milepost::check {

namespace {

Json choice_html(const std::string& id, const std::string& chosen) {
  return {{"id", id}, {"chosen", id == chosen}};
}

Json kinds_html(const Process& process, const std::string& chosen) {
  Json list = Json::array();
  for (const Kind& kind : process.kinds) list.push_back(choice_html(kind.id, chosen));
  return list;
}

Json stages_html(const Process& process, const std::string& chosen) {
  Json list = Json::array();
  for (const std::string& stage : process.stage_names()) list.push_back(choice_html(stage, chosen));
  return list;
}

Json finding_html(const Visit& visit, const Finding& finding) {
  const std::string code(finding.code);
  return {{"code", code},
          {"severity", name(finding.severity)},
          {"word", severity_word(finding.severity)},
          {"message", finding.message},
          {"note", finding.note},
          {"line", finding.source ? finding.source->line_at(finding.span.begin) + 1 : 1},
          {"rule_href", page_href(visit, "/rules/" + code)}};
}

std::string summary_text(const findings::Run& run) {
  std::vector<std::string> parts;
  const auto add = [&](Severity severity, std::string_view word) {
    const std::size_t count = run.count(severity);
    if (count > 0) parts.push_back(counted(count, word));
  };
  add(Severity::kError, "error");
  add(Severity::kWarning, "warning");
  add(Severity::kInfo, "remark");
  return parts.empty() ? "nothing to report" : fmt::format("{}", fmt::join(parts, ", "));
}

Json form_html(const Visit& visit, const TextOptions& options) {
  const Process& process = visit.workspace->process();
  const Json stages = stages_html(process, options.stage);
  return {{"text", options.text},
          {"kinds", kinds_html(process, options.kind)},
          {"several_kinds", process.kinds.size() > 1},
          {"has_stages", !stages.empty()},
          {"stages", stages},
          {"action", page_href(visit, "/check")},
          {"checked", false},
          {"error", ""},
          {"summary", ""},
          {"findings", Json::array()}};
}

http::Response form_page(const Visit& visit, int status, Json data) {
  return page_response(visit,
                       {.file = "check",
                        .title = "Check a document",
                        .at = "check",
                        .status = status,
                        .middle = true},
                       std::move(data));
}

http::Response show_form(const http::Request&, const Visit& visit) {
  return form_page(visit, 200, form_html(visit, {}));
}

http::Response check_form(const http::Request& request, const Visit& visit) {
  const TextOptions options{.text = request.form.get("text"),
                            .path = {},
                            .kind = request.form.get("kind"),
                            .stage = request.form.get("stage")};
  const bool wants_json = request.headers.get("accept").find("json") != std::string::npos;
  const auto run = check_text(*visit.workspace, options);
  if (!run && wants_json) return problem(run.error(), request);
  Json data = form_html(visit, options);
  if (!run) {
    data["error"] = run.error().message;
    return form_page(visit, http_status(run.error()), std::move(data));
  }
  Json findings = Json::array();
  for (const Finding& finding : run->findings) findings.push_back(finding_html(visit, finding));
  if (wants_json) {
    const Json answer = {{"summary", summary_text(*run)}, {"findings", std::move(findings)}};
    return http::text_response(200, "application/json", json_text(answer));
  }
  data["checked"] = true;
  data["summary"] = summary_text(*run);
  data["findings"] = std::move(findings);
  return form_page(visit, 200, std::move(data));
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/check",
     {Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe},
     Precondition::kFree,
     show_form,
     {}},
    {http::Method::kPost,
     "/check",
     {Caller::kReader, Scope::kRead, Rate::kCheck, Csrf::kOrigin},
     Precondition::kFree,
     check_form,
     {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::check
