// The verbs that look at a release, and the one that begins it.
#include "features/common/verbs.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/change_set.h"
#include "base/printable.h"
#include "cli/verb.h"
#include "features/release/calendar.h"
#include "features/release/calendar_text.h"
#include "features/release/common_verbs.h"
#include "features/release/formats.h"
#include "features/release/new_release.h"
#include "features/release/view.h"
#include "store/record.h"

namespace milepost::release {

namespace {

constexpr std::string_view kCalendarFormats[] = {"text", "json", "ics"};

constexpr Operands kRelease{"RELEASE", "such as v1.38", 1, 1};

constexpr Option kNewOptions[] = {
    {"--start", "", "DATE", "its first day, yyyy-mm-dd, from which the weeks are counted"},
    {"--dry-run", "", "", "change nothing, print the change as a diff"},
    {"--format", "", "FORMAT", "how to write the dates", kTextOrJson},
    kProcessOption,
    kNowOption,
};
constexpr Option kCalendarOptions[] = {
    {"--format", "", "FORMAT", "how to write the dates; ics is for calendars", kCalendarFormats},
    kProcessOption,
    kNowOption,
};
constexpr Option kAdmitsOptions[] = {
    {"--format", "", "FORMAT", "how to write it", kTextOrJson},
    kStoreOption,
    kProcessOption,
    kNowOption,
    {"--quiet", "-q", "", "say nothing; the exit status tells"},
};

int run_new(const Arguments& arguments, Console& console) {
  NewReleaseOptions options;
  options.release = arguments.operands().front();
  const auto start = day_of(arguments, "--start");
  if (!start) return console.report_error(start.error());
  if (!*start) return console.report_error("when does it begin? Say it with --start yyyy-mm-dd");
  options.start = **start;
  const auto workspace = open_workspace(arguments);
  if (!workspace) return console.report_error(workspace.error());
  const auto made = plan_release(**workspace, options);
  if (!made) return console.report_error(made.error().message);
  if (arguments.has("--dry-run")) {
    console.out += shown_change(made->change, console);
    return kClean;
  }
  if (const auto written = apply_changes(made->root, {&made->change, 1}); !written) {
    return console.report_error("nothing was changed: " + written.error().message);
  }
  console.out += arguments.value("--format") == "json"
                     ? render_calendar_json({made->calendar})
                     : render_calendar_text({made->calendar}, (*workspace)->now());
  report_written(made->root, {&made->change, 1}, console);
  return kClean;
}

int run_calendar(const Arguments& arguments, Console& console) {
  const auto opened = open_release(arguments);
  if (!opened) return console.report_error(opened.error());
  const auto list = list_releases(*opened->workspace, {opened->release});
  if (!list) return console.report_error(list.error().message);
  const std::string_view format = arguments.value("--format");
  console.out += format == "json"  ? render_calendar_json(list->releases)
                 : format == "ics" ? calendar_file(*opened->workspace, *list)
                                   : render_calendar_text(list->releases, opened->workspace->now());
  return kClean;
}

// Of the proposal that a word means: one of the release may have no files any more.
Result<std::string> stream_of_one(const Workspace& workspace, const std::string& word,
                                  const ReleaseView& view) {
  TRY(auto stream, stream_meant(workspace, word));
  const bool there =
      std::ranges::find(view.entries, stream, &ReleaseEntry::stream) != view.entries.end();
  if (there) return stream;
  TRY(const auto selection, workspace.select_one(word));
  return stream_of(*selection.proposals.front().card);
}

int run_admits(const Arguments& arguments, Console& console) {
  const auto opened = open_release(arguments);
  if (!opened) return console.report_error(opened.error());
  auto view = view_release(*opened->workspace, {opened->release});
  if (!view) return console.report_error(view.error().message);
  const auto stream = stream_of_one(*opened->workspace, arguments.operands()[1], *view);
  if (!stream) return console.report_error(stream.error().message);
  const auto entry = std::ranges::find(view->entries, *stream, &ReleaseEntry::stream);
  const bool there = entry != view->entries.end();
  const std::string subject = called_in(*stream);
  const bool admitted = there && entry->admitted && !entry->lacks_issue;
  if (!there) {
    view->entries.clear();
  } else {
    view->entries = {*entry};
    view->entries.front().admitted = admitted;
  }
  if (arguments.value("--format") == "json") {
    console.out += render_release_json(*view);
  } else if (!arguments.has("--quiet")) {
    console.out += fmt::format(
        "{} is {} {}{}\n", printable(subject), admitted ? "admitted to" : "not admitted to",
        view->calendar.release,
        there ? fmt::format(": {}", name(view->entries.front().state)) : ": it is not to be in it");
    if (there && view->entries.front().lacks_issue) {
      console.out += fmt::format("  it has no tracking issue: milepost track new {} makes it\n",
                                 printable(subject));
    }
    if (there && !admitted && view->entries.front().decisive()) {
      for (const Verdict& verdict : view->entries.front().decisive()->missing) {
        console.out += fmt::format("  {}\n", printable(verdict.message));
      }
    }
  }
  return admitted ? kClean : kFound;
}

constexpr Example kNewExamples[] = {
    {"milepost release new v1.38 --start 2027-01-04", "the dates as the process counts them"},
    {"milepost release new v1.38 --start 2027-01-04 --dry-run", "look first"},
};
constexpr Example kCalendarExamples[] = {
    {"milepost release calendar", "every release"},
    {"milepost release calendar v1.38 --format ics > v1.38.ics", "to subscribe to"},
};
constexpr Example kAdmitsExamples[] = {
    {"milepost release admits v1.38 4211", "may this work be merged?"},
};

}  // namespace

extern constinit const Verb kReleaseNewVerb{
    "release new",
    kReleasing,
    "add a release to the calendar",
    "Its dates lie as many weeks after the start as the process says. Change them in the file "
    "where this release differs; comments and order stay as they are.",
    kNewOptions,
    kRelease,
    kNewExamples,
    "0 added\n2 could not run, or the release is there already",
    run_new,
};

extern constinit const Verb kReleaseCalendarVerb{
    "release calendar",
    kReleasing,
    "show the dates of a release, or of all",
    "A deadline that is a day lasts until that day has ended, everywhere on earth where the "
    "process says so.",
    kCalendarOptions,
    {"RELEASE", "such as v1.38; none: all", 0, 1},
    kCalendarExamples,
    "0 shown\n2 could not run",
    run_calendar,
};

extern constinit const Verb kReleaseAdmitsVerb{
    "release admits",
    kReleasing,
    "say whether a proposal's work may go into a release",
    "It may when the proposal meets the freeze from which on the process admits work, or an "
    "exception gives it more time, and it missed no other, and where the process asks for the "
    "tracking issue first it has one: for the continuous integration of the code.",
    kAdmitsOptions,
    {"RELEASE PROPOSAL",
     "the release, then the proposal: its number, path or address, or words of its "
     "title in quotes",
     2, 2},
    kAdmitsExamples,
    "0 it may\n1 it may not\n2 could not run",
    run_admits,
};

}  // namespace milepost::release
