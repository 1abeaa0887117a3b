// Which proposals are worth a look: those that stand still, and those whose metadata
// has fallen behind. Only proposals on the usual way are: one that is closed or parked
// waits for nobody.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/date.h"
#include "base/version.h"
#include "history/cycle.h"
#include "history/states.h"
#include "history/tenure.h"
#include "proposal/card.h"

namespace milepost {

// Where a proposal stands, as its metadata says. Views are into what it is made of.
struct MetadataState {
  std::string_view status, stage;
  std::optional<Version> latest;
  std::vector<std::pair<std::string_view, Version>> milestones;  // stage and release

  std::optional<Version> milestone_of(std::string_view milestone_stage) const;
  // Of its stage, else the latest.
  std::optional<Version> aim() const;
  // The last release it names anywhere.
  std::optional<Version> last() const;
};
MetadataState metadata_state_of(const Card& card);
MetadataState metadata_state_of(const Snapshot& snapshot);
NamedReleases named_by(const MetadataState& state);

// How long it has been what it is. A change that has not landed began today.
struct CurrentTenure {
  Track track = Track::kStatus;
  std::string value;  // "beta"
  Date since;
  int days = 0;
};
CurrentTenure current_tenure(const History& history, const Lifespan& lifespan, const States& states,
                             const MetadataState& state, const Date& today);

struct Stuck {
  int usual = 0;           // the days that nine of ten did not exceed
  std::size_t others = 0;  // that went on
};
struct Lingering {
  Version since;
  std::size_t releases = 0;
};

class Watch {
 public:
  Watch(const Process& process, const States& states, const Cycles& cycles)
      : process_(process), states_(states), cycles_(cycles) {}

  // Longer in its state than nine of ten that left it; ten must have.
  std::optional<Stuck> stuck(const MetadataState& state, const CurrentTenure& tenure,
                             const Durations& same_track) const;
  // In a stage that is not the last of its ladder, whose release lies three or more
  // before the cycle at work.
  std::optional<Lingering> permanent(const MetadataState& state) const;
  // The last release it names is out, and it is not at the top of its ladder.
  std::optional<Version> stale_milestone(const MetadataState& state) const;
  // The release of the top of its ladder is out, and it is still open.
  std::optional<Version> unclosed(const MetadataState& state) const;

 private:
  bool at_top(const MetadataState& state) const;

  const Process& process_;
  const States& states_;
  const Cycles& cycles_;
};

}  // namespace milepost
