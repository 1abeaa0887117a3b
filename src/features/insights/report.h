// The use case behind `milepost report`: how a repository's proposals move along.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.h"
#include "base/instant.h"
#include "base/result.h"
#include "base/trouble.h"
#include "features/insights/model.h"

namespace milepost::insights {

// The parts of a report, in their order.
inline constexpr std::array<std::string_view, 12> kReportNames = {
    "times",      "flow",     "throughput", "progress",  "stuck",   "permanent",
    "milestones", "unclosed", "templates",  "approvers", "latency", "roadmap"};

struct ReportRun {
  Report report;
  std::vector<Trouble> troubles;
};

// Fails when no process is recognised, when no part has a table by what is asked for,
// or when every part that is asked for needs a history and there is none.
Result<ReportRun> make_report(const ReportRequest& request);

}  // namespace milepost::insights
