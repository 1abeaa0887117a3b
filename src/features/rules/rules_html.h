// Rules as pages: the list with the severity that each has here, and the page of one.
#pragma once

#include "features/common/route.h"
#include "render/json_value.h"
#include "rules/rule.h"

namespace milepost::rules {

// What the process and the repository make of it.
Severity severity_here(const Process& process, const Rule& rule);

Json rules_html(const Visit& visit);
Json rule_html(const Visit& visit, const Rule& rule);

}  // namespace milepost::rules
