// The verbs that show, make and exchange tracking issues.
#include "features/common/verbs.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/track/common_verbs.h"
#include "features/track/formats.h"

namespace milepost::track {

namespace {

constexpr std::string_view kSides[] = {"record", "text"};

constexpr Option kShowOptions[] = {
    {"--comments", "", "", "with the text of the comments"},
    {"--rules", "", "", "with what the process says of each item, label and status"},
    kTrackReleaseOption,
    {"--format", "", "FORMAT", "how to write it; markdown is the issue itself",
     kTextJsonOrMarkdown},
    kStoreOption,
    kProcessOption,
    kNowOption,
};

constexpr Option kNewOptions[] = {
    {"--number", "", "N", "make this number known, of which no text is merged yet"},
    {"--group", "", "GROUP", "whose it is; with --number"},
    kPullOption,
    kBranchOption,
    {"--confirm", "", "ID", "confirm what the process asks before an issue is made", {}, true},
    {"--title", "", "TEXT", "its title (the proposal's)"},
    {"--description", "", "TEXT", "what it is about (the first sentences of the proposal)"},
    {"--contact", "", "HANDLE", "whom to ask (the first author)"},
    {"--discussion", "", "LINK", "where it was discussed"},
    kAsOption,
    kTrackReleaseOption,
    kTrackDryRunOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
    {"--quiet", "-q", "", "print neither the issue nor its title"},
};

constexpr Option kImportOptions[] = {
    {"--number", "", "PROPOSAL",
     "the proposal it tracks, by its number or path, or the address of the issue"},
    {"--title", "", "TEXT", "what a number without a proposal is called (its description)"},
    {"--take", "", "SIDE", "who is right where both have changed", kSides},
    kAsOption,
    kTrackReleaseOption,
    kTrackDryRunOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};

constexpr Option kExportOptions[] = {
    {"--computed", "", "", "also tick what a program knows to be done, and untick what is not"},
    {"--labels", "", "", "the labels that the issue is to carry, one a line, instead of its text"},
    kTrackReleaseOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};

constexpr Operands kProposal{"PROPOSAL", "its number, or the path of its folder or of a file in it",
                             1, 1};

constexpr Example kShowExamples[] = {
    {"milepost track show 63", "how its items stand, and who is waited for"},
    {"milepost track show 131 --release v1.14", "the sign-off list of an earlier release"},
    {"milepost track show 63 --rules", "and who may do what, and when"},
    {"milepost track show 63 --format json", "the same as data"},
};
constexpr Example kNewExamples[] = {
    {"milepost track new 63 --as pnovak > issue.md", "an issue ready to be created"},
    {"milepost track new --number 6122 --title Probes --group sig-node",
     "the issue first, the text later"},
};
constexpr Example kImportExamples[] = {
    {"milepost track import issue.md --number 63 --as pnovak", "what was edited becomes events"},
    {"milepost track import issue.md --number 63 --take record --as pnovak",
     "where both have changed, the record is right"},
};
constexpr Example kExportExamples[] = {
    {"milepost track export 63 > issue.md", "the issue as it stands"},
};

int run_export(const Arguments& arguments, Console& console) {
  const auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  const auto workspace = open_with_unmerged(arguments, {options->subject});
  if (!workspace) return console.report_error(workspace.error());
  const ExportOptions wanted{*options, arguments.has("--computed")};
  auto text = arguments.has("--labels") ? export_labels(**workspace, wanted)
                                        : export_issue(**workspace, wanted);
  if (!text) return console.report_error(text.error().message);
  console.out += *text;
  return kClean;
}

int run_show(const Arguments& arguments, Console& console) {
  if (arguments.value("--format") == "markdown") return run_export(arguments, console);
  const auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  const auto workspace = open_with_unmerged(arguments, {options->subject});
  if (!workspace) return console.report_error(workspace.error());
  const auto page = show_tracker(**workspace, {*options, arguments.has("--comments")});
  if (!page) return console.report_error(page.error().message);
  console.out +=
      arguments.value("--format") == "json"
          ? render_tracker_json(*page)
          : render_tracker_text(*page, text_options(arguments, console), arguments.has("--rules"));
  return kClean;
}

int run_new(const Arguments& arguments, Console& console) {
  const auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  const bool announces = arguments.has("--number");
  if (announces == !arguments.operands().empty()) {
    return console.report_error(
        {announces ? "name a proposal, or a number without one by --number: not both"
                   : "which proposal? Of a number that has none yet, say --number",
         {"milepost track new 63",
          "milepost track new --number 6122 --title \"…\" --group GROUP"}});
  }
  NewIssueOptions issue{*options, std::string(arguments.value("--title")),
                        std::string(arguments.value("--description")),
                        std::string(arguments.value("--contact")),
                        std::string(arguments.value("--discussion"))};
  if (announces) issue.subject = arguments.value("--number");
  for (const std::string_view other : {"--group", "--pr", "--branch", "--confirm"}) {
    if (announces || !arguments.has(other)) continue;
    return console.report_error(
        fmt::format("{} is of a number without a proposal, which --number names", other));
  }
  issue.group = arguments.value("--group");
  issue.confirmed = arguments.values("--confirm");
  auto text = text_place_of(arguments);
  if (!text) return console.report_error(text.error());
  issue.text = std::move(*text);
  const auto workspace = open_to_record(
      arguments, announces ? std::vector<std::string>() : std::vector{issue.subject});
  if (!workspace) return console.report_error(workspace.error());
  const auto draft = announces ? announce(**workspace, issue) : new_issue(**workspace, issue);
  if (!draft) return console.report_error(draft.error().message);
  if (!arguments.has("--quiet") && !draft->text.empty()) {
    console.out += draft->text;
    console.err += fmt::format("title: {}\n", printable(draft->title));
  }
  console.err +=
      options->dry_run ? "nothing was recorded\n" : printable(draft->outcome.message) + "\n";
  if (was_recorded(draft->outcome, arguments)) report_recorded(**workspace, console);
  return kClean;
}

int run_import(const Arguments& arguments, Console& console) {
  auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  options->subject = arguments.value("--number");
  const std::string_view side = arguments.value("--take");
  const auto workspace =
      open_to_record(arguments, options->subject.empty() ? std::vector<std::string>()
                                                         : std::vector{options->subject});
  if (!workspace) return console.report_error(workspace.error());
  const auto report = import_issue(**workspace, {*options, arguments.operands().front(),
                                                 side == "record" ? Settle::kRecord
                                                 : side == "text" ? Settle::kFile
                                                                  : Settle::kAsk,
                                                 std::string(arguments.value("--title"))});
  if (!report) return console.report_error(report.error().message);
  console.out += render_import_text(*report);
  if (!report->written) {
    console.err += "nothing was recorded; --take record or --take text settles what differs\n";
    return kFound;
  }
  if (report->events.empty()) {
    console.err += "nothing differs from the record; nothing was recorded\n";
    return kClean;
  }
  console.err += options->dry_run ? "nothing was recorded\n"
                                  : fmt::format("imported the tracking issue of {}\n",
                                                printable(report->subject));
  if (!options->dry_run) report_recorded(**workspace, console);
  return kClean;
}

}  // namespace

extern constinit const Verb kTrackShowVerb{
    "track show",
    kTracking,
    "show the tracking issue of a proposal",
    "The state of every item: what is done and by whom, what is computed and from which "
    "evidence, what is lacking, who may tick it. Then who is waited for, with the words to notify "
    "them, and where the document's list says otherwise.",
    kShowOptions,
    kProposal,
    kShowExamples,
    "0 shown\n2 there is no such proposal, or it has no issue",
    run_show,
};

extern constinit const Verb kTrackNewVerb{
    "track new",
    kTracking,
    "make the tracking issue of a proposal from its metadata",
    "The template's preamble is removed and its fields are filled. The issue is printed, its title "
    "on standard error, and kept in the record. With --number it is the issue of a number that no "
    "proposal has: a candidate, which is among the proposals from then on. Its text is read from "
    "the pull request or branch as far as this clone has it. Said again of a candidate, --pr, "
    "--branch, --title and --group are recorded as new.",
    kNewOptions,
    {"PROPOSAL", "its number, or the path of its folder or of a file in it", 0, 1},
    kNewExamples,
    "0 made\n2 could not run, or there is one already",
    run_new,
};

extern constinit const Verb kTrackImportVerb{
    "track import",
    kTracking,
    "take over what was edited in the Markdown of an issue",
    "The text is compared with the state it was exported from: what somebody edited becomes "
    "events, as far as you may do it, and what others did since stays. What both have changed is "
    "shown, and nothing is recorded until you say which is right.",
    kImportOptions,
    {"FILE", "the issue in Markdown, or - for standard input", 1, 1},
    kImportExamples,
    "0 imported\n1 something differs and is to be settled\n2 could not run",
    run_import,
};

extern constinit const Verb kTrackExportVerb{
    "track export",
    kTracking,
    "print a tracking issue as Markdown",
    "The text imported last, byte for byte, with what the record has changed since: ticks, the "
    "status, fields, and links in place of placeholders. A comment at its end says which state it "
    "is a copy of; track import goes by it.",
    kExportOptions,
    kProposal,
    kExportExamples,
    "0 printed\n2 there is no such proposal, or it has no issue",
    run_export,
};

}  // namespace milepost::track
