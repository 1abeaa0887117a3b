#include "features/log/log_html.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/values_html.h"
#include "features/log/entry_words.h"

namespace milepost::log {

namespace {

std::string log_href(const Visit& visit, LogFilters filters, std::size_t page) {
  std::string href = page_href(visit, "/log");
  const std::pair<std::string_view, std::string> fields[] = {
      {"proposal", filters.proposal},
      {"release", filters.release},
      {"since", filters.since},
      {"page", page > 1 ? std::to_string(page) : std::string()}};
  char before = '?';
  for (const auto& [name, value] : fields) {
    if (value.empty()) continue;
    href += fmt::format("{}{}={}", before, name, http::encode(value));
    before = '&';
  }
  return href;
}

Json entry_html(const Visit& visit, const Log& log, const LogEntry& entry) {
  const Instant now = visit.workspace->now();
  const bool from_git = entry.source == EntrySource::kGit;
  const std::string handles[] = {entry.by};
  EntryWords words = words_of(entry, log.release);
  Json value = {{"what", std::move(words.what)},
                {"meaning", entry.meaning},
                {"reference", from_git ? entry.reference.substr(0, 10) : "#" + entry.reference},
                {"git", from_git},
                {"time", time_json(entry.time, now)},
                {"who", Json::array()},
                {"author", from_git ? entry.by : std::string()},
                {"claimed", entry.claimed && !entry.by.empty()},
                {"details", std::move(words.details)},
                {"why", entry.comment},
                {"clock", entry.clock},
                {"undone", Json()},
                {"proposal", Json()}};
  if (!from_git && !entry.by.empty()) value["who"] = people_json(visit, handles);
  if (entry.undone) {
    value["undone"] = {{"by", entry.undone->by},
                       {"time", time_json(entry.undone->time, now)},
                       {"reference", entry.undone->reference}};
  }
  if (!entry.proposal.called().empty()) value["proposal"] = proposal_json(visit, entry.proposal);
  return value;
}

}  // namespace

Json log_html(const Visit& visit, const Log& log, const LogFilters& filters) {
  const std::size_t there = log.entries.size();
  const std::size_t all = log.earlier + there + log.later;
  const std::size_t pages = std::max<std::size_t>((all + kLogPage - 1) / kLogPage, 1);
  const std::size_t page = std::clamp<std::size_t>(filters.page, 1, pages);
  Json entries = Json::array();
  for (std::size_t i = (page - 1) * kLogPage; i < std::min(page * kLogPage, all); ++i) {
    if (i < log.later || i - log.later >= there) continue;
    entries.push_back(entry_html(visit, log, log.entries[there - 1 - (i - log.later)]));
  }
  const bool of_proposal = !log.proposal.called().empty();
  return {{"of_proposal", of_proposal ? proposal_json(visit, log.proposal) : Json()},
          {"of_release", log.release},
          {"count", counted(all, "entry")},
          {"none", all == 0},
          {"entries", std::move(entries)},
          {"notes", log.notes},
          {"proposal_filter", filters.proposal},
          {"release_filter", filters.release},
          {"since", filters.since},
          {"page", page},
          {"pages", pages},
          {"paged", pages > 1},
          {"newer", page > 1 ? log_href(visit, filters, page - 1) : std::string()},
          {"older", page < pages ? log_href(visit, filters, page + 1) : std::string()}};
}

Json place_html(const Visit& visit, const RecordPlace& place) {
  const bool is_database = place.name.find("://") != place.name.npos;
  return {{"is_there", place.is_there},
          {"what", is_database ? "a database" : "a file of this server"},
          {"name", visit.visitor.signed_in() ? place.name : std::string()},
          {"head", place.head.number},
          {"digest", place.is_there ? place.head.digest.hex() : std::string()}};
}

}  // namespace milepost::log
