#include "features/release/calendar_text.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "features/common/host_links.h"
#include "features/release/json.h"
#include "git/git.h"

namespace milepost::release {

namespace {

// TEXT of RFC 5545, 3.3.11.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == ';' || c == ',') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f') {
      out += c;
    }
  }
  return out;
}

// A content line: no more than 75 bytes to a line, and no character cut in two.
void add_line(std::string& out, std::string_view line) {
  constexpr std::size_t kMost = 75;
  std::size_t room = kMost;
  while (line.size() > room) {
    std::size_t end = room;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
    if (end == 0) end = room;  // no UTF-8
    out.append(line.substr(0, end)).append("\r\n ");
    line.remove_prefix(end);
    room = kMost - 1;  // the space counts
  }
  out.append(line).append("\r\n");
}

// 20260213T120000Z
std::string ics_time(Instant instant) {
  std::string text;
  for (const char c : to_string(instant)) {
    if (c != '-' && c != ':') text += c;
  }
  return text;
}

std::string ics_day(const Date& date) {
  return fmt::format("{:04}{:02}{:02}", date.year, date.month, date.day);
}

std::optional<Instant> last_commit(const Git& git) {
  const auto head = git.head();
  if (!head || !*head) return std::nullopt;
  const auto commit = git.commit(**head);
  return commit ? std::optional(commit->time) : std::nullopt;
}

std::optional<Instant> last_written(const std::string& file) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(file, error);
  if (error) return std::nullopt;
  const auto since = std::chrono::file_clock::to_sys(time).time_since_epoch();
  return Instant{std::chrono::duration_cast<std::chrono::seconds>(since).count()};
}

}  // namespace

std::string render_calendar_text(const std::vector<ReleaseCalendar>& calendars, Instant now) {
  std::string out;
  for (const ReleaseCalendar& calendar : calendars) {
    out += (out.empty() ? "" : "\n") + calendar.release + "\n";
    std::uint32_t width = 0;
    for (const ReleaseDate& date : calendar.dates) {
      width = std::max(width, utf8::width(printable(date.title)));
    }
    for (const ReleaseDate& date : calendar.dates) {
      const std::string title = printable(date.title);
      const std::string when = !date.at        ? "not set"
                               : date.deadline ? deadline_text(*date.at, calendar.anywhere_on_earth)
                                               : day_text(date_of(*date.at));
      out += fmt::format("  {}{}  {}{}\n", title, std::string(width - utf8::width(title), ' '),
                         when, date.at ? ", " + from_now(*date.at, now) : "");
    }
  }
  return out;
}

std::string render_calendar_json(const std::vector<ReleaseCalendar>& calendars) {
  Json list = Json::array();
  for (const ReleaseCalendar& calendar : calendars) list.push_back(calendar_json(calendar));
  return json_text(list);
}

std::string render_calendar_ics(const std::vector<ReleaseCalendar>& calendars,
                                std::string_view owner, Instant changed) {
  std::string out;
  add_line(out, "BEGIN:VCALENDAR");
  add_line(out, "VERSION:2.0");
  add_line(out, "PRODID:-//milepost//release calendar//EN");
  for (const ReleaseCalendar& calendar : calendars) {
    for (const ReleaseDate& date : calendar.dates) {
      if (!date.at) continue;
      add_line(out, "BEGIN:VEVENT");
      add_line(out,
               escaped(fmt::format("UID:{}-{}-{}@milepost", owner, calendar.release, date.id)));
      add_line(out, "DTSTAMP:" + ics_time(changed));
      if (date.deadline) {
        add_line(out, "DTSTART:" + ics_time({date.at->seconds - kHour}));
        add_line(out, "DTEND:" + ics_time(*date.at));
      } else {
        add_line(out, "DTSTART;VALUE=DATE:" + ics_day(date_of(*date.at)));
      }
      add_line(out, fmt::format("SUMMARY:{} {}", calendar.release, escaped(date.title)));
      if (date.deadline) {
        add_line(out, "DESCRIPTION:" +
                          escaped("Ends " + deadline_text(*date.at, calendar.anywhere_on_earth)));
      }
      add_line(out, "TRANSP:TRANSPARENT");
      add_line(out, "END:VEVENT");
    }
  }
  add_line(out, "END:VCALENDAR");
  return out;
}

std::string calendar_file(const Workspace& workspace, const CalendarList& list) {
  const auto found = Git::find(workspace.root());
  const Git* const git = found && *found ? &**found : nullptr;
  const std::string below = git != nullptr ? git->from_top(workspace.root()) : std::string();
  const std::string owner = fmt::format("{}{}{}-{}", repository_name(workspace.root()),
                                        below.empty() ? "" : "/", below, list.process);
  const auto changed =
      git != nullptr
          ? last_commit(*git)
          : last_written(workspace.repository().full_path(workspace.process().calendar.file));
  return render_calendar_ics(list.releases, owner, changed.value_or(workspace.now()));
}

}  // namespace milepost::release
