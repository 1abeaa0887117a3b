// What people say of a proposal beside its files, and the record keeps: approvals,
// concerns, holds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/instant.h"
#include "base/result.h"

namespace milepost::review {

enum class Saying : std::uint8_t { kApprove, kWithdraw, kConcern, kResolve, kHold, kUnhold };

struct SayRequest {
  std::string directory = ".";
  std::string process;
  std::string store;  // where the record is, as --store has it
  std::string subject;
  Saying saying = Saying::kApprove;
  std::string role;
  std::string stage;    // "" for the proposal's own
  std::string comment;  // why; the text of a concern
  std::string concern;  // which one is resolved; "" for the only one
  std::string person;   // who says it, as claimed; "": whom git names
  Instant now;
  bool dry_run = false;
};

struct Said {
  std::string number, title, person;
  std::string what;                 // "approved for beta as approver"
  bool already = false;             // it was said before, and nothing new is put down
  std::vector<FileChange> changes;  // of the file that keeps approvals of the role
};

// Puts it down, in the record and in the file that keeps approvals of the role, or in
// neither. Fails when the person may not say it, or there is nothing to say it of.
Result<Said> say(const SayRequest& request);

}  // namespace milepost::review
