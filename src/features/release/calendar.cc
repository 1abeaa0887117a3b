#include "features/release/calendar.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "process/validate.h"

namespace milepost::release {

ReleaseCalendar calendar_of(const Process& process, const Release& release) {
  ReleaseCalendar calendar{to_string(release.version), process.calendar.anywhere_on_earth, {}};
  for (const CalendarDate& date : process.calendar.dates) {
    calendar.dates.push_back(
        {date.id, date.title, date.deadline, !date.gate.empty(), release.date(date.id)});
  }
  return calendar;
}

Result<const CalendarDate*> find_freeze(const Calendar& calendar, std::string_view given) {
  const std::string word = lower(given);
  std::vector<std::string> known;
  std::vector<const CalendarDate*> found;
  for (const CalendarDate& date : calendar.dates) {
    if (date.gate.empty()) continue;
    known.push_back(date.id);
    if (lower(date.id) == word) return &date;
    if (!word.empty() && lower(date.id).starts_with(word)) found.push_back(&date);
  }
  if (found.size() == 1) return found.front();
  if (known.empty()) return failure("the process has no freezes", ErrorKind::kNotFound);
  if (found.empty()) return failure(unknown("freeze", given, known), ErrorKind::kNotFound);
  return failure(fmt::format("\"{}\" may be {} or {}", given, found[0]->id, found[1]->id));
}

Result<CalendarList> list_releases(const Workspace& workspace, const ReleaseOptions& options) {
  if (!workspace.recognised()) return failure(not_recognised("here"));
  TRY(const auto releases, releases_of(workspace));
  const Process& process = workspace.process();
  CalendarList list{process.name, {}};
  if (!options.release.empty()) {
    TRY(const auto release, find_release(process, *releases, options.release));
    list.releases.push_back(calendar_of(process, *release));
    return list;
  }
  for (const Release& release : releases->all()) {
    list.releases.push_back(calendar_of(process, release));
  }
  return list;
}

}  // namespace milepost::release
