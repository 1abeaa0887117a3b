#include "features/findings/findings_json.h"
#include "features/findings/formats.h"
#include "features/findings/region.h"

namespace milepost::findings {

namespace {

void put_place(Json& into, const Region& place) {
  into["line"] = place.line;
  into["column"] = place.column;
  into["endLine"] = place.end_line;
  into["endColumn"] = place.end_column;
}

Json json_fixes(const Finding& finding, Regions& places) {
  Json fixes = Json::array();
  if (finding.source == nullptr) return fixes;
  for (const auto& fix : finding.fixes) {
    Json edits = Json::array();
    for (const auto& edit : fix.edits) {
      Json value;
      put_place(value, places.of_edit(*finding.source, edit.span));
      value["text"] = edit.text;
      edits.push_back(std::move(value));
    }
    fixes.push_back({{"title", fix.title}, {"edits", std::move(edits)}});
  }
  return fixes;
}

}  // namespace

Json json_findings(const Run& run) {
  Json findings = Json::array();
  Regions places;
  Regions edit_places;
  for (const auto& finding : run.findings) {
    Json value;
    value["rule"] = finding.code;
    value["name"] = finding.name;
    value["severity"] = name(finding.severity);
    value["path"] = path_of(finding);
    put_place(value, places.of(finding));
    value["message"] = finding.message;
    if (!finding.note.empty()) value["note"] = finding.note;
    value["section"] = finding.section.empty() ? Json() : Json(finding.section);
    value["fixes"] = json_fixes(finding, edit_places);
    findings.push_back(std::move(value));
  }
  return findings;
}

std::string render_json(const Run& run) {
  Json report;
  report["findings"] = json_findings(run);
  report["summary"] = {{"files", run.files},
                       {"errors", run.count(Severity::kError)},
                       {"warnings", run.count(Severity::kWarning)},
                       {"infos", run.count(Severity::kInfo)}};
  if (run.baselined > 0) report["summary"]["baselined"] = run.baselined;
  if (!run.unlisted.empty()) {
    Json unlisted = Json::array();
    for (const auto& rest : run.unlisted) {
      unlisted.push_back({{"path", rest.path},
                          {"rule", rest.code},
                          {"severity", name(rest.severity)},
                          {"count", rest.count}});
    }
    report["unlisted"] = std::move(unlisted);
  }
  if (!run.read_errors.empty()) {
    Json read_errors = Json::array();
    for (const auto& read_error : run.read_errors) {
      read_errors.push_back({{"path", read_error.path}, {"message", read_error.message}});
    }
    report["troubles"] = std::move(read_errors);
  }
  if (!run.unread.empty()) report["unread"] = run.unread;
  return json_text(report);
}

}  // namespace milepost::findings
