// The verbs that look for what is wrong in tracking issues.
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "base/change_set.h"
#include "base/printable.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/findings/verbs.h"
#include "features/track/common_verbs.h"

namespace milepost::track {

namespace {

constexpr Option kCheckOptions[] = {
    {"--number", "", "PROPOSAL", "the proposal that the file tracks, by its number or path"},
    kTrackReleaseOption,
    findings::kFormatOption,
    findings::kStrictOption,
    kQuietOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};

constexpr std::string_view kListSides[] = {"document", "issue", "metadata"};

constexpr Option kSettleOptions[] = {
    {"--take", "", "SIDE", "which is right", kListSides},
    kAsOption,
    kTrackReleaseOption,
    kTrackDryRunOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};

constexpr Example kCheckExamples[] = {
    {"milepost track check 63", "the issue in the record"},
    {"milepost track check issue.md --number 63", "a file, before it is imported"},
    {"milepost track check issue.md", "the text alone"},
};

constexpr Example kSettleExamples[] = {
    {"milepost track settle 131 --take document --as pnovak", "the document's boxes are right"},
    {"milepost track settle 131 --take issue --dry-run", "what would change in the document?"},
    {"milepost track settle 131 --take metadata --as pnovak", "the metadata's targets are right"},
};
int run_settle(const Arguments& arguments, Console& console) {
  const auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  const std::string_view side = arguments.value("--take");
  if (side.empty()) {
    return console.report_error("which is right? Say --take document, issue or metadata");
  }
  const auto workspace = open_to_record(arguments, {options->subject});
  if (!workspace) return console.report_error(workspace.error());
  const auto settled =
      settle_lists(**workspace, {*options, side == "issue"      ? ListSide::kIssue
                                           : side == "metadata" ? ListSide::kMetadata
                                                                : ListSide::kDocument});
  if (!settled) return console.report_error(settled.error().message);
  for (const auto& [key, why] : settled->refused) {
    console.out += fmt::format("not taken: {}: {}\n", printable(key), printable(why));
  }
  if (side != "issue") {
    const int status = report_outcome(settled->outcome, arguments, console);
    if (was_recorded(settled->outcome, arguments)) report_recorded(**workspace, console);
    return status == kClean && !settled->refused.empty() ? kFound : status;
  }
  for (const FileChange& change : settled->changes) console.out += shown_change(change, console);
  const int status = settled->refused.empty() ? kClean : kFound;
  if (options->dry_run || settled->changes.empty()) return status;
  if (const auto made = apply_changes(settled->root, settled->changes); !made) {
    return console.report_error("nothing was changed: " + made.error().message);
  }
  report_written(settled->root, settled->changes, console);
  return status;
}

// A folder is a proposal's.
bool is_file(const std::string& path) {
  std::error_code ignored;
  return path.ends_with(".md") && std::filesystem::is_regular_file(path, ignored);
}

int run_check(const Arguments& arguments, Console& console) {
  const auto begun = std::chrono::steady_clock::now();
  auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  std::string file;
  const std::string path = fmt::format("{}/{}", directory_of(arguments), options->subject);
  if (options->subject == "-" || arguments.has("--number") || is_file(path)) {
    file = options->subject;
    options->subject = arguments.value("--number");
  }
  const auto workspace = open_with_unmerged(arguments, {options->subject});
  if (!workspace) return console.report_error(workspace.error());
  const auto run = check_issue(**workspace, {*options, file});
  if (!run) return console.report_error(run.error().message);
  return findings::report_findings(*run, arguments, console, begun);
}

}  // namespace

extern constinit const Verb kTrackCheckVerb{
    "track check",
    kTracking,
    "find what is wrong with a tracking issue",
    "Empty fields, a description that is too long, the template's preamble, links and targets that "
    "are wrong, groups other than the metadata's, ticks that are not founded, and where the "
    "document's list says otherwise.",
    kCheckOptions,
    {"PROPOSAL", "its number, or the issue in a Markdown file", 1, 1},
    kCheckExamples,
    findings::kFindingsExitStatus,
    run_check,
};

extern constinit const Verb kTrackSettleVerb{
    "track settle",
    kTracking,
    "bring the tracking issue and the proposal together",
    "A sign-off list that stands in both is one list. With --take document its boxes become "
    "events, as far as you may tick them; with --take issue the boxes of the document are set. "
    "Items that the other copy lacks are added to it; none is taken out. With --take metadata the "
    "issue's title, link, groups and targets become those of the metadata.",
    kSettleOptions,
    {"PROPOSAL", "its number, or the path of its folder or of a file in it", 1, 1},
    kSettleExamples,
    "0 settled\n1 something was not taken\n2 could not run",
    run_settle,
};

}  // namespace milepost::track
