// Copies of a tracking issue that people edit: how an export says what it is a copy of,
// which text an edited copy began with, and how it is brought together with what others
// have imported since.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/line_merge.h"
#include "base/result.h"
#include "features/track/issue_stamp.h"
#include "features/track/tracked.h"

namespace milepost::track {

// The issue as it stands, stamped. One that is still as somebody first imported it is
// given back byte for byte, without a stamp.
Result<std::string> exported_text(TrackedProposal& tracked, bool computed);

// The text that the editing of a copy began with.
struct CopyBase {
  std::shared_ptr<const Issue> issue;  // null: the record has no text at all
  std::string release;                 // whose ticks it shows
  bool exact = false;                  // the stamp says so
  bool current = false;                // nobody has imported another text since
  // A later one that it is as much like: it may have begun with that as well.
  std::shared_ptr<const Issue> other;
};

// By its stamp: the state that was exported, or a copy with the same stamp that was
// imported since. Without one, any text that was ever imported. Of these the one it is
// most like; of several the oldest, so that nothing of anybody is taken back unsaid.
Result<CopyBase> find_base(TrackedProposal& tracked, const ProposalState& state,
                           const Unstamped& copy);

// The words of the copy, and those that were imported since it was made. Whatever the
// record has of its own is as in `state` in all of them, and no difference.
LineMerge merge_words(const CopyBase& base, const Issue& record, const Issue& copy,
                      const ProposalState& state, const std::string& release, MergeSide right);

}  // namespace milepost::track
