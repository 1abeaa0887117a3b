// What git and the calendar tell of how proposals age, as far as rules say it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/date.h"
#include "base/version.h"

namespace milepost {

struct Age {
  // Longer in its state than nine of ten that left it.
  struct Stuck {
    std::string state;  // a status or a stage
    Date since;
    int days = 0;
    int usual = 0;           // the days that nine of ten did not exceed
    std::size_t others = 0;  // that went on
  };
  // In a stage that is not the last, for long, and no release is planned for the next.
  struct Lingering {
    Version since;
    std::size_t releases = 0;  // that came after
  };

  std::optional<Stuck> stuck;
  std::optional<Lingering> lingering;
  std::optional<Version> past_milestone;  // the last release it names is out, and it is not done
  std::optional<Version> shipped;         // its last stage is out, and its status still open
  std::string end;                        // the status it then should have
};

// When a proposal came to a stage, and the release its metadata named then.
struct StageEntry {
  std::string stage;
  Date day;
  Version release;
};

// By the path of the proposal, oldest first.
using StageEntries = std::unordered_map<std::string, std::vector<StageEntry>>;

// By the path of the proposal; those that nothing can be told of are not there.
using Ages = std::unordered_map<std::string, Age>;

}  // namespace milepost
