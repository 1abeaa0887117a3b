#include "features/findings/baseline.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/findings/region.h"
#include "render/json_value.h"

namespace milepost::findings {

namespace {

constexpr int kBaselineSchema = 1;

using Key = std::tuple<std::string, std::string, std::uint64_t>;  // path, rule, line

Key key_of(const BaselineEntry& entry) { return {entry.path, entry.rule, entry.line}; }

BaselineEntry entry_of(const Finding& finding, const BaselinePath& path_of_finding,
                       LineHashes& lines) {
  BaselineEntry entry;
  entry.rule = finding.code;
  entry.message = finding.message;
  if (!finding.source) return entry;
  entry.path = path_of_finding(path_of(finding));
  entry.line = lines.of(finding);
  return entry;
}

}  // namespace

std::vector<BaselineEntry> baseline_of(const Run& run, const BaselinePath& path_of_finding) {
  std::map<Key, BaselineEntry> entries;
  LineHashes lines;
  for (const Finding& finding : run.findings) {
    BaselineEntry entry = entry_of(finding, path_of_finding, lines);
    Key key = key_of(entry);
    const auto [at, fresh] = entries.emplace(std::move(key), std::move(entry));
    if (!fresh) ++at->second.count;
  }
  std::vector<BaselineEntry> sorted;
  for (auto& [key, entry] : entries) sorted.push_back(std::move(entry));
  return sorted;
}

std::string write_baseline(const std::vector<BaselineEntry>& entries) {
  // One finding a line: changes to the file read well.
  std::string text = fmt::format("{{\n  \"schema\": {},\n  \"findings\": [", kBaselineSchema);
  std::string_view separator = "\n";
  for (const BaselineEntry& entry : entries) {
    Json value;
    value["path"] = entry.path;
    value["rule"] = entry.rule;
    value["line"] = fmt::format("{:016x}", entry.line);
    value["count"] = entry.count;
    value["message"] = entry.message;
    text.append(separator).append("    ").append(json_line(value));
    separator = ",\n";
  }
  return text + (entries.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

Result<std::vector<BaselineEntry>> read_baseline(const Source& source) {
  const Json file = read_json(source.text());
  const auto is_wrong = [](std::string_view what) {
    return failure(
        fmt::format("is no baseline: {}; milepost check --write-baseline makes one", what));
  };
  if (file.is_discarded() || !file.is_object()) return is_wrong("it is not JSON");
  if (file.value("schema", 0) != kBaselineSchema) return is_wrong("\"schema\": 1 is expected");
  if (!file.contains("findings") || !file["findings"].is_array()) {
    return is_wrong("\"findings\" is expected");
  }
  std::vector<BaselineEntry> entries;
  for (const Json& value : file["findings"]) {
    const auto text = [&](const char* key) {
      const auto found = value.find(key);
      return found != value.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    if (!value.is_object() || text("rule").empty()) return is_wrong("a finding has no rule");
    BaselineEntry entry;
    entry.path = text("path");
    entry.rule = text("rule");
    entry.message = text("message");
    for (const char digit : text("line")) {
      const int at = is_digit(digit) ? digit - '0' : to_lower(digit) - 'a' + 10;
      if (at < 0 || at > 15) return is_wrong("a line is no hash");
      entry.line = entry.line * 16 + static_cast<std::uint64_t>(at);
    }
    const auto count = value.find("count");
    if (count != value.end() && count->is_number_unsigned())
      entry.count = count->get<std::size_t>();
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<BaselineEntry> apply_baseline(const std::vector<BaselineEntry>& baseline,
                                          const BaselinePath& path_of_finding, Run& run) {
  std::map<Key, BaselineEntry> left;
  for (const BaselineEntry& entry : baseline) {
    const auto [at, fresh] = left.emplace(key_of(entry), entry);
    if (!fresh) at->second.count += entry.count;
  }
  const std::size_t before = run.findings.size();
  LineHashes lines;
  std::erase_if(run.findings, [&](const Finding& finding) {
    const auto known = left.find(key_of(entry_of(finding, path_of_finding, lines)));
    if (known == left.end() || known->second.count == 0) return false;
    --known->second.count;
    return true;
  });
  run.baselined += before - run.findings.size();
  std::vector<BaselineEntry> gone;
  for (auto& [key, entry] : left) {
    if (entry.count > 0) gone.push_back(std::move(entry));
  }
  return gone;
}

}  // namespace milepost::findings
