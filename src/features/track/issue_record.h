// A tracking issue's text with what the record says: ticks, the status, fields, and the
// pull requests in their places. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "features/track/issue_text.h"
#include "issue/issue.h"
#include "store/proposal_state.h"

namespace milepost::track {

// `release` is that whose ticks count in lists that belong to one. Boxes of items that a
// program answers stay as they are.
void write_record(const Issue& issue, const ProposalState& state, std::string_view release,
                  IssueEdits& edits);
std::string recorded_text(const Issue& issue, const ProposalState& state, std::string_view release);

// The pull requests that take the place of a placeholder, each once.
std::vector<std::string> references_for(const ProposalState& state, const LinkPlaceholder& word);

// How the record and the text say whether an item is done.
std::string_view name(Mark mark);  // "unticked", "ticked", "not applicable"
Mark mark_of(const IssueItem& item);
Mark recorded_mark(const ProposalState& state, const IssueItem& item, std::string_view release);
bool is_computed(const IssueItem& item);
// What the record has for a field; null where only the text has it.
const std::string* recorded_value(const ProposalState& state, IssueValue field);

}  // namespace milepost::track
