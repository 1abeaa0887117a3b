// The texts of a proposal's files as a move leaves them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/change_set.h"
#include "gates/gate.h"
#include "workspace/examine.h"

namespace milepost::move {

// What is written beside the fields.
struct MoveNote {
  Date day;
  std::string mover;                    // a handle, or ""
  std::string reason;                   // or ""
  std::vector<std::string> overridden;  // conditions
};

// The changes of the proposal's own files and of its review's: status, stage,
// milestones, the day, a line in the history, the table of contents. Fails when
// something cannot be changed safely. `noted` says whether the reason was written
// down.
Result<std::vector<FileChange>> move_edits(const Selected& selected, const Examined& examined,
                                           const Step& step, const MoveNote& note, bool& noted);

}  // namespace milepost::move
