// The verbs that look for what is wrong in tracking issues, and for what waits.
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "base/change_set.h"
#include "cli/findings.h"
#include "cli/fixing.h"
#include "cli/track.h"
#include "cli/verb.h"
#include "report/printable.h"

namespace milepost {

namespace {

constexpr Option kCheckOptions[] = {
    {"--number", "", "PROPOSAL", "the proposal that the file tracks, by its number or path"},
    kTrackReleaseOption,
    kFormatOption,
    kStrictOption,
    kColorOption,
    kQuietOption,
    kStoreOption,
    kTrackProcessOption,
    kNowOption,
};

constexpr std::string_view kListFormats[] = {"text", "json"};
constexpr std::string_view kListSides[] = {"document", "issue", "metadata"};

constexpr Option kSettleOptions[] = {
    {"--take", "", "SIDE", "which is right", kListSides},
    kAsOption,
    kTrackReleaseOption,
    kTrackDryRunOption,
    kStoreOption,
    kTrackProcessOption,
    kNowOption,
};

constexpr Option kInboxOptions[] = {
    {"--role", "", "ROLE", "what waits for this role, whoever has it"},
    kAsOption,
    {"--format", "", "FORMAT", "how to write it", kListFormats},
    kStoreOption,
    kTrackProcessOption,
    kNowOption,
    kColorOption,
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
constexpr Example kInboxExamples[] = {
    {"milepost track inbox --as iduarte", "what waits for me?"},
    {"milepost track inbox --role docs-reviewer", "what waits for the docs team?"},
};

int run_settle(const Arguments& arguments, Console& console) {
  const auto request = track_request(arguments);
  if (!request) return console.complain(request.error());
  const std::string_view side = arguments.value("--take");
  if (side.empty()) {
    return console.complain("which is right? Say --take document, issue or metadata");
  }
  const auto settled = settle_lists(*request, side == "issue"      ? ListSide::kIssue
                                              : side == "metadata" ? ListSide::kMetadata
                                                                   : ListSide::kDocument);
  if (!settled) return console.complain(settled.error().message);
  for (const auto& [key, why] : settled->refused) {
    console.out += fmt::format("not taken: {}: {}\n", printable(key), printable(why));
  }
  if (side != "issue") {
    const int status = report_outcome(settled->outcome, arguments, console);
    return status == kClean && !settled->refused.empty() ? kFound : status;
  }
  for (const FileChange& change : settled->changes) console.out += shown_change(change, console);
  if (request->dry_run || settled->changes.empty()) return kClean;
  if (const auto made = apply_changes(settled->root, settled->changes); !made) {
    return console.complain("nothing was changed: " + made.error().message);
  }
  return kClean;
}

int run_inbox(const Arguments& arguments, Console& console) {
  const auto request = track_request(arguments);
  if (!request) return console.complain(request.error());
  const auto inbox = read_inbox(*request, std::string(arguments.value("--role")));
  if (!inbox) return console.complain(inbox.error().message);
  report_troubles(inbox->troubles, console);
  console.out += arguments.value("--format") == "json"
                     ? render_inbox_json(*inbox)
                     : render_inbox_text(*inbox, text_options(arguments, console));
  return inbox->troubles.empty() ? kClean : kCouldNotRun;
}

// A folder is a proposal's.
bool is_file(const std::string& path) {
  std::error_code ignored;
  return path.ends_with(".md") && std::filesystem::is_regular_file(path, ignored);
}

int run_check(const Arguments& arguments, Console& console) {
  const auto begun = std::chrono::steady_clock::now();
  auto request = track_request(arguments);
  if (!request) return console.complain(request.error());
  std::string file;
  const std::string path = fmt::format("{}/{}", request->directory, request->subject);
  if (request->subject == "-" || arguments.has("--number") || is_file(path)) {
    file = request->subject;
    request->subject = arguments.value("--number");
  }
  const auto run = check_issue(*request, file);
  if (!run) return console.complain(run.error().message);
  return report_findings(*run, arguments, console, begun);
}

}  // namespace

constinit const Verb kTrackCheckVerb{
    "track check",
    "find what is wrong with a tracking issue",
    "Empty fields, a description that is too long, the template's preamble, links and targets that "
    "are wrong, groups other than the metadata's, ticks that are not founded, and where the "
    "document's list says otherwise.",
    kCheckOptions,
    {"PROPOSAL", "its number, or the issue in a Markdown file", 1, 1},
    kCheckExamples,
    kFindingsExitStatus,
    run_check,
};

constinit const Verb kTrackSettleVerb{
    "track settle",
    "bring the tracking issue and the proposal together",
    "A sign-off list that stands in both is one list. With --take document its boxes become "
    "events, as far as you may tick them; with --take issue the boxes of the document are set. "
    "With "
    "--take metadata the issue's title, link, groups and targets become those of the metadata.",
    kSettleOptions,
    {"PROPOSAL", "its number, or the path of its folder or of a file in it", 1, 1},
    kSettleExamples,
    "0 settled\n1 something was not taken\n2 could not run",
    run_settle,
};

constinit const Verb kTrackInboxVerb{
    "track inbox",
    "list what waits for you in tracking issues",
    "Items that are due and wait for your approval, or that you are to know of, with the words to "
    "mention you. Without a role and without saying who you are, everybody's.",
    kInboxOptions,
    {},
    kInboxExamples,
    "0 listed\n2 could not run",
    run_inbox,
};

}  // namespace milepost
