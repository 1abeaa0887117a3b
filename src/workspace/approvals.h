// Approvals, held against the text as it is. An approval names the text it is about;
// when that text changes it is void, and what has changed is said.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gates/evidence.h"
#include "proposal/judgement.h"
#include "proposal/text_change.h"
#include "store/digest.h"
#include "store/proposal_state.h"

namespace milepost {

// A text that the record keeps, by its key; nothing when it is not there.
using KeptText = std::function<std::optional<std::string>(const std::string& key)>;

struct ApprovalInput {
  const Process& process;
  const Judge& judge;
  const JudgedText& text;  // as it is now
  const ProposalState& state;
  const Sha256& sha256;
  KeptText kept_text;
};

// By which an approval knows what a section said.
std::string digest_of_words(const Sha256& sha256, std::string_view words);

// Those of a role for a stage, each held against the text as it is.
std::vector<Approval> judge_approvals(const ApprovalInput& input, std::string_view role,
                                      std::string_view stage);

// Concerns that are not resolved, and the hold.
std::vector<Objection> objections_of(const ProposalState& state);

}  // namespace milepost
