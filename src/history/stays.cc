#include "history/stays.h"

#include <algorithm>
#include <cassert>

namespace milepost {

namespace {

const std::string& value_of(const Snapshot& said, Track track) {
  return track == Track::kStatus ? said.status : said.stage;
}

template <typename Lists, typename Key>
const std::vector<int>& find_or_none(const Lists& lists, const Key& key) {
  static const std::vector<int> none;
  const auto found = lists.find(key);
  return found == lists.end() ? none : found->second;
}

}  // namespace

std::vector<Stay> stays_of(const History& history, const Life& life, Track track) {
  std::vector<Stay> stays;
  for (std::size_t i = 0; i < life.versions.size(); ++i) {
    const Snapshot* const said = life.versions[i].said.get();
    if (!said) continue;
    const std::string& value = value_of(*said, track);
    if (value.empty() || (!stays.empty() && stays.back().value == value)) continue;
    const Date day = date_of(history.commits[life.versions[i].commit].time);
    if (!stays.empty()) stays.back().until = day;
    stays.push_back({value, i, day, std::nullopt});
  }
  if (!stays.empty() && life.deleted) {
    stays.back().until = date_of(history.commits[*life.deleted].time);
  }
  return stays;
}

int days_between(const Date& from, const Date& to) { return day_number(to) - day_number(from); }

std::vector<Passage> passages_of(const History& history, Track track) {
  std::vector<Passage> passages;
  for (const Life& life : history.lives) {
    const std::vector<Stay> stays = stays_of(history, life, track);
    for (std::size_t i = 1; i < stays.size(); ++i) {
      const int days = std::max(0, days_between(stays[i - 1].from, stays[i].from));
      passages.push_back({&life, stays[i - 1].value, stays[i].value, stays[i].from, days});
    }
  }
  return passages;
}

Durations::Durations(const History& history, Track track) {
  for (const Passage& passage : passages_of(history, track)) {
    moves_[{passage.from, passage.to}].push_back(passage.days);
    stays_[passage.from].push_back(passage.days);
  }
  for (auto& [move, days] : moves_) std::ranges::sort(days);
  for (auto& [value, days] : stays_) std::ranges::sort(days);
}

const std::vector<int>& Durations::between(const std::string& from, const std::string& to) const {
  return find_or_none(moves_, std::pair(from, to));
}

const std::vector<int>& Durations::in(const std::string& value) const {
  return find_or_none(stays_, value);
}

}  // namespace milepost
