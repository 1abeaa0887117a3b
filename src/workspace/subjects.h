// Every proposal of a repository as it is now, and its life: what the rules on age and the
// parts of a report look at.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "history/cycle.h"
#include "history/history.h"
#include "history/states.h"
#include "history/tenure.h"
#include "history/watch.h"
#include "process/releases.h"
#include "proposal/card.h"
#include "workspace/load_history.h"

namespace milepost {

// A proposal as its files say it is.
struct Subject {
  const Card* card = nullptr;
  MetadataState metadata_state;
  std::optional<std::size_t> state;     // of the states; nothing for an unknown status
  bool open = false;                    // on the usual way
  std::optional<CurrentTenure> tenure;  // when its life is known
};

struct Subjects {
  Subjects(const Process& rules, Date day) : process(rules), states(rules), today(day) {}
  Subjects(const Subjects&) = delete;  // tenures point into its history
  Subjects& operator=(const Subjects&) = delete;

  const Process& process;
  States states;
  Date today;
  std::optional<History> history;
  std::string no_history;  // why there is none
  Cycles cycles;
  std::string no_cycle;  // why the cycle at work is not known
  Durations status_days, stage_days;
  std::vector<Subject> all;  // in the order of the cards
};

// Looks at these cards, which must outlive the subjects.
void gather_subjects(const std::vector<const Card*>& cards, const Releases& releases,
                     const Result<Past>& past, Instant now, Subjects& subjects);

}  // namespace milepost
