// Approvals that the process keeps in a file, such as those of the production-readiness
// review: what giving one, or taking it back, changes there.
#pragma once

#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/result.h"
#include "gates/evidence.h"
#include "workspace/workspace.h"

namespace milepost::review {

struct ReviewEdit {
  std::vector<FileChange> changes;  // none: the file says so already
  std::string replaced;  // whose name gives way, and why: "@jane, who …"; "" for nobody's
};

// Enters the approval of a person for a stage. Another's name gives way when that person is
// no longer on the roster, or their approval is void by the record; else it stands.
Result<ReviewEdit> enter_approval(const Selected& selected, const Review& review,
                                  const std::string& stage, const std::string& person,
                                  const std::vector<Approval>& recorded);

// Takes the person's name out, should it be there.
Result<ReviewEdit> take_out_approval(const Selected& selected, const Review& review,
                                     const std::string& stage, const std::string& person);

}  // namespace milepost::review
