// The use case behind `milepost history`: what git knows of proposals.
#pragma once

#include <optional>
#include <string>

#include "base/date.h"
#include "base/result.h"
#include "features/history/model.h"

namespace milepost::history {

struct HistoryRequest {
  std::string directory = ".";
  std::string process;
  std::string subject;  // a number or path; "" for the whole repository
  std::optional<Date> since;
  Date today;
};

// The life of one proposal.
Result<Timeline> make_timeline(const HistoryRequest& request);

// Every move of the repository, oldest first.
Result<MoveList> list_moves(const HistoryRequest& request);

}  // namespace milepost::history
