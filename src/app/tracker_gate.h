// What a tracking issue says to gates: whether a list, or everything below an item, is
// done.
#pragma once

#include "app/stored_record.h"
#include "gates/gate.h"

namespace milepost {

// Of the list or the item that `what` names, as far as it is due where the step of the
// input leads. Nothing when there is no issue, or it has neither. The record of the input
// is asked by items that are computed.
std::optional<Recorded> tracker_says(const GateInput& input, const StoredRecord& stored,
                                     std::string_view what);

}  // namespace milepost
