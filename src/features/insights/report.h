// The use case behind `milepost report`: how a repository's proposals move along.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.h"
#include "base/read_error.h"
#include "base/result.h"
#include "features/insights/model.h"
#include "workspace/workspace.h"

namespace milepost::insights {

// The parts of a report, in their order.
inline constexpr std::array<std::string_view, 12> kReportNames = {
    "times",      "flow",     "throughput", "progress",  "stuck",   "permanent",
    "milestones", "unclosed", "templates",  "approvers", "latency", "roadmap"};

struct ReportOptions {
  std::vector<std::string> names;       // of parts; none: all
  std::string by;                       // keep the tables whose rows are these alone; "" keeps all
  std::optional<Date> since;            // moves from this day on
  std::vector<std::string> query = {};  // only the proposals that it finds; none: all
};

struct ReportRun {
  Report report;
  std::vector<ReadError> read_errors;
};

// Fails when no process is recognised, when no part has a table by what is asked for,
// or when every part that is asked for needs a history and there is none.
Result<ReportRun> make_report(const Workspace& workspace, const ReportOptions& options);

}  // namespace milepost::insights
