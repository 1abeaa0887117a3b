#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/strings.h"
#include "features/findings/formats.h"
#include "features/findings/region.h"
#include "render/json_value.h"

namespace milepost::findings {

namespace {

constexpr std::string_view kSarifSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

std::string_view level(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kInfo: return "note";
    case Severity::kOff: break;
  }
  return "none";
}

Json message(std::string_view text) { return {{"text", text}}; }

Json artifact(std::string_view path) { return {{"uri", path_uri(path)}}; }

Json json_region(const Region& place) {
  return {{"startLine", place.line},
          {"startColumn", place.column},
          {"endLine", place.end_line},
          {"endColumn", place.end_column}};
}

// The rules that were reported, in the order of their codes.
class RuleTable {
 public:
  RuleTable(const Run& run, std::span<const Rule> known) : known_(known) {
    for (const auto& finding : run.findings) codes_.push_back(finding.code);
    std::ranges::sort(codes_);
    codes_.erase(std::ranges::unique(codes_).begin(), codes_.end());
  }

  std::size_t index(std::string_view code) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(codes_, code) - codes_.begin());
  }

  Json describe(const Run& run) const {
    Json rows = Json::array();
    for (const auto code : codes_) {
      const auto rule = std::ranges::find(known_, code, &Rule::code);
      if (rule != known_.end()) {
        rows.push_back(describe(*rule));
        continue;
      }
      const auto finding = std::ranges::find(run.findings, code, &Finding::code);
      rows.push_back({{"id", code}, {"name", finding->name}});
    }
    return rows;
  }

 private:
  static Json describe(const Rule& rule) {
    Json row{{"id", rule.code},
             {"name", rule.name},
             {"shortDescription", message(rule.summary)},
             {"defaultConfiguration", {{"level", level(rule.severity)}}}};
    const auto page = find_embedded(fmt::format("docs/rules/{}.md", rule.code));
    if (page) row["help"] = {{"text", rule.summary}, {"markdown", *page}};
    return row;
  }

  std::span<const Rule> known_;
  std::vector<std::string_view> codes_;
};

Json sarif_fixes(const Finding& finding, Regions& places) {
  Json fixes = Json::array();
  for (const auto& fix : finding.fixes) {
    Json replacements = Json::array();
    for (const auto& edit : fix.edits) {
      replacements.push_back(
          {{"deletedRegion", json_region(places.of_edit(*finding.source, edit.span))},
           {"insertedContent", message(edit.text)}});
    }
    if (replacements.empty()) continue;
    Json change{{"artifactLocation", artifact(path_of(finding))},
                {"replacements", std::move(replacements)}};
    fixes.push_back({{"description", message(fix.title)},
                     {"artifactChanges", Json::array({std::move(change)})}});
  }
  return fixes;
}

Json results(const Run& run, const RuleTable& table) {
  Json rows = Json::array();
  Regions places;
  Regions edit_places;
  for (const auto& finding : run.findings) {
    Json row{{"ruleId", finding.code},
             {"ruleIndex", table.index(finding.code)},
             {"level", level(finding.severity)},
             {"message", message(full_message(finding))}};
    if (finding.source != nullptr) {
      Json physical{{"artifactLocation", artifact(path_of(finding))},
                    {"region", json_region(places.of(finding))}};
      row["locations"] = Json::array({{{"physicalLocation", std::move(physical)}}});
      Json fixes = sarif_fixes(finding, edit_places);
      if (!fixes.empty()) row["fixes"] = std::move(fixes);
    }
    if (!finding.section.empty()) row["properties"] = {{"section", finding.section}};
    rows.push_back(std::move(row));
  }
  return rows;
}

Json invocation(const Run& run) {
  Json value{{"executionSuccessful", run.read_errors.empty()}};
  Json notifications = Json::array();
  for (const auto& read_error : run.read_errors) {
    Json row{{"level", "error"}, {"message", message(read_error.message)}};
    if (!read_error.path.empty()) {
      Json location{{"physicalLocation", {{"artifactLocation", artifact(read_error.path)}}}};
      row["locations"] = Json::array({std::move(location)});
    }
    notifications.push_back(std::move(row));
  }
  if (!notifications.empty()) value["toolExecutionNotifications"] = std::move(notifications);
  return value;
}

}  // namespace

std::string path_uri(std::string_view path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (is_alnum(c) || std::string_view("-._~/").find(c) != std::string_view::npos) {
      uri.push_back(c);
    } else {
      fmt::format_to(std::back_inserter(uri), "%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

std::string render_sarif(const Run& run, std::span<const Rule> rules) {
  const RuleTable table(run, rules);
  Json driver{{"name", "milepost"}, {"version", MILEPOST_VERSION}, {"rules", table.describe(run)}};
  Json one{{"tool", {{"driver", std::move(driver)}}},
           {"invocations", Json::array({invocation(run)})},
           {"columnKind", "unicodeCodePoints"},
           {"results", results(run, table)}};
  const Json log{
      {"$schema", kSarifSchema}, {"version", "2.1.0"}, {"runs", Json::array({std::move(one)})}};
  return json_text(log);
}

}  // namespace milepost::findings
