// The page of what happened.
#include <algorithm>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "base/version.h"
#include "features/common/card_of_key.h"
#include "features/common/kept.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/log/log.h"
#include "features/log/log_html.h"

namespace milepost::log {

namespace {

constexpr std::size_t kMostLogs = 8;
constexpr std::size_t kMostPages = 1'000'000;

LogFilters filters_of(const http::Fields& query) {
  LogFilters filters{query.get("proposal"), query.get("release"), query.get("since")};
  const std::string page = query.get("page");
  std::from_chars(page.data(), page.data() + page.size(), filters.page);
  filters.page = std::clamp<std::size_t>(filters.page, 1, kMostPages);
  return filters;
}

tl::unexpected<Error> no_proposal(const std::string& key) {
  return failure(
      fmt::format("There is no proposal {}, and nothing is recorded of one.", subject_of_key(key)),
      ErrorKind::kNotFound);
}

// A proposal that is not here any more is known by its number.
Result<std::string> subject_of(const Workspace& workspace, const std::string& key) {
  if (const Card* const card = card_of_key(workspace, key)) {
    return subject_of_key(key_of_card(workspace.index(), *card));
  }
  std::string number = plain_number(key);
  if (number.empty()) return no_proposal(key);
  return number;
}

Result<Log> read_log(const Workspace& workspace, const LogFilters& filters) {
  Period period;
  if (!filters.since.empty()) {
    period.since = parse_date(filters.since);
    if (!period.since) {
      return failure(fmt::format("\"{}\" is no day such as 2026-01-31", filters.since));
    }
  }
  const Slice slice{(filters.page - 1) * kLogPage, kLogPage};
  if (!filters.proposal.empty()) {
    TRY(const auto subject, subject_of(workspace, filters.proposal));
    auto log = log_proposal(workspace, {subject, period, slice});
    if (log || card_of_key(workspace, filters.proposal)) return log;
    return no_proposal(filters.proposal);
  }
  if (filters.release.empty()) return log_record(workspace, period, slice);
  const auto release = parse_version(filters.release);
  if (!release) {
    return failure(fmt::format("{} is no release", filters.release), ErrorKind::kNotFound);
  }
  return log_release(workspace, {*release, period, slice});
}

Result<RecordPlace> find_place(const Workspace& workspace) {
  TRY(const auto& record, workspace.record());
  const Store& store = record->store();
  RecordPlace place{store.name(), store.is_there(), {}};
  if (place.is_there) {
    TRY(place.head, record->head());
  }
  return place;
}

http::Response show_log(const http::Request& request, const Visit& visit) {
  static Kept<Result<Log>> kept(kMostLogs);
  const LogFilters filters = filters_of(request.query);
  const std::string key =
      fmt::format("{}\n{}\n{}\n{}", filters.proposal, filters.release, filters.since, filters.page);
  const auto log = kept.get(visit, key, [&] { return read_log(*visit.workspace, filters); });
  if (!*log) return error_page(visit, log->error());
  const auto place = find_place(*visit.workspace);
  if (!place) return error_page(visit, place.error());
  Json page = log_html(visit, **log, filters);
  page["record"] = place_html(visit, *place);
  return page_response(visit, {.file = "log", .title = "Log", .middle = true}, std::move(page));
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/log",
     {Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe},
     Precondition::kFree,
     show_log,
     {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::log
