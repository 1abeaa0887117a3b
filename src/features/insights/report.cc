#include "features/insights/report.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "features/common/host_links.h"
#include "features/insights/data.h"

namespace milepost::insights {

namespace {

using Maker = ReportPart (*)(const ReportData&);
constexpr std::array<Maker, kReportNames.size()> kMakers = {
    times_part,      flow_part,     throughput_part, progress_part,  stuck_part,   permanent_part,
    milestones_part, unclosed_part, templates_part,  approvers_part, latency_part, roadmap_part};

bool is_wanted(const ReportOptions& options, std::string_view name) {
  return options.names.empty() || std::ranges::find(options.names, name) != options.names.end();
}

// Keeps the tables by what was asked for. Fails when there is none.
Result<void> keep_tables(const std::string& by, Report& report) {
  if (by.empty()) return {};
  std::set<std::string> there;
  for (ReportPart& part : report.parts) {
    for (const ReportTable& table : part.tables) there.insert(table.by);
    std::erase_if(part.tables, [&](const ReportTable& table) { return table.by != by; });
    for (ReportTable& table : part.tables) table.detail = false;
  }
  if (there.contains(by)) {
    std::erase_if(report.parts, [](const ReportPart& part) { return part.tables.empty(); });
    return {};
  }
  if (there.empty()) return failure("--by: there is no table to choose from");
  return failure(fmt::format("--by {}: nothing here is grouped by that, only by {}", by,
                             fmt::join(there, ", ")));
}

}  // namespace

Result<ReportRun> make_report(const Workspace& workspace, const ReportOptions& options) {
  const bool reading = is_wanted(options, "templates") || is_wanted(options, "roadmap");
  TRY(auto gathered, gather_report_data(workspace, options.since, options.query, reading));
  const ReportData& data = *gathered.data;

  ReportRun run;
  run.read_errors = std::move(gathered.selection.read_errors);
  Report& report = run.report;
  report.process = data.process.name;
  report.repository = repository_name(workspace.root());
  report.today = data.today;
  if (data.cycles.at_work()) report.release = to_string(*data.cycles.at_work());
  report.from_calendar = data.cycles.from_calendar();
  report.proposals = data.all.size();
  for (const Subject& subject : data.all) {
    if (subject.open) report.counted_open.push_back(subject.card->path);
  }
  report.open = report.counted_open.size();
  report.notes = gathered.selection.notes;
  if (data.history && data.history->since) {
    report.notes.push_back(fmt::format("history is missing: the clone is shallow, from {} on",
                                       to_string(*data.history->since)));
  }
  for (std::size_t i = 0; i < kReportNames.size(); ++i) {
    if (!is_wanted(options, kReportNames[i])) continue;
    ReportPart part = kMakers[i](data);
    part.name = kReportNames[i];
    report.parts.push_back(std::move(part));
  }
  const bool nothing = std::ranges::all_of(
      report.parts, [](const ReportPart& part) { return !part.unknown.empty(); });
  if (nothing) return failure(report.parts.front().unknown);
  TRY(keep_tables(options.by, report));
  return run;
}

}  // namespace milepost::insights
