// What the parts of a report are made from: every proposal as it is now, and its
// life. The makers of parts are pure: values in, tables out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "features/insights/model.h"
#include "workspace/subjects.h"
#include "workspace/workspace.h"

namespace milepost::insights {

// What its document tells. Read only for the parts that ask.
struct Reading {
  const Kind* kind = nullptr;
  std::size_t version = 0;  // of the kind's lineage
  std::string summary;      // its first sentence
};

struct ReportData : Subjects {
  using Subjects::Subjects;

  std::optional<Date> since;
  std::vector<std::optional<Reading>> readings;  // parallel to all; empty unless asked for
  const Facts* facts = nullptr;
};

struct Gathered {
  Selection selection;  // which the data point into
  std::unique_ptr<ReportData> data;
};
// Of the proposals that a query finds, when there is one; what is usual is still what is so of all.
// Documents are read only when `reading`.
Result<Gathered> gather_report_data(const Workspace& workspace, std::optional<Date> since,
                                    const std::vector<std::string>& query, bool reading);

// One maker for each part; see docs/report.md for what counts.
ReportPart times_part(const ReportData& data);
ReportPart flow_part(const ReportData& data);
ReportPart throughput_part(const ReportData& data);
ReportPart progress_part(const ReportData& data);
ReportPart stuck_part(const ReportData& data);
ReportPart permanent_part(const ReportData& data);
ReportPart milestones_part(const ReportData& data);
ReportPart unclosed_part(const ReportData& data);
ReportPart templates_part(const ReportData& data);
ReportPart approvers_part(const ReportData& data);
ReportPart latency_part(const ReportData& data);
ReportPart roadmap_part(const ReportData& data);

}  // namespace milepost::insights
