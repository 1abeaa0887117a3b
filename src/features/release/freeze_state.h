// Where a proposal stands at a freeze of a release. Pure: what is recorded, what
// holds and what time it is decide it.
//
// On time means before the deadline; at the very instant it has passed. An exception
// that is approved gives the proposal a deadline of its own. Once a freeze has passed,
// what held when it did counts, not what holds now. A freeze that has no date, or that
// another comes before, holds nobody yet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "process/releases.h"
#include "store/proposal_state.h"

namespace milepost::release {

enum class FreezeState : std::uint8_t {
  kTracked,    // everything holds, or held in time
  kAtRisk,     // something is missing, and the freeze comes next
  kPending,    // something is missing, and an exception is asked for
  kException,  // something is missing, and there is more time
  kOut,        // nobody has opted in
  kRemoved,
  kDeferred,
  kMissed,  // something was missing when the freeze passed, and nobody has removed it
  kDone,    // the proposal is finished; of a proposal, not of a freeze
  kNotDue,  // something is missing, and is not due yet; of a freeze, not of a proposal
};

// Those that a proposal can have in a release.
inline constexpr FreezeState kFreezeStates[] = {
    FreezeState::kTracked, FreezeState::kAtRisk,    FreezeState::kMissed,
    FreezeState::kPending, FreezeState::kException, FreezeState::kOut,
    FreezeState::kRemoved, FreezeState::kDeferred,  FreezeState::kDone};

std::string_view name(FreezeState state);  // "at risk"

// What is recorded of one proposal about one freeze.
struct FreezeRecord {
  std::optional<Instant> deadline;            // of the release; nothing when it is not set
  const Participation* part = nullptr;        // in the release, if it has any
  const ExceptionState* exception = nullptr;  // if one was asked for
  bool met = false;                           // the freeze has been met, on record
  bool later = false;                         // another freeze of the release comes first
};

// That of the release and the state, which both outlive it; whether another comes first is left to
// who knows the calendar.
FreezeRecord freeze_record(const Release& release, const std::string& freeze,
                           const ProposalState& state);

// Whether the freeze, as its date is now, removes the proposal no more: it was left out, or
// restored.
bool is_exempt(const Release& release, const std::string& freeze, const ProposalState& state);

// When a proposal has to have what a freeze asks for.
enum class FreezeDue : std::uint8_t { kPassed, kNext, kLater, kUnset };

std::string_view name(FreezeDue due);  // "next"

FreezeDue due_of(const FreezeRecord& record, Instant now);

// The proposal's own: later than the release's with an exception.
std::optional<Instant> own_deadline(const FreezeRecord& record);

bool has_passed(const FreezeRecord& record, Instant now);

// Whether the conditions must be looked at to know where it stands.
bool is_to_judge(const FreezeRecord& record);

// What the conditions of the freeze say, now or when it passed.
struct FreezeJudgement {
  bool open = false;
  bool lacks_opt_in = false;
};

FreezeState state_at(const FreezeRecord& record, const FreezeJudgement& judged, Instant now);

}  // namespace milepost::release
