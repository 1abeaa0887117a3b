// How long proposals stayed what they were: the statuses, and apart from them the
// stages, that each had one after the other.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/date.h"
#include "base/percentile.h"
#include "history/history.h"

namespace milepost {

enum class Track : std::uint8_t { kStatus, kStage };

struct Tenure {
  std::string value;        // "beta"
  std::size_t version = 0;  // of the life: the one that began it
  Date from;
  std::optional<Date> until;  // the day of the next, or on which it was deleted
};

// Those of a life, oldest first. A field that says nothing for a while leaves the
// proposal what it was.
std::vector<Tenure> tenures_of(const History& history, const Lifespan& lifespan, Track track);

// From the first day to the second.
int days_between(const Date& from, const Date& to);

// One proposal went from one value to the next.
struct Passage {
  const Lifespan* lifespan = nullptr;
  std::string from, to;
  Date day;      // of the second
  int days = 0;  // between them, never less than none
};

// Those of all proposals, on one track.
std::vector<Passage> passages_of(const History& history, Track track);

// How many days all proposals took, on one track; every list is sorted.
class Durations {
 public:
  Durations() = default;  // nothing is known
  Durations(const History& history, Track track);

  // Of those that went on from one value to another.
  const std::vector<int>& between(const std::string& from, const std::string& to) const;
  // Of those that left a value, wherever they went.
  const std::vector<int>& in(const std::string& value) const;

 private:
  std::map<std::pair<std::string, std::string>, std::vector<int>> moves_;
  std::map<std::string, std::vector<int>> tenures_;
};

}  // namespace milepost
