// The report as a page: charts and tables, with links to what they count.
#pragma once

#include <string>

#include "features/common/route.h"
#include "features/insights/model.h"
#include "render/json_value.h"

namespace milepost::insights {

Json reports_html(const Visit& visit, const Report& report, const std::string& query);

// Where a cell of the whole table leads: to a proposal, from the name of a row to the query for it,
// from a number to a list of as many proposals. "" for nowhere.
std::string cell_href(const Visit& visit, const ReportTable& table, std::size_t row,
                      std::size_t column);

}  // namespace milepost::insights
