// `check` of a change: what it brought, and whether it may be made.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "features/check/change_ends.h"
#include "features/check/judged_change.h"
#include "features/findings/model.h"

namespace milepost::check {

struct ChangeOptions {
  std::vector<std::string> words = {};  // paths or numbers of proposals; none: all
  bool whole = false;  // all findings of the proposals it touches, not only new ones
  // Called now and then from one thread at a time with how many are done.
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};

// Compares the proposals that differ, before and after, with the same engine. A
// finding counts when it was not there before, or stands on a line that is new.
Result<findings::Run> check_change(const JudgedChange& change, const ChangeEnds& ends,
                                   const ChangeOptions& options);

}  // namespace milepost::check
