// Reviews of a proposal, which the record keeps beside its files: approvals, concerns, holds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/result.h"
#include "proposal/proposal_ref.h"
#include "workspace/workspace.h"

namespace milepost::review {

enum class ReviewAction : std::uint8_t {
  kApprove,
  kWithdraw,
  kConcern,
  kResolve,
  kHold,
  kUnhold,
  kConfirm,  // criteria of the proposal's kind
};

struct ReviewOptions {
  std::string subject;
  ReviewAction action = ReviewAction::kApprove;
  std::string role;
  std::string stage;    // "" for the proposal's own
  std::string comment;  // why; the text of a concern
  std::string concern;  // which one is resolved; "" for the only one
  std::string person;   // who reviews, as claimed; "": whom git names
  bool dry_run = false;
  std::vector<std::string> criteria = {};  // confirmed, by id, or "all"
};

struct ReviewOutcome {
  ProposalRef proposal;
  std::string person;
  std::string what;                     // "approved for beta as approver"
  bool already = false;                 // it was recorded before, and nothing new is
  std::vector<std::string> taken = {};  // what nobody said, and why: "--role approver, …"
  std::vector<FileChange> changes;      // of the file that keeps approvals of the role
  std::vector<NewEvent> events = {};    // that were recorded, or with dry_run would be
};

// The roles that a gate waits for the approval of, or that give a review.
std::vector<std::string> approving_roles(const Process& process);

// Records it, in the record and in the file that keeps approvals of the role, or in
// neither. Fails when the person may not do it, or there is nothing to do it to.
Result<ReviewOutcome> record_review(const Workspace& workspace, const ReviewOptions& options);

}  // namespace milepost::review
