// The freezes that a proposal has ahead, and what it lacks for them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "features/release/freeze_judge.h"
#include "store/proposal_state.h"

namespace milepost::release {

// The release whose freeze comes next; nullptr when none does.
const Release* release_of_next_freeze(const Process& process, const Releases& releases,
                                      Instant now);

struct FreezeAhead {
  const CalendarDate* date = nullptr;
  Instant deadline;  // the proposal's own
  std::vector<Verdict> missing;
};

// None of one that was removed.
std::vector<FreezeAhead> judge_ahead(const FreezeQuestion& question, const Selected& selected,
                                     const FreezeExam& exam, const ProposalState& state);

// How many of them an author should think of: those up to the one that admits, and once that has
// passed those up to the first that lacks something.
std::size_t at_stake(std::span<const FreezeAhead> ahead);

}  // namespace milepost::release
