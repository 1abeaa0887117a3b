// The use case behind `milepost show`: all there is to know of one proposal.
#pragma once

#include <optional>
#include <string>

#include "base/date.h"
#include "base/result.h"
#include "features/show/model.h"

namespace milepost::show {

struct PageRequest {
  std::string directory = ".";
  std::string process;
  std::string subject;  // a number, or the path of a proposal or of a file in it
  std::string stage;    // --for
  std::optional<Date> today;
  std::optional<Date> as_of;  // as the repository was on this day
};

// Fails when there is no such proposal, or several.
Result<ProposalPage> make_page(const PageRequest& request);

}  // namespace milepost::show
