// What somebody edited in the Markdown of an issue, kept apart from what the record has
// changed since: a merge of the text now, the text that the editing began with, and the
// record. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "issue/issue.h"
#include "store/proposal_state.h"

namespace milepost::track {

enum class IssuePart : std::uint8_t {
  kItem,
  kStatus,
  kDescription,
  kContact,
  kDiscussion,
  kLink,  // a pull request in the place of a placeholder
  kText,  // anything else
};

// One thing that the text and the record say differently.
struct IssueChange {
  IssuePart part = IssuePart::kItem;
  std::uint32_t item = kNone;  // of the text now
  std::string what;            // its key, or what it is called
  std::string base;            // in the text it began with: "ticked", or the value
  std::string record;
  std::string file;
  const LinkPlaceholder* word = nullptr;  // whose place the pull request takes
  bool links = false;                     // the pull request stands there now
  friend bool operator==(const IssueChange&, const IssueChange&) = default;
};

struct IssueMerge {
  std::vector<IssueChange> edits;      // made in the text: to be recorded
  std::vector<IssueChange> kept;       // the record has moved on, and the text is older
  std::vector<IssueChange> conflicts;  // both have changed, or one cannot tell
  std::vector<std::string> gone;       // items that the text has no longer, by key
};

// The text that the editing began with.
struct MergeBase {
  const Issue* issue = nullptr;  // null: nothing is known of one
  std::string release;           // whose ticks it shows
  bool exact = false;            // it is known to be that; else it may be a later one
};

// Items that a program answers are left out. `release` is that whose ticks count in lists
// that belong to one.
IssueMerge merge_issue(const MergeBase& base, const Issue& file, const ProposalState& state,
                       std::string_view release);

}  // namespace milepost::track
