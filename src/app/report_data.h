// What the parts of a report are made from: every proposal as it is now, and its
// life. The makers of parts are pure: values in, tables out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/plan.h"
#include "app/report.h"
#include "history/cycle.h"
#include "history/history.h"
#include "history/states.h"
#include "history/stays.h"
#include "history/watch.h"
#include "report/report.h"

namespace milepost {

// A proposal as its files say it is.
struct Subject {
  const Card* card = nullptr;
  Standing standing;
  std::optional<std::size_t> state;  // of the states; nothing for an unknown status
  bool open = false;                 // on the usual way
  std::optional<Tenure> tenure;      // when its life is known
};

// What its document tells. Read only for the parts that ask.
struct Reading {
  const Kind* kind = nullptr;
  std::size_t version = 0;  // of the kind's lineage
  std::string summary;      // its first sentence
};

struct ReportData {
  ReportData(const Process& rules, Date day) : process(rules), states(rules), today(day) {}
  ReportData(const ReportData&) = delete;  // subjects point into it
  ReportData& operator=(const ReportData&) = delete;

  const Process& process;
  States states;
  Date today;
  std::optional<Date> since;
  std::optional<History> history;
  std::string no_history;  // why there is none
  Cycles cycles;
  std::string no_cycle;  // why the cycle at work is not known
  Durations status_days, stage_days;
  std::vector<Subject> subjects;                 // by path
  std::vector<std::optional<Reading>> readings;  // parallel; empty unless asked for
  const Facts* facts = nullptr;
};

// What a request is about. Documents are read only when `reading`.
struct Gathered {
  Plan plan;  // which the data point into
  std::unique_ptr<ReportData> data;
};
Result<Gathered> gather_report_data(const ReportRequest& request, bool reading);

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

}  // namespace milepost
