// A tracking issue's text with what the record says: ticks, the status, fields, and the
// pull requests in their places. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "proposal/issue.h"
#include "proposal/issue_text.h"
#include "store/proposal_state.h"

namespace milepost {

// `release` is that whose ticks count in lists that belong to one. Boxes of items that a
// program answers stay as they are.
void write_record(const Issue& issue, const ProposalState& state, std::string_view release,
                  IssueEdits& edits);
std::string recorded_text(const Issue& issue, const ProposalState& state, std::string_view release);

// The pull requests that take the place of a placeholder, each once.
std::vector<std::string> references_for(const ProposalState& state, const LinkPlaceholder& word);

}  // namespace milepost
