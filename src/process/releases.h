// The release calendar: the releases of a project and what is due when. Read
// from the file that the process names (releases.yaml). Immutable.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "base/version.h"
#include "process/process.h"

namespace milepost {

struct Release {
  std::string name;  // as written
  Version version;
  // By the ids of the process's dates. A deadline has passed when its instant has
  // come; anything else begins with it.
  std::vector<std::pair<std::string, Instant>> dates;

  std::optional<Instant> date(std::string_view id) const;
};

class Releases {
 public:
  // No calendar: nothing is known of any release.
  Releases() = default;

  bool known() const { return known_; }
  const std::vector<Release>& all() const { return releases_; }  // by version
  const Release* find(const Version& version) const;

 private:
  friend Result<Releases> parse_releases(const Process& process, const Source& source);

  bool known_ = false;
  std::vector<Release> releases_;
};

// A deadline as people write it: an instant with its offset, or a day, which lasts until
// it has ended.
std::optional<Instant> read_deadline(const Calendar& calendar, std::string_view text);

// The days on which the dates of a release usually lie, from its first day on; those
// that the process counts in weeks.
std::vector<std::pair<std::string, Date>> usual_dates(const Calendar& calendar, const Date& start);

// Fails with file, line and column at the first thing that is wrong.
Result<Releases> parse_releases(const Process& process, const Source& source);

}  // namespace milepost
