// The releases of a project as a line, and the one that is being worked on: from
// the calendar where there is one, else from what proposals name.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/instant.h"
#include "base/version.h"

namespace milepost {

// A release the calendar lists. Its cycle begins with the first of its dates.
struct DatedRelease {
  Version version;
  std::optional<Instant> begins;
  std::optional<Instant> out;  // when the calendar says that it is out
};

// What one proposal says of releases.
struct NamedReleases {
  std::optional<Version> aim;  // it was last worked on for this one
  std::vector<Version> others;
};

class Cycles {
 public:
  // Nothing is known of any release.
  Cycles() = default;

  // Without a calendar, or after its last release, the cycle at work is the highest
  // release that three proposals aim at: what a few plan far ahead, or a slip such as
  // v1.333, is not yet at work.
  Cycles(const std::vector<DatedRelease>& calendar, const std::vector<NamedReleases>& named,
         Instant now);

  const std::optional<Version>& at_work() const { return at_work_; }
  bool from_calendar() const { return from_calendar_; }
  // Those of the calendar, and those that proposals name; by version, no patches.
  const std::vector<Version>& all() const { return all_; }

  // It came out before the cycle at work; false when that is not known.
  bool shipped(const Version& version) const;

 private:
  std::optional<Version> at_work_;
  bool from_calendar_ = false;
  std::vector<Version> all_;
};

// v1.30.2 is of the release v1.30.
Version without_patch(const Version& version);

}  // namespace milepost
