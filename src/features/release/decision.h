// What an action about a proposal's part in a release records, given what is recorded
// already. A pure decision.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "features/release/context.h"
#include "process/lifecycle.h"
#include "proposal/proposal_ref.h"
#include "store/events.h"
#include "store/record.h"

namespace milepost::release {

struct ReleaseActionOptions {
  ReleaseAction action = ReleaseAction::kOptIn;
  bool approve = false;    // of kDecide
  std::string reason;      // all need one but opting in and out and approving an exception
  std::string to;          // of kDefer: the release it is put off to, if that is known
  std::string freeze;      // of exceptions
  std::string until;       // of exceptions: the new deadline, a day or an instant
  std::string stage = {};  // of kOptIn: the stage it is to reach, if that is said
  std::string text = {};   // of kOptIn: where that is written while it is not merged, likewise
};

struct ReleaseActionResult {
  ProposalRef proposal;  // its path is from the root
  std::string done;      // "opted in to v1.38"
  std::string actor;
  bool already = false;                 // it was so before; nothing is recorded
  std::string refused = {};             // why it was not done; "": it was
  std::vector<std::string> notes = {};  // what is to be known, or done, about it
  ErrorKind why = ErrorKind::kRefused;  // of what was refused
  std::vector<NewEvent> events = {};    // that were recorded, or with dry_run would be
};

class ActionDecider {
 public:
  ActionDecider(const ReleaseContext& context, const ReleaseActionOptions& options,
                const Card& card, Actor actor);

  // What is wrong whatever is recorded.
  Result<void> prepare();
  Result<Decision> decide(const ProposalState& state, ReleaseActionResult& result) const;

 private:
  Result<void> check_in() const;
  Result<void> check_stage() const;
  Result<void> check_to();
  Result<void> check_concerned(const Participation* part) const;
  // `last` made it so, where it is: another reason is recorded again.
  Decision record(events::Encoded what, bool already, const Action* last, std::string done,
                  ReleaseActionResult& result) const;
  Result<Decision> opt_in(const ProposalState& state, ReleaseActionResult& result) const;
  Result<Decision> opt_out(const Participation* part, ReleaseActionResult& result) const;
  Result<Decision> restore(const Participation* part, ReleaseActionResult& result) const;
  Result<Decision> ask(const ProposalState& state, ReleaseActionResult& result) const;
  Result<Decision> rule(const ProposalState& state, ReleaseActionResult& result) const;
  std::vector<std::string> missed(const ProposalState& state) const;
  Instant ask_until(Instant deadline) const;
  std::string about() const;
  std::string reason() const;
  events::OfException of_exception() const;
  // Whether --until is another deadline than the one of an exception.
  bool is_other(const ExceptionState& exception) const;

  const ReleaseContext& context_;
  const ReleaseActionOptions& options_;
  const Card& card_;
  const Actor actor_;
  const std::string name_;   // of the release, as events have it
  const std::string stage_;  // that it is to reach, as the process calls it
  std::string to_;
  const CalendarDate* freeze_ = nullptr;
  std::optional<Instant> until_;
};

}  // namespace milepost::release
