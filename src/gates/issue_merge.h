// What somebody edited in the Markdown of an issue, told from what the record has
// changed since: a merge of the text now, the text that was last imported, and the
// record. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "proposal/issue.h"
#include "store/proposal_state.h"

namespace milepost {

enum class IssuePart : std::uint8_t { kItem, kStatus, kDescription, kContact, kDiscussion };

// One thing that the text and the record say differently.
struct IssueChange {
  IssuePart part = IssuePart::kItem;
  std::uint32_t item = kNone;  // of the text now
  std::string what;            // its key, or what it is called
  std::string base;            // said by the text last imported: "ticked", or the value
  std::string record;
  std::string file;
  friend bool operator==(const IssueChange&, const IssueChange&) = default;
};

struct IssueMerge {
  std::vector<IssueChange> edits;      // made in the text: to be put down
  std::vector<IssueChange> kept;       // the record has moved on, and the text is older
  std::vector<IssueChange> conflicts;  // both have changed, or one cannot tell
  std::vector<std::string> gone;       // ticked items that the text has no longer, by key
};

// Items that a program answers are left out. `base` is null when nothing was imported
// yet. `release` is that whose ticks count in lists that belong to one.
IssueMerge merge_issue(const Issue* base, const Issue& file, const ProposalState& state,
                       std::string_view release);

// How the record and the text say whether an item is done.
std::string_view name(Mark mark);  // "unticked", "ticked", "not applicable"
Mark mark_of(const IssueItem& item);
bool is_computed(const IssueItem& item);
// What the record has for a field; null where only the text has it.
const std::string* recorded_value(const ProposalState& state, IssueValue field);

}  // namespace milepost
