// Several proposals at once: what is wrong with one does not keep the others from being recorded.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/record.h"

namespace milepost::release {

// Decides and records, all of it together where that can be. Why each was not recorded; nothing
// where it was, or nothing was to be.
std::vector<std::optional<Error>> act_on_rows(Record& record, std::span<const Card* const> cards,
                                              const Record::DecideEach& decide);

// "140: @iduarte may not opt in", or the message alone where it names the proposal already.
std::string row_text(std::string_view called, std::string_view message);

}  // namespace milepost::release
