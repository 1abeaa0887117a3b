// The verbs that sum a release up.
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/release/common_verbs.h"
#include "features/release/report.h"
#include "features/release/report_text.h"

namespace milepost::release {

namespace {

constexpr std::string_view kReportFormats[] = {"markdown", "json", "csv"};
constexpr std::string_view kNotesFormats[] = {"markdown", "json"};

constexpr Operands kRelease{"RELEASE", "such as v1.38", 1, 1};

constexpr Option kReportOptions[] = {
    {"--format", "", "FORMAT", "how to write it; csv has a row for each proposal", kReportFormats},
    kAsOfOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};
constexpr Option kNotesOptions[] = {
    {"--format", "", "FORMAT", "how to write them", kNotesFormats},
    {"--verbose", "", "", "say in a comment where the words of each are from"},
    kStoreOption,
    kProcessOption,
    kNowOption,
};
constexpr Option kRolloverOptions[] = {
    {"--format", "", "FORMAT", "how to write it", kTextOrJson},
    kStoreOption,
    kProcessOption,
    kNowOption,
};

int run_report(const Arguments& arguments, Console& console) {
  const auto opened = open_release(arguments);
  if (!opened) return console.report_error(opened.error());
  const auto report = report_release(*opened->workspace, {opened->release});
  if (!report) return console.report_error(report.error().message);
  const std::string_view format = arguments.value("--format");
  console.out += format == "json"  ? render_report_json(*report)
                 : format == "csv" ? render_report_csv(*report, console.out_is_terminal)
                                   : render_report_markdown(*report);
  return report_view(report->view, console) ? kClean : kCouldNotRun;
}

int run_notes(const Arguments& arguments, Console& console) {
  const auto opened = open_release(arguments);
  if (!opened) return console.report_error(opened.error());
  const auto notes = note_release(*opened->workspace, {opened->release});
  if (!notes) return console.report_error(notes.error().message);
  console.out += arguments.value("--format") == "json"
                     ? render_notes_json(*notes)
                     : render_notes_markdown(*notes, arguments.has("--verbose"));
  report_read_errors(notes->read_errors, console);
  return notes->read_errors.empty() ? kClean : kCouldNotRun;
}

int run_rollover(const Arguments& arguments, Console& console) {
  const auto opened = open_release(arguments);
  if (!opened) return console.report_error(opened.error());
  const auto rollover = roll_over(*opened->workspace, {opened->release});
  if (!rollover) return console.report_error(rollover.error().message);
  console.out += arguments.value("--format") == "json" ? render_rollover_json(*rollover)
                                                       : render_rollover_text(*rollover);
  return kClean;
}

constexpr Example kReportExamples[] = {
    {"milepost release report v1.38", "for this week's mail"},
    {"milepost release report v1.38 --format csv > v1.38.csv", "for a spreadsheet"},
};
constexpr Example kNotesExamples[] = {
    {"milepost release notes v1.38", "what the release brings"},
};
constexpr Example kRolloverExamples[] = {
    {"milepost release rollover v1.37", "what v1.37 leaves to do"},
};

}  // namespace

extern constinit const Verb kReleaseReportVerb{
    "release report",
    kReleasing,
    "count the proposals of a release, and what changed",
    "By the stage they aim at, by group, and by whether they are net new, graduating, staying or a "
    "deprecation, with where they stand; then what stands elsewhere than a week ago, from git and "
    "the record.",
    kReportOptions,
    kRelease,
    kReportExamples,
    "0 written\n2 could not run, or not everything could be read",
    run_report,
};

extern constinit const Verb kReleaseNotesVerb{
    "release notes",
    kReleasing,
    "write a line for each proposal of a release",
    "For those that may go into it: the description of the tracking issue, else the title and the "
    "sentence of the summary that best says what users get. JSON and --verbose say which it is, "
    "and "
    "whether a description is only proposed: milepost track describe confirms or changes it.",
    kNotesOptions,
    kRelease,
    kNotesExamples,
    "0 written\n2 could not run, or not everything could be read",
    run_notes,
};

extern constinit const Verb kReleaseRolloverVerb{
    "release rollover",
    kReleasing,
    "say what a release leaves to do when it is out",
    "Opting in is for one release, so that the next begins with none. What is finished is to be "
    "closed, and what is not in the release is to aim at another: the commands are shown.",
    kRolloverOptions,
    kRelease,
    kRolloverExamples,
    "0 shown\n2 could not run",
    run_rollover,
};

}  // namespace milepost::release
