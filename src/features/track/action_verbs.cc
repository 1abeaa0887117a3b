// The verbs that change one thing of a tracking issue.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/track/common_verbs.h"
#include "features/track/formats.h"

namespace milepost::track {

namespace {

constexpr Option kItemOptions[] = {
    kAsOption,    kTrackReleaseOption, kTrackCommentOption, kTrackDryRunOption,
    kStoreOption, kProcessOption,      kNowOption,
};

constexpr Option kTickOptions[] = {
    {"--not-applicable", "", "REASON", "the item does not apply, and why"},
    kAsOption,
    kTrackReleaseOption,
    kTrackCommentOption,
    kTrackDryRunOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};

constexpr Option kLabelOptions[] = {
    {"--remove", "", "", "take the label away"},
    kAsOption,
    kTrackCommentOption,
    kTrackDryRunOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};

constexpr Option kStatusOptions[] = {
    {"--correct", "", "", "the status it has was set by mistake; takes a --reason"},
    {"--reason", "", "TEXT", "with --correct: why it was wrong"},
    kAsOption,
    kTrackCommentOption,
    kTrackDryRunOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};

constexpr Option kWithdrawOptions[] = {
    {"--reason", "", "TEXT", "why"},
    kAsOption,
    kTrackReleaseOption,
    kTrackDryRunOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};

constexpr Option kRetractOptions[] = {
    {"--reason", "", "TEXT", "why"},
    kAsOption,
    kTrackDryRunOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};

constexpr Option kLinkOptions[] = {
    {"--kind", "", "LINK", "what it holds, such as design or code, as the process has them"},
    {"--from", "", "FILE", "link those of a list, JSON or CSV; - for standard input"},
    {"--open", "", "", "it is not merged yet"},
    {"--closed", "", "", "it was closed and not merged: it counts for nothing"},
    {"--path", "", "PATHS", "paths that it touches, besides those known", {}, true},
    {"--remove", "", "", "it does not hold what --kind says after all"},
    {"--verbose", "", "", "with --from: name also those that are as before, or nobody's"},
    {"--format", "", "FORMAT", "with --from: how to write what was done", kTextOrJson},
    kAsOption,
    kTrackCommentOption,
    kTrackDryRunOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};

constexpr Option kCommentOptions[] = {
    kAsOption, kTrackDryRunOption, kStoreOption, kProcessOption, kNowOption,
};

constexpr Operands kProposalAndItem{"PROPOSAL ITEM",
                                    "the proposal's number, path or address, words of its title in "
                                    "quotes, or a query; then the item's key or words of its text",
                                    2, Operands::kAny};

constexpr Example kTickExamples[] = {
    {"milepost track tick 63 minimal-testing --as pnovak", "by its key"},
    {"milepost track tick 63 Update release notes --as pnovak", "by its words"},
    {"milepost track tick 63 soak --not-applicable \"docs only\" --as pnovak",
     "it does not apply, and why"},
};
constexpr Example kUntickExamples[] = {
    {"milepost track untick 63 soak --comment \"it leaks\" --as pnovak",
     "it is not done after all"},
};
constexpr Example kApproveExamples[] = {
    {"milepost track approve 63 minimal-docs --as alice", "now the author may tick it"},
};
constexpr Example kWithdrawExamples[] = {
    {"milepost track withdraw 63 minimal-docs --reason \"the link is dead\" --as alice",
     "the author may not tick it any more"},
};
constexpr Example kLabelExamples[] = {
    {"milepost track label 63 code-complete --as pnovak", "claim it, or confirm it"},
    {"milepost track label 63 code-complete --remove --as alice", "take it away"},
};
constexpr Example kStatusExamples[] = {
    {"milepost track status 63 ALPHA --as alice", "as far as the process lets it move"},
    {"milepost track status 63 ALPHA --correct --reason \"wrong issue\" --as alice",
     "it was set by mistake"},
};
constexpr Example kLinkExamples[] = {
    {"milepost track link-pr 63 lane/lane#71 --kind api --as pnovak", "a merged pull request"},
    {"milepost track link-pr 63 a/b#80 --kind code --open --path api/x --as pnovak",
     "one that is open, and what it touches"},
    {"milepost track link-pr 63 a/b#80 --kind code --remove --as pnovak", "take a link away"},
    {"milepost track link-pr --from prs.json --kind code --as nquist",
     "link those that name a proposal, again and again"},
};
constexpr Example kCommentExamples[] = {
    {"milepost track comment 63 \"The docs are ready for review.\" --as pnovak", "say something"},
};

// The words after the proposal, as one text.
std::string rest_of(const Arguments& arguments) {
  std::string text;
  for (std::size_t i = 1; i < arguments.operands().size(); ++i) {
    if (i > 1) text += ' ';
    text += arguments.operands()[i];
  }
  return text;
}

using TrackAction =
    std::function<Result<TrackOutcome>(const Workspace& workspace, const TrackOptions& options)>;

// On the proposal that the options name, or on each that their query finds: who may not change one
// of them is told, and the others are changed all the same.
int run_action(const Arguments& arguments, Console& console, TrackOptions options,
               const TrackAction& action) {
  const auto workspace = open_to_record(arguments, {options.subject});
  if (!workspace) return console.report_error(workspace.error());
  const auto subjects = (*workspace)->expand({options.subject});
  if (!subjects) return console.report_error(subjects.error().message);
  if (subjects->size() == 1) {
    options.subject = subjects->front();
    const auto outcome = action(**workspace, options);
    const int status = report_outcome(outcome, arguments, console);
    if (was_recorded(outcome, arguments)) report_recorded(**workspace, console);
    return status;
  }
  std::vector<std::string> refused;
  bool recorded = false;
  for (const std::string& subject : *subjects) {
    options.subject = subject;
    const auto outcome = action(**workspace, options);
    if (outcome) {
      report_outcome(outcome, arguments, console);
      recorded = recorded || was_recorded(outcome, arguments);
    } else {
      refused.push_back(printable(fmt::format("{}: {}", subject, outcome.error().message)));
    }
  }
  if (recorded) report_recorded(**workspace, console);
  if (refused.empty()) return kClean;
  console.report_error(
      {fmt::format("{} of {} refused", refused.size(), subjects->size()), refused});
  return kFound;
}

int run_mark(const Arguments& arguments, Console& console, ItemAction action) {
  auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  if (action == ItemAction::kTick && arguments.has("--not-applicable")) {
    action = ItemAction::kNotApplicable;
    options->comment = arguments.value("--not-applicable");
  }
  return run_action(arguments, console, *options,
                    [&](const Workspace& workspace, const TrackOptions& one) {
                      return mark_item(workspace, {one, rest_of(arguments), action});
                    });
}

int run_tick(const Arguments& arguments, Console& console) {
  return run_mark(arguments, console, ItemAction::kTick);
}
int run_untick(const Arguments& arguments, Console& console) {
  return run_mark(arguments, console, ItemAction::kUntick);
}
int run_approve(const Arguments& arguments, Console& console) {
  return run_mark(arguments, console, ItemAction::kAgree);
}

int run_withdraw(const Arguments& arguments, Console& console) {
  auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  options->comment = arguments.value("--reason");
  return run_action(arguments, console, *options,
                    [&](const Workspace& workspace, const TrackOptions& one) {
                      return mark_item(workspace, {one, rest_of(arguments), ItemAction::kDisagree});
                    });
}

int run_label(const Arguments& arguments, Console& console) {
  const auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  return run_action(
      arguments, console, *options, [&](const Workspace& workspace, const TrackOptions& one) {
        return set_label(workspace, {one, arguments.operands()[1], arguments.has("--remove")});
      });
}

int run_status(const Arguments& arguments, Console& console) {
  auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  const bool correct = arguments.has("--correct");
  if (arguments.has("--reason") && !correct) {
    return console.report_error("--reason goes with --correct only; --comment says something else");
  }
  if (correct) options->comment = arguments.value("--reason");
  return run_action(arguments, console, *options,
                    [&](const Workspace& workspace, const TrackOptions& one) {
                      return set_tracker_status(workspace, {one, arguments.operands()[1], correct});
                    });
}

int run_link_list(const Arguments& arguments, Console& console) {
  for (const std::string_view other : {"--open", "--closed", "--path", "--remove"}) {
    if (!arguments.has(other)) continue;
    return console.report_error(
        fmt::format("{} does not go with --from: the list says how each stands", other));
  }
  if (!arguments.operands().empty()) {
    return console.report_error(
        fmt::format("\"{}\" does not go with --from: each pull request names its proposals",
                    printable(arguments.operands().front())));
  }
  const auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  const auto workspace = open_to_record(arguments, {});
  if (!workspace) return console.report_error(workspace.error());
  const auto report = link_pull_requests(
      **workspace,
      {*options, std::string(arguments.value("--from")), std::string(arguments.value("--kind"))});
  if (!report) return console.report_error(report.error().message);
  const bool all = arguments.has("--verbose");
  console.out += arguments.value("--format") == "json" ? render_pulls_json(*report)
                                                       : render_pulls_text(*report, all);
  console.err += render_pull_errors(*report, all);
  if (options->dry_run) console.err += "nothing was recorded\n";
  const bool recorded =
      !options->dry_run && std::ranges::any_of(report->outcomes, [](const PullOutcome& one) {
        return one.change != PullChange::kRefused && one.change != PullChange::kUnchanged;
      });
  if (recorded) report_recorded(**workspace, console);
  return report->bad.empty() && report->count(PullChange::kRefused) == 0 ? kClean : kFound;
}

int run_link(const Arguments& arguments, Console& console) {
  if (arguments.has("--from")) return run_link_list(arguments, console);
  for (const std::string_view other : {"--verbose", "--format"}) {
    if (!arguments.has(other)) continue;
    return console.report_error(fmt::format("{} goes with --from only", other));
  }
  if (arguments.operands().size() != 2) {
    return console.report_error("track link-pr needs a PROPOSAL REFERENCE, or --from FILE");
  }
  const auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  if (!arguments.has("--kind"))
    return console.report_error("what does it hold? Say it with --kind");
  const bool closed = arguments.has("--closed");
  if (closed && arguments.has("--open")) {
    return console.report_error("--open and --closed do not go together");
  }
  const PullRequest pull{arguments.operands()[1],
                         std::string(arguments.value("--kind")),
                         !closed && !arguments.has("--open"),
                         arguments.has("--remove"),
                         arguments.values("--path"),
                         closed,
                         !closed && !arguments.has("--open") && !arguments.has("--remove")};
  return run_action(arguments, console, *options,
                    [&](const Workspace& workspace, const TrackOptions& one) {
                      return link_pull_request(workspace, {one, pull});
                    });
}

int run_comment(const Arguments& arguments, Console& console) {
  auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  options->comment = rest_of(arguments);
  return run_action(arguments, console, *options,
                    [&](const Workspace& workspace, const TrackOptions& one) {
                      return add_comment(workspace, one);
                    });
}

int run_describe(const Arguments& arguments, Console& console) {
  auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  return run_action(arguments, console, *options,
                    [&](const Workspace& workspace, const TrackOptions& one) {
                      return describe_issue(workspace, {one, rest_of(arguments)});
                    });
}

int run_retract(const Arguments& arguments, Console& console) {
  auto options = track_options(arguments);
  if (!options) return console.report_error(options.error());
  options->comment = arguments.value("--reason");
  return run_action(arguments, console, *options, retract);
}

constexpr Example kRetractExamples[] = {
    {"milepost track retract 6122 --reason \"of another repository\" --as pnovak",
     "the number was made known by mistake"},
};

constexpr Example kDescribeExamples[] = {
    {"milepost track describe 4211 --as pnovak", "the proposed description is right"},
    {"milepost track describe 4211 \"Probes start in parallel.\" --as pnovak", "say it better"},
};

}  // namespace

extern constinit const Verb kTrackDescribeVerb{
    "track describe",
    kTracking,
    "confirm or change the description of a tracking issue",
    "It is what release notes say of the proposal. One that track new made from the summary is "
    "proposed until somebody confirms or changes it.",
    kCommentOptions,
    {"PROPOSAL TEXT",
     "the proposal's number, path or address, words of its title in quotes, or a query; then the "
     "description; none: confirm it",
     1, Operands::kAny},
    kDescribeExamples,
    kActionExitStatus,
    run_describe,
};

extern constinit const Verb kTrackRetractVerb{
    "track retract",
    kTracking,
    "undo that a number was made known",
    "For a candidate that was made known by mistake: nothing stands for its number any more, and "
    "its issue is gone. The log keeps what was recorded of it. One that is in a release is opted "
    "out first; a proposal that is merged is none.",
    kRetractOptions,
    {"NUMBER", "the number of the candidate", 1, 1},
    kRetractExamples,
    kActionExitStatus,
    run_retract,
};

extern constinit const Verb kTrackTickVerb{
    "track tick",
    kTracking,
    "tick an item of a tracking issue",
    "The process says who may tick an item, whose approval comes first and what must be merged. "
    "What a program can know is computed and cannot be ticked. An item that takes time is begun by "
    "its tick, and done when the time has passed.",
    kTickOptions,
    kProposalAndItem,
    kTickExamples,
    kActionExitStatus,
    run_tick,
};

extern constinit const Verb kTrackUntickVerb{
    "track untick",
    kTracking,
    "undo a tick",
    "Whoever may tick an item may take the tick back. An item that takes time begins anew.",
    kItemOptions,
    kProposalAndItem,
    kUntickExamples,
    kActionExitStatus,
    run_untick,
};

extern constinit const Verb kTrackApproveVerb{
    "track approve",
    kTracking,
    "give the approval that an item waits for",
    "Some items may be ticked only with the approval of a team. Its members give it here, or tick "
    "the item themselves.",
    kItemOptions,
    kProposalAndItem,
    kApproveExamples,
    kActionExitStatus,
    run_approve,
};

extern constinit const Verb kTrackWithdrawVerb{
    "track withdraw",
    kTracking,
    "undo the approval of an item",
    "Whoever gave the approval that an item waits for, or may give it, takes it back: the item is "
    "open again, whether or not it is ticked.",
    kWithdrawOptions,
    kProposalAndItem,
    kWithdrawExamples,
    kActionExitStatus,
    run_withdraw,
};

extern constinit const Verb kTrackLabelVerb{
    "track label",
    kTracking,
    "set a label of a tracking issue",
    "The process says who may set a label and after which items. A label that one may only claim "
    "is confirmed by somebody who may set it.",
    kLabelOptions,
    {"PROPOSAL LABEL",
     "the proposal's number, path or address, words of its title in quotes, or a query; then the "
     "label",
     2, 2},
    kLabelExamples,
    kActionExitStatus,
    run_label,
};

extern constinit const Verb kTrackStatusVerb{
    "track status",
    kTracking,
    "set the status of a tracking issue",
    "The process has the values, the moves between them, and who may make them. With --correct any "
    "value takes the place of one that was set by mistake: the record then says that it is "
    "corrected, and the mistake counts for nothing.",
    kStatusOptions,
    {"PROPOSAL STATUS",
     "the proposal's number, path or address, words of its title in quotes, or a query; then the "
     "status",
     2, 2},
    kStatusExamples,
    kActionExitStatus,
    run_status,
};

extern constinit const Verb kTrackLinkVerb{
    "track link-pr",
    kTracking,
    "link a pull request to a tracking issue",
    "The link is recorded with a comment, and takes the place of the placeholders of its kind in "
    "the exported issue. A pull request may be linked as several kinds. Linked paths tell whether "
    "items that concern only some changes apply.\n"
    "With --from, all pull requests of a list are linked: the JSON that gh pr list --json "
    "number,title,state,mergedAt,url,labels prints, or CSV with these names in its first line; a "
    "body is read where there is one. Each goes to the proposals that its title or body names: "
    "KEP-63, #63 in the repository of the issues, its issues/63, or a path of the proposal. A "
    "label that is called like a kind, docs or kind/docs, says what it holds; of the others --kind "
    "does. Of those that are linked already only the state is kept up to date, so the same list "
    "may be read again at any time.",
    kLinkOptions,
    {"PROPOSAL REFERENCE",
     "the proposal's number, path or address, words of its title in quotes, or a query; then "
     "owner/repo#12 or an address",
     0, 2},
    kLinkExamples,
    "0 recorded, or so already\n1 with --from: some were not taken\n2 could not run, or you may "
    "not",
    run_link,
};

extern constinit const Verb kTrackCommentVerb{
    "track comment",
    kTracking,
    "comment on a tracking issue",
    "The comment is recorded.",
    kCommentOptions,
    {"PROPOSAL TEXT",
     "the proposal's number, path or address, words of its title in quotes, or a query; then the "
     "comment",
     2, Operands::kAny},
    kCommentExamples,
    kActionExitStatus,
    run_comment,
};

}  // namespace milepost::track
