#include "history/tenure.h"

#include <algorithm>
#include <cassert>

namespace milepost {

namespace {

const std::string& value_of(const Snapshot& snapshot, Track track) {
  return track == Track::kStatus ? snapshot.status : snapshot.stage;
}

template <typename Lists, typename Key>
const std::vector<int>& find_or_none(const Lists& lists, const Key& key) {
  static const std::vector<int> none;
  const auto found = lists.find(key);
  return found == lists.end() ? none : found->second;
}

}  // namespace

std::vector<Tenure> tenures_of(const History& history, const Lifespan& lifespan, Track track) {
  std::vector<Tenure> tenures;
  for (std::size_t i = 0; i < lifespan.versions.size(); ++i) {
    const Snapshot* const snapshot = lifespan.versions[i].snapshot.get();
    if (!snapshot) continue;
    const std::string& value = value_of(*snapshot, track);
    if (value.empty() || (!tenures.empty() && tenures.back().value == value)) continue;
    const Date day = date_of(history.commits[lifespan.versions[i].commit].time);
    if (!tenures.empty()) tenures.back().until = day;
    tenures.push_back({value, i, day, std::nullopt});
  }
  if (!tenures.empty() && lifespan.deleted) {
    tenures.back().until = date_of(history.commits[*lifespan.deleted].time);
  }
  return tenures;
}

int days_between(const Date& from, const Date& to) { return day_number(to) - day_number(from); }

std::vector<Passage> passages_of(const History& history, Track track) {
  std::vector<Passage> passages;
  for (const Lifespan& lifespan : history.lifespans) {
    const std::vector<Tenure> tenures = tenures_of(history, lifespan, track);
    for (std::size_t i = 1; i < tenures.size(); ++i) {
      const int days = std::max(0, days_between(tenures[i - 1].from, tenures[i].from));
      passages.push_back(
          {&lifespan, tenures[i - 1].value, tenures[i].value, tenures[i].from, days});
    }
  }
  return passages;
}

Durations::Durations(const History& history, Track track) {
  for (const Passage& passage : passages_of(history, track)) {
    moves_[{passage.from, passage.to}].push_back(passage.days);
    tenures_[passage.from].push_back(passage.days);
  }
  for (auto& [move, days] : moves_) std::ranges::sort(days);
  for (auto& [value, days] : tenures_) std::ranges::sort(days);
}

const std::vector<int>& Durations::between(const std::string& from, const std::string& to) const {
  return find_or_none(moves_, std::pair(from, to));
}

const std::vector<int>& Durations::in(const std::string& value) const {
  return find_or_none(tenures_, value);
}

}  // namespace milepost
