#include "features/release/opened.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/validate.h"
#include "proposal/milestones.h"
#include "workspace/calendar.h"

namespace milepost::release {

bool aims_at(const Process& process, const Card& card, const Version& release) {
  const Status* const status = process.find_status(card.status);
  if (status && (status->failed || status->successor)) return false;
  const auto planned = milestone_at(process, *card.metadata, card.metadata->known_stage);
  const auto latest = latest_milestone(process, *card.metadata);
  return (planned && planned->version == release) || (latest && latest->version == release);
}

Card gone_card(const std::string& called) {
  Card card;
  const bool is_number = std::ranges::all_of(called, is_digit);
  (is_number ? card.number : card.path) = called;
  card.title = "its files are gone";
  card.metadata = std::make_shared<const Metadata>();
  return card;
}

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
  if (known.empty()) return failure("the process has no freezes");
  if (found.empty()) return failure(unknown("freeze", given, known));
  return failure(fmt::format("\"{}\" may be {} or {}", given, found[0]->id, found[1]->id));
}

namespace {

// The release that a name means.
Result<const Release*> find_release(const Process& process, const Releases& releases,
                                    const std::string& name) {
  const auto version = parse_version(name);
  const Release* const found = version ? releases.find(*version) : nullptr;
  if (found) return found;
  return failure(fmt::format("{} has no release {}; milepost release new {} --start DAY adds it",
                             process.calendar.file, name,
                             version ? to_string(*version) : "RELEASE"));
}

Result<Releases> releases_of(const Repository& repository) {
  if (repository.process->calendar.file.empty()) {
    return failure(fmt::format("the process {} has no releases", repository.process->name));
  }
  return read_releases(repository);
}

}  // namespace

Result<CalendarList> list_releases(const ReleaseRequest& request) {
  const auto repository = open_repository(request.directory, request.process);
  if (!repository) return tl::unexpected(repository.error());
  if (!repository->process) return failure(not_recognised("here"));
  const auto releases = releases_of(*repository);
  if (!releases) return tl::unexpected(releases.error());
  CalendarList list{repository->process->name, {}};
  if (!request.release.empty()) {
    const auto found = find_release(*repository->process, *releases, request.release);
    if (!found) return tl::unexpected(found.error());
    list.releases.push_back(calendar_of(*repository->process, **found));
    return list;
  }
  for (const Release& release : releases->all()) {
    list.releases.push_back(calendar_of(*repository->process, release));
  }
  return list;
}

Result<ReleaseDesk> open_desk(const ReleaseRequest& request, Access access) {
  CheckRequest check;
  check.directory = request.directory;
  check.process = request.process;
  check.whole = true;
  check.today = date_of(request.now);
  check.before = request.before;
  check.jobs = request.jobs;
  auto plan = make_plan(check);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  const Repository& repository = plan->workspaces.front()->repository();
  auto releases = releases_of(repository);
  if (!releases) return tl::unexpected(std::move(releases.error()));
  const auto found = find_release(*repository.process, *releases, request.release);
  if (!found) return tl::unexpected(found.error());
  const Release release = **found;
  const Instant now = request.before ? Instant{request.before->seconds - 1} : request.now;
  auto book = RecordBook::open(repository, request.store, access, now);
  if (!book) return tl::unexpected(std::move(book.error()));
  return ReleaseDesk{std::move(*plan), std::move(*releases), release, std::move(*book)};
}

}  // namespace milepost::release
