// How long proposals have been in their stages, for queries.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/result.h"
#include "proposal/query.h"
#include "workspace/workspace.h"

namespace milepost::list {

class StageTimes {
 public:
  struct Time {
    std::optional<std::uint32_t> days, releases;  // nothing: it is not known
  };

  void add(std::string stream, Time time) { times_.emplace(std::move(stream), time); }
  // Why nothing is known of days, or of releases; "" when something is.
  std::string no_days, no_releases;

  // Nothing of a proposal that is in no stage.
  std::optional<Time> find(const std::string& stream) const {
    const auto found = times_.find(stream);
    return found == times_.end() ? std::nullopt : std::optional(found->second);
  }
  // By their streams. Fails when nothing is known of what is asked for.
  Result<std::unordered_set<std::string>> matching(const TimeSpan& wanted) const;

 private:
  std::unordered_map<std::string, Time> times_;
};

// Of the proposals that are in a stage: the days from git, the releases between the one they name
// for the stage and the one at work.
Result<StageTimes> read_stage_times(const Workspace& workspace);

}  // namespace milepost::list
