// The verbs that record a proposal's part in a release.
#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/release/actions.h"
#include "features/release/common_verbs.h"
#include "render/excerpt.h"
#include "workspace/names.h"

namespace milepost::release {

namespace {

constexpr Option kReasonOption{"--reason", "",    "TEXT",     "why; recorded with it",
                               {},         false, "--comment"};
constexpr Option kDryRun{"--dry-run", "", "", "record nothing, say what would be recorded"};

constexpr Option kOptOptions[] = {kReasonOption, kAsOption,  kDryRun,
                                  kStoreOption,  kNowOption, kProcessOption};
constexpr Option kOptInOptions[] = {
    {"--to", "", "STAGE", "the stage it is to reach in the release"},
    kPullOption,
    kBranchOption,
    kReasonOption,
    kAsOption,
    kDryRun,
    kStoreOption,
    kNowOption,
    kProcessOption,
};
constexpr Option kDeferOptions[] = {
    {"--to", "", "RELEASE", "the release it is put off to"},
    kReasonOption,
    kAsOption,
    kDryRun,
    kStoreOption,
    kNowOption,
    kProcessOption,
};
constexpr Option kExceptionOptions[] = {
    {"--freeze", "", "FREEZE", "which freeze: prr, or in full prr-freeze"},
    {"--until", "", "TIME", "the new deadline, a day or an instant"},
    kReasonOption,
    kAsOption,
    kDryRun,
    kStoreOption,
    kNowOption,
    kProcessOption,
};

constexpr Operands kReleaseAndProposals{
    "RELEASE PROPOSAL",
    "the release, then proposals: numbers, paths, addresses or words of a title in quotes, or a "
    "query such as group:sig-node; last, in quotes, the text of --reason",
    2,
    Operands::kAny,
    {},
    true};

void report_done(const ReleaseActionResult& one, bool dry_run, Console& console) {
  console.out += fmt::format("{}{} {}: @{} {}{}\n", dry_run && !one.already ? "would record: " : "",
                             printable(one.proposal.called()), printable(one.proposal.title),
                             printable(one.actor), printable(one.done),
                             one.already ? " (it was so already; nothing was recorded)" : "");
  // In a pipe a note is a line.
  const std::uint32_t room = console.out_is_terminal ? std::max(console.columns, 60U) - 2 : 0;
  for (const std::string& note : one.notes) {
    const std::string text = printable(note);
    for (const std::string& line :
         room > 0 ? wrap(text, room, room) : std::vector<std::string>{text}) {
      console.out += fmt::format("  {}\n", line);
    }
  }
}

int report_rows(const Workspace& workspace, const std::vector<ReleaseActionResult>& results,
                bool dry_run, Console& console) {
  std::vector<RefusedRow> refused;
  bool recorded = false;
  for (const ReleaseActionResult& one : results) {
    if (one.refused.empty()) {
      report_done(one, dry_run, console);
      recorded = recorded || !(dry_run || one.already);
    } else {
      refused.push_back({one.proposal.called(), one.refused});
    }
  }
  if (recorded) report_recorded(workspace, console);
  return report_refused(refused, results.size(), dry_run, console);
}

// Whether the last word is why, and no proposal: several words that neither a title has nor a
// query is.
bool ends_with_text(const Workspace& workspace, const std::vector<std::string>& subjects) {
  if (subjects.size() < 2 || !workspace.recognised()) return false;
  const std::string& last = subjects.back();
  if (last.find(' ') == last.npos || workspace.is_query({last})) return false;
  const auto titled = find_titled(workspace, last);
  return titled && !*titled;
}

int act(ReleaseActionOptions what, const Arguments& arguments, Console& console,
        std::size_t first = 0) {
  const auto opened =
      open_release(arguments, first, arguments.has("--dry-run") ? Access::kRead : Access::kWrite);
  if (!opened) return console.report_error(opened.error());
  ReleaseActionsOptions options;
  options.release = opened->release;
  const auto subjects = std::span(arguments.operands()).subspan(first + 1);
  options.subjects.assign(subjects.begin(), subjects.end());
  options.what = std::move(what);
  options.what.reason = arguments.value("--reason");
  if (!arguments.has("--reason") && ends_with_text(*opened->workspace, options.subjects)) {
    options.what.reason = std::move(options.subjects.back());
    options.subjects.pop_back();
  }
  options.actor = identity_of(arguments);
  options.dry_run = arguments.has("--dry-run");
  const auto results = act_on_release(*opened->workspace, options);
  if (!results) return console.report_error("nothing was recorded: " + results.error().message);
  return report_rows(*opened->workspace, *results, options.dry_run, console);
}

int run_opt_in(const Arguments& arguments, Console& console) {
  ReleaseActionOptions what;
  what.action = ReleaseAction::kOptIn;
  what.stage = arguments.value("--to");
  auto text = text_place_of(arguments);
  if (!text) return console.report_error(text.error());
  what.text = std::move(*text);
  if (!what.text.empty() && arguments.operands().size() > 2) {
    return console.report_error("--pr and --branch are of one proposal: opt in each on its own");
  }
  return act(std::move(what), arguments, console);
}

int run_opt_out(const Arguments& arguments, Console& console) {
  ReleaseActionOptions what;
  what.action = ReleaseAction::kOptOut;
  return act(std::move(what), arguments, console);
}

int run_remove(const Arguments& arguments, Console& console) {
  ReleaseActionOptions what;
  what.action = ReleaseAction::kRemove;
  return act(std::move(what), arguments, console);
}

int run_restore(const Arguments& arguments, Console& console) {
  ReleaseActionOptions what;
  what.action = ReleaseAction::kRestore;
  return act(std::move(what), arguments, console);
}

int run_defer(const Arguments& arguments, Console& console) {
  ReleaseActionOptions what;
  what.action = ReleaseAction::kDefer;
  what.to = arguments.value("--to");
  return act(std::move(what), arguments, console);
}

constexpr std::string_view kDecisions[] = {"request", "approve", "reject"};

int run_exception(const Arguments& arguments, Console& console) {
  const std::string& word = arguments.operands().front();
  ReleaseActionOptions what;
  if (word == "request") {
    what.action = ReleaseAction::kException;
  } else if (word == "approve" || word == "reject") {
    what.action = ReleaseAction::kDecide;
    what.approve = word == "approve";
  } else {
    UsageError usage_error{fmt::format("release exception knows {}, not \"{}\"",
                                       alternatives(kDecisions), printable(word)),
                           {}};
    suggest(usage_error, word, kDecisions);
    return console.report_error(usage_error);
  }
  what.freeze = arguments.value("--freeze");
  what.until = arguments.value("--until");
  if (what.freeze.empty()) {
    return console.report_error("which freeze? Say it with --freeze");
  }
  return act(std::move(what), arguments, console, 1);
}

constexpr Example kOptInExamples[] = {
    {"milepost release opt-in v1.38 4211 --as lead", "a lead of its group says it is to be in"},
    {"milepost release opt-in v1.38 4211 4307 4318",
     "all three; one that is refused is named, and keeps no other out"},
    {"milepost release opt-in v1.38 4211 --to beta --pr lane/enhancements#5123",
     "what it is to reach, and the pull request that says so"},
};
constexpr Example kOptOutExamples[] = {
    {"milepost release opt-out v1.38 4211 --as lead", "it is not to be in after all"}};
constexpr Example kRemoveExamples[] = {
    {"milepost release remove v1.38 4211 --as release-lead --reason \"no review\"",
     "take it out of the release"}};
constexpr Example kRestoreExamples[] = {
    {"milepost release restore v1.38 4211 --as release-lead --reason \"a slip\"",
     "it is in the release as before"}};
constexpr Example kDeferExamples[] = {
    {"milepost release defer v1.38 4211 \"needs more tests\" --to v1.39",
     "put it off to the next release"}};
constexpr Example kExceptionExamples[] = {
    {"milepost release exception request v1.38 4211 --freeze prr --reason \"illness\"",
     "ask for more time; --until says how much"},
    {"milepost release exception approve v1.38 4211 --freeze prr --as release-lead", "grant it"},
    {"milepost release exception reject v1.38 4211 --freeze prr --reason \"too late\"",
     "refuse it"},
};
constexpr std::string_view kExitStatus =
    "0 it is recorded, or was so already\n1 some were refused, the others are recorded\n2 could "
    "not "
    "run, or you may not: nothing is recorded";

}  // namespace

extern constinit const Verb kReleaseOptInVerb{
    "release opt-in",
    kReleasing,
    "say that proposals are to be in a release",
    "Those who may are named by the process, usually the leads of the owning group. Who you are "
    "is claimed, not proved, and the record says so. While a pull request or branch is not merged, "
    "the proposal is judged by the text there, as far as this clone has it.",
    kOptInOptions,
    kReleaseAndProposals,
    kOptInExamples,
    kExitStatus,
    run_opt_in,
};

extern constinit const Verb kReleaseOptOutVerb{
    "release opt-out",
    kReleasing,
    "record that proposals are not to be in a release",
    "What was recorded before stays in the record; this is one more entry.",
    kOptOptions,
    kReleaseAndProposals,
    kOptOutExamples,
    kExitStatus,
    run_opt_out,
};

extern constinit const Verb kReleaseRemoveVerb{
    "release remove",
    kReleasing,
    "take a proposal out of a release",
    "It comes back when an exception is approved: milepost release exception. What was removed by "
    "mistake is brought back by milepost release restore.",
    kOptOptions,
    kReleaseAndProposals,
    kRemoveExamples,
    kExitStatus,
    run_remove,
};

extern constinit const Verb kReleaseRestoreVerb{
    "release restore",
    kReleasing,
    "bring back what was removed or deferred by mistake",
    "It is in the release as it was before, and where it stands now is printed. What happened "
    "stays "
    "in "
    "the record, marked as undone in milepost log. A freeze that removed it does not remove it "
    "again, unless its date has moved to a later day. Those who may are named by the process, "
    "usually those who may remove.",
    kOptOptions,
    kReleaseAndProposals,
    kRestoreExamples,
    kExitStatus,
    run_restore,
};

extern constinit const Verb kReleaseDeferVerb{
    "release defer",
    kReleasing,
    "put a proposal off to a later release",
    "Its files still name the release they named: milepost promote changes them.",
    kDeferOptions,
    kReleaseAndProposals,
    kDeferExamples,
    kExitStatus,
    run_defer,
};

extern constinit const Verb kReleaseExceptionVerb{
    "release exception",
    kReleasing,
    "ask for, or grant, more time than a freeze leaves",
    "An exception is asked for before the freeze or, for so many days as the process says, after "
    "it. There is one decision for each freeze, and it is final. One that is approved gives the "
    "proposal a deadline of its own, and brings it back if it was removed.",
    kExceptionOptions,
    {"DECISION RELEASE PROPOSAL",
     "request, approve or reject; the release; the proposal by its number, path or address, or "
     "words of its title in quotes; last, in quotes, the text of --reason",
     3,
     Operands::kAny,
     {},
     true},
    kExceptionExamples,
    kExitStatus,
    run_exception,
};

}  // namespace milepost::release
