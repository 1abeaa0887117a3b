#include "features/common/verbs.h"

#include <fmt/format.h>

#include "base/version.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/log/formats.h"
#include "features/log/log.h"

namespace milepost::log {

namespace {

constexpr std::string_view kFormats[] = {"text", "json", "csv"};

constexpr Option kOptions[] = {
    {"--release", "", "RELEASE", "what happened in a release, to any proposal, such as v1.38"},
    {"--since", "", "DATE", "from this day on, yyyy-mm-dd, in UTC"},
    {"--until", "", "DATE", "up to the end of this day"},
    {"--format", "", "FORMAT", "how to write it; csv has a row for each event and commit",
     kFormats},
    kStoreOption,
    kProcessOption,
};

constexpr Example kExamples[] = {
    {"milepost log 4211", "everything that happened to it"},
    {"milepost log 4211 --since 2026-01-01", "what happened this year"},
    {"milepost log --release v1.38", "who opted in, was removed, got an exception, and why"},
    {"milepost log --release v1.38 --format csv > v1.38.csv", "for a spreadsheet"},
};

tl::expected<Period, UsageError> period_of(const Arguments& arguments) {
  TRY(const auto since, day_of(arguments, "--since"));
  TRY(const auto until, day_of(arguments, "--until"));
  if (since && until && *until < *since) {
    return tl::unexpected(UsageError{
        fmt::format("--until {} is before --since {}", to_string(*until), to_string(*since)), {}});
  }
  return Period{since, until};
}

std::optional<UsageError> wrong_subject(const Arguments& arguments) {
  const bool of_release = arguments.has("--release");
  if (of_release == arguments.operands().empty()) {
    return wrong_release(arguments.value("--release"));
  }
  return UsageError{of_release ? "name a proposal or a release: not both" : "which proposal?",
                    {"milepost log 4211", "milepost log --release v1.38"}};
}

// Of a proposal, or of a release where none is named.
Result<Log> make_log(const Workspace& workspace, const Arguments& arguments,
                     const std::string& subject, const Period& period) {
  if (subject.empty()) {
    return log_release(workspace, {*parse_version(arguments.value("--release")), period});
  }
  return log_proposal(workspace, {subject, period});
}

int run_log(const Arguments& arguments, Console& console) {
  if (const auto wrong = wrong_subject(arguments)) return console.report_error(*wrong);
  const auto period = period_of(arguments);
  if (!period) return console.report_error(period.error());
  const auto subject = subject_of(arguments, "log");
  if (!subject) return console.report_error(subject.error());
  const auto workspace = open_with_unmerged(arguments, {*subject});
  if (!workspace) return console.report_error(workspace.error());
  const auto log = make_log(**workspace, arguments, *subject, *period);
  if (!log) return console.report_error(log.error().message);
  report_notes(log->notes, console);
  const std::string_view format = arguments.value("--format");
  const TextOptions options = text_options(arguments, console);
  console.out += format == "json"  ? render_log_json(*log)
                 : format == "csv" ? render_log_csv(*log, options.terminal)
                                   : render_log_text(*log, options);
  return kClean;
}

}  // namespace

extern constinit const Verb kLogVerb{
    "log",
    kComparing,
    "list what was done about a proposal: when, by whom and why",
    "Of a proposal: every event of the record (opt-ins, approvals, ticks, exceptions, freezes), "
    "under whatever name it was known, beside what each commit changed in its metadata, the oldest "
    "first. Each line says where it comes from: the number of the event, or the commit. Without a "
    "git repository there are the events alone, without a record the commits alone. Of a release: "
    "every event that names it, with the proposal. Times are UTC. Nothing is changed.",
    kOptions,
    {"PROPOSAL", "its number, the path it has or last had, or words of its title", 0,
     Operands::kAny},
    kExamples,
    "0 shown, also when nothing happened\n2 there is no such proposal, or it could not be read",
    run_log,
};

}  // namespace milepost::log
