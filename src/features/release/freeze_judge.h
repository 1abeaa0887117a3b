// What one proposal lacks at the freezes of a release.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "features/release/context.h"
#include "gates/gate.h"
#include "workspace/examine.h"
#include "workspace/stored_evidence.h"

namespace milepost::release {

// A release, and by what evidence and when its freezes are judged.
struct FreezeQuestion {
  const Releases& releases;
  const Release& release;
  const StoredEvidence& evidence;
  Instant now;
};

// A proposal as the freezes of a release look at it.
struct FreezeExam {
  Step step;
  Examined examined;  // its document could be read
};
// `part` says which stage it is to reach in the release; the files do when it does not.
Result<FreezeExam> examine_for_freezes(const Release& release, const Selected& selected,
                                       const Participation* part);

// For each freeze, what closes its gate, by the files it was selected from.
std::vector<std::vector<Verdict>> judge_freezes(const FreezeQuestion& question,
                                                const Selected& selected, const FreezeExam& exam,
                                                std::span<const CalendarDate* const> freezes);
// The same for one that is to be examined first. What cannot be read is missing.
std::vector<std::vector<Verdict>> judge_freezes(const FreezeQuestion& question,
                                                const Selected& selected,
                                                std::span<const CalendarDate* const> freezes);

}  // namespace milepost::release
