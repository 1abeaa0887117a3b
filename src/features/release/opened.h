// Where a release is looked at: its repository, its dates and the record.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "features/release/model.h"
#include "process/releases.h"
#include "store/record.h"
#include "workspace/plan.h"

namespace milepost::release {

struct ReleaseRequest {
  std::string directory = ".";
  std::string process;
  std::string release;
  std::string store;  // the record's address; "": the repository's own
  Instant now;
  // Look at the files and the record as they were before this instant, which is then
  // taken for the present.
  std::optional<Instant> before;
  int jobs = 0;
};

struct ReleaseDesk {
  Plan plan;
  Releases releases;
  Release release;
  RecordBook book;

  const Workspace& opened() const { return *plan.workspaces.front(); }
  const Process& process() const { return opened().process(); }
};

// Fails when the process has no releases, the calendar is wrong, or has no such
// release.
Result<ReleaseDesk> open_desk(const ReleaseRequest& request, Access access);

// The dates of one release, or of all when none is named.
struct CalendarList {
  std::string process;
  std::vector<ReleaseCalendar> releases;
};
Result<CalendarList> list_releases(const ReleaseRequest& request);

// Whether the proposal's files aim at the release.
bool aims_at(const Process& process, const Card& card, const Version& release);

// What is left of a proposal that the record knows by its number or path, and whose files
// are gone.
Card gone_card(const std::string& called);

// The release's dates, in the order of the process.
ReleaseCalendar calendar_of(const Process& process, const Release& release);

// The freeze that a word means: its id, or how that begins, in any case. Fails when none does, or
// several do.
Result<const CalendarDate*> find_freeze(const Calendar& calendar, std::string_view word);

}  // namespace milepost::release
