// What `report` writes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "features/insights/model.h"
#include "render/text_options.h"

namespace milepost::insights {

// The most telling lines of every part, for a terminal of 80 columns.
std::string render_report_summary(const Report& report, const TextOptions& options);
std::string render_report_text(const Report& report, const TextOptions& options);
std::string render_report_markdown(const Report& report);
std::string render_report_json(const Report& report);
// Where a proposal is shown, by its path; "" where nothing shows it.
using ProposalAddress = std::function<std::string(const std::string& path)>;
// One page with everything in it: no script, nothing to load.
std::string render_report_html(const Report& report, const ProposalAddress& address = {});

std::string render_roadmap_text(const Roadmap& roadmap, std::uint32_t columns);
std::string render_roadmap_markdown(const Roadmap& roadmap);
std::string render_roadmap_html(const Roadmap& roadmap, const ProposalAddress& address = {});

// What people are shown of a table.
struct ShownTable {
  Table table;
  std::size_t begin = 0;             // the row of the whole table that is the first here
  std::vector<std::size_t> columns;  // those of the whole table that are here
  std::string left_out;              // "84 rows before these are left out"; "" when none are
};
ShownTable shown_of(const ReportTable& table);

}  // namespace milepost::insights
