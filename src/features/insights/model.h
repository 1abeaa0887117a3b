// A report as a value: parts with tables, charts and the lines that tell most. One
// model for every format.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/date.h"
#include "proposal/proposal_ref.h"
#include "render/chart.h"
#include "render/table.h"

namespace milepost::insights {

// The paths of the proposals that a number counts; one that it counts twice is there twice.
using Counted = std::vector<std::string>;

struct ReportTable {
  std::string by;  // what its rows are: "group"
  std::string title;
  Table table;               // columns aligned to the right hold whole numbers
  bool detail = false;       // people see it only when they ask for it
  std::size_t first = 0;     // people see so many rows, the first ones; 0: all
  std::size_t latest = 0;    // or the last ones
  std::size_t for_data = 0;  // so many columns, the last ones, are for programs alone
  std::map<std::pair<std::size_t, std::size_t>, Counted> counted = {};  // by row and column
};

// What is planned for one release, by group.
struct RoadmapEntry {
  ProposalRef proposal;  // its path is from the root; it is the title where there is none
  std::string move;      // "alpha → beta"
  std::string summary;   // one sentence, "" when there is none
};
struct RoadmapGroup {
  std::string name;
  std::vector<RoadmapEntry> entries;
};
struct RoadmapRelease {
  std::string name;
  bool at_work = false;
  bool overdue = false;  // it is out, and they did not make it
  std::vector<RoadmapGroup> groups;
};
using Roadmap = std::vector<RoadmapRelease>;

struct ReportPart {
  std::string name;   // "stuck"
  std::string title;  // "Stuck proposals"
  std::string about;  // what counts, in a sentence
  std::vector<std::string> headlines;
  std::vector<ReportTable> tables;
  std::optional<Chart> chart;
  std::optional<Roadmap> roadmap;
  std::string unknown;   // why there is nothing to show; "" when there is
  Counted counted = {};  // by the headline, where there is one
};

struct Report {
  std::string process;
  std::string repository;  // "owner/name" of its host, else the name of its folder
  Date today;
  std::string release;  // at work; "" when that is not known
  bool from_calendar = false;
  std::size_t proposals = 0, open = 0;
  std::vector<ReportPart> parts;
  std::vector<std::string> notes;
  Counted counted_open = {};
};

}  // namespace milepost::insights
