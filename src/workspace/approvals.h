// Approvals, held against the text as it is. An approval names the text it is about;
// when that text changes it is void, and what has changed is said.
//
// What an approval covers was once counted otherwise, by rules under which text could be added
// unseen. Such an approval is held by the rules of today against the text that was kept with
// it; it says nothing of metadata, and is void when its text is not kept.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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
  bool counts_words = true;  // says of each section how much has changed, for which it reads texts
};

// By which an approval knows what it covers: each section and field, and its digest.
using CoveredDigests = std::vector<std::pair<std::string, std::string>>;
CoveredDigests digests_of(const Process& process, const JudgedText& text, const Role& role,
                          const Sha256& sha256);

// The same of the text alone, as an approval of an item covers it.
CoveredDigests text_digests_of(const Process& process, const JudgedText& text, const Role& role,
                               const Sha256& sha256);
// What has changed since the approval of an item of the text; none: it stands.
std::vector<std::string> changes_since(const ApprovalInput& input, const Role& role,
                                       const ItemState& item);

// Those of a role for a stage, each held against the text as it is.
std::vector<Approval> judge_approvals(const ApprovalInput& input, std::string_view role,
                                      std::string_view stage);

// Concerns that are not resolved, and the hold.
std::vector<Objection> objections_of(const ProposalState& state);

}  // namespace milepost
