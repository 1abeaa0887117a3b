// What a row of the list says beyond the card: how the sections stand, whom the proposal waits
// for, how long it has been in its stage. Made for the rows that are shown, since gates are judged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "features/common/section_health.h"
#include "workspace/workspace.h"

namespace milepost::list {

enum class Waiting : std::uint8_t {
  kNobody,    // it is finished
  kReady,     // nothing is missing
  kSomebody,  // those who are named
  kVoid,      // an approval is, and has to be given again
  kUnknown,   // its document cannot be read
};

struct RowState {
  std::vector<Health> sections = {};
  Waiting waiting = Waiting::kNobody;
  std::vector<std::string> roles = {};   // ids of those it waits for
  std::vector<std::string> titles = {};  // the same in words: "the author"
};

// Parallel to the cards, which are the workspace's.
Result<std::vector<RowState>> row_states(const Workspace& workspace,
                                         const std::vector<const Card*>& cards);

}  // namespace milepost::list
