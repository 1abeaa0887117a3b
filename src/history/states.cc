#include "history/states.h"

#include <algorithm>

#include "process/moves.h"

namespace milepost {

States::States(const Process& process) : process_(process) {
  for (const std::string_view id : usual_way(process)) {
    way_.emplace_back(id);
    if (process.find_status(id)->closed) {
      end_ = id;
    } else {
      climbing_ = id;
      all_.push_back({std::string(id), StateKind::kOpen});
    }
  }
  if (!process.ladders.empty()) {
    for (const std::string& stage : process.ladders.front().stages) {
      all_.push_back({stage, StateKind::kOpen});
    }
  }
  if (!end_.empty()) all_.push_back({end_, StateKind::kDone});
  for (const bool closed : {false, true}) {
    for (const Status& status : process.statuses) {
      if (status.closed != closed || std::ranges::find(way_, status.id) != way_.end()) continue;
      all_.push_back({status.id, closed ? StateKind::kOver : StateKind::kParked});
    }
  }
}

std::optional<std::size_t> States::named(std::string_view name) const {
  const auto found = std::ranges::find(all_, name, &State::name);
  if (found == all_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - all_.begin());
}

Track States::track_of(std::string_view status, std::string_view stage) const {
  return status == climbing_ && process_.has_stage(stage) ? Track::kStage : Track::kStatus;
}

std::optional<std::size_t> States::of(std::string_view status, std::string_view stage) const {
  if (!process_.find_status(status)) return std::nullopt;
  if (track_of(status, stage) == Track::kStatus) return named(status);
  return named(process_.ladders.front().stages[*process_.rank(stage)]);
}

bool States::is_on_way(std::string_view status) const {
  const auto at = named(status);
  return at && all_[*at].kind == StateKind::kOpen && process_.find_status(status) != nullptr;
}

}  // namespace milepost
