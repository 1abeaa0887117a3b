// How many proposals were in each state at the end of each month.
#pragma once

#include <cstddef>
#include <vector>

#include "base/date.h"
#include "history/history.h"
#include "history/states.h"

namespace milepost {

struct FlowMonth {
  Date end;                         // its last day, or today
  std::vector<std::size_t> counts;  // by the states
};

// From the month of the first landing, or of `since` should that be later, to that of
// today; what landed after today does not count. Fifty years at most.
std::vector<FlowMonth> flow_of(const History& history, const States& states, const Date& since,
                               const Date& today);

}  // namespace milepost
