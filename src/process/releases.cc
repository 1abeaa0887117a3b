#include "process/releases.h"

#include <algorithm>

#include <fmt/format.h>

#include "process/validate.h"
#include "process/yaml_reader.h"
#include "text/merge_conflict.h"

namespace milepost {

namespace {

std::optional<Instant> read_date(const Calendar& calendar, const CalendarDate& date,
                                 std::string_view text) {
  if (date.deadline) return read_deadline(calendar, text);
  if (const auto instant = parse_instant(text)) return instant;
  const auto day = parse_date(text);
  return day ? std::optional(start_of(*day)) : std::nullopt;
}

Release read_release(YamlReader& in, const Calendar& calendar, const YamlNode& node) {
  Release release;
  release.name = in.required_text(node, "name");
  const auto version = parse_version(release.name);
  const YamlNode* name = node.find("name");
  if (!version)
    in.fail(name ? name->span : node.span, "the name of a release is a version such as v1.37");
  release.version = version.value_or(Version{});
  for (const YamlEntry& entry : node.entries) {
    if (entry.key == "name") continue;
    const CalendarDate* date = calendar.find(entry.key);
    if (!date) {
      in.fail(entry.key_span, unknown("date of the calendar", entry.key, ids(calendar.dates)));
      break;
    }
    const auto instant = read_date(calendar, *date, entry.value->text);
    if (!instant) {
      in.fail(entry.value->span,
              fmt::format("`{}` is a day (2026-10-08) or an instant with its offset "
                          "(2026-10-08T12:00:00Z)",
                          entry.key));
      break;
    }
    release.dates.emplace_back(entry.key, *instant);
  }
  return release;
}

// Dates that are out of order are slips: a freeze before the start.
void check_order(YamlReader& in, const Calendar& calendar, const Release& release,
                 const YamlNode& node) {
  const CalendarDate* last = nullptr;
  for (const CalendarDate& date : calendar.dates) {
    const auto instant = release.date(date.id);
    if (!instant) continue;
    if (last && *instant < *release.date(last->id)) {
      in.fail(node.find(date.id)->span,
              fmt::format("`{}` of {} lies before its `{}`", date.id, release.name, last->id));
      return;
    }
    last = &date;
  }
}

}  // namespace

std::optional<Instant> Release::date(std::string_view id) const {
  const auto found = std::ranges::find(dates, id, &std::pair<std::string, Instant>::first);
  if (found == dates.end()) return std::nullopt;
  return found->second;
}

const Release* Releases::find(const Version& version) const {
  const auto found = std::ranges::find(releases_, version, &Release::version);
  return found == releases_.end() ? nullptr : &*found;
}

// A day that is a deadline lasts until it has ended: everywhere, or in UTC.
std::optional<Instant> read_deadline(const Calendar& calendar, std::string_view text) {
  if (const auto instant = parse_instant(text)) return instant;
  const auto day = parse_date(text);
  if (!day) return std::nullopt;
  return Instant{start_of(*day).seconds + kDay + (calendar.anywhere_on_earth ? kDay / 2 : 0)};
}

std::vector<std::pair<std::string, Date>> usual_dates(const Calendar& calendar, const Date& start) {
  std::vector<std::pair<std::string, Date>> dates;
  for (const CalendarDate& date : calendar.dates) {
    if (!date.week) continue;
    const auto days = static_cast<std::int64_t>(*date.week) * 7;
    dates.emplace_back(date.id, date_of({start_of(start).seconds + days * kDay}));
  }
  return dates;
}

Result<Releases> parse_releases(const Process& process, const Source& source) {
  const Yaml yaml(source);
  if (const auto conflicts = find_conflicts(source); !conflicts.empty()) {
    return failure_at({&source, source.line(conflicts.front().first)}, describe(conflicts.front()));
  }
  if (!yaml.problems().empty()) {
    return failure_at({&source, yaml.problems().front().span}, yaml.problems().front().message);
  }
  YamlReader in(source);
  in.expect_keys(yaml.root(), {"schema", "releases"});
  if (in.text(yaml.root(), "schema") != "1") {
    in.fail(yaml.root().span, "`schema: 1` is expected: this milepost reads no other");
  }
  Releases read;
  read.known_ = true;
  for (const YamlNode& node : in.list(yaml.root(), "releases")) {
    Release release = read_release(in, process.calendar, node);
    if (in.error()) break;
    if (read.find(release.version)) {
      in.fail(node.span, fmt::format("{} is listed twice", release.name));
    }
    check_order(in, process.calendar, release, node);
    read.releases_.push_back(std::move(release));
  }
  if (in.error()) return tl::unexpected(*in.error());
  std::ranges::sort(read.releases_, {}, &Release::version);
  return read;
}

}  // namespace milepost
