#include "features/common/verbs.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/change_set.h"
#include "base/strings.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/drift/find.h"
#include "features/drift/formats.h"

namespace milepost::drift {

namespace {

constexpr Option kOptions[] = {
    {"--gates",
     "",
     "FILE",
     "the feature gates of the code: Go source, or a list of NAME STAGE [VERSION]; may be repeated",
     {},
     true},
    {"--release", "", "RELEASE",
     "the release that the code is of, and whose sign-off list is meant (what files and record "
     "tell)"},
    {"--format", "", "FORMAT", "how to write it (text)", kTextOrJson},
    {"--fix", "", "", "set the boxes of documents that are not as they are computed"},
    {"--dry-run", "", "", "with --fix: change nothing, print the change as a diff"},
    kProcessOption,
    kNowOption,
    kStoreOption,
    {"--quiet", "-q", "", "without the total"},
};

constexpr Example kExamples[] = {
    {"milepost drift", "all proposals: what disagrees?"},
    {"milepost drift 4211 4212", "these alone"},
    {"milepost drift --gates pkg/features/kube_features.go", "also with the code"},
    {"milepost drift --gates gates.txt --release v1.37", "with the code of a release"},
    {"milepost drift --format json", "the same as data"},
    {"milepost drift --fix 4211", "set the boxes of its list that can be computed"},
};

// All documents in one change. What is left is drift that only people settle.
int fix_boxes(const DriftRun& run, const Arguments& arguments, Console& console) {
  std::vector<FileChange> changes;
  std::size_t left = 0;
  for (const ProposalDrift& entry : run.proposals) {
    if (entry.fix) changes.push_back(*entry.fix);
    left += static_cast<std::size_t>(std::ranges::count_if(
        entry.drifts, [](const Drift& drift) { return drift.kind != DriftKind::kBox; }));
  }
  for (const FileChange& change : changes) console.out += shown_change(change, console);
  if (changes.empty()) console.out += "every box is as it is computed\n";
  if (!arguments.has("--dry-run")) {
    if (const auto made = apply_changes(run.root, changes); !made) {
      return console.report_error("nothing was changed: " + made.error().message);
    }
    report_written(run.root, changes, console);
  }
  if (left > 0)
    console.err += fmt::format("{} left: milepost drift shows what settles it\n",
                               counted(left, "disagreement"));
  if (!run.read_errors.empty()) return kCouldNotRun;
  return left == 0 ? kClean : kFound;
}

int run_drift(const Arguments& arguments, Console& console) {
  // What is wrong with --now is reported before what is wrong with --release.
  if (const auto moment = moment_of(arguments); !moment)
    return console.report_error(moment.error());
  DriftOptions options;
  options.subjects = arguments.operands();
  options.gates = arguments.values("--gates");
  options.release = arguments.value("--release");
  if (const auto wrong = wrong_release(options.release)) return console.report_error(*wrong);
  if (arguments.has("--dry-run") && !arguments.has("--fix")) {
    return console.report_error("--dry-run goes with --fix only");
  }
  const auto workspace = open_with_unmerged(arguments, options.subjects);
  if (!workspace) return console.report_error(workspace.error());
  const auto run = find_drift(**workspace, options);
  if (!run) return console.report_error(run.error().message);
  report_notes(run->notes, console);
  report_read_errors(run->read_errors, console);
  if (run->looked_at == 0 && !run->read_errors.empty()) return kCouldNotRun;
  if (arguments.has("--fix")) return fix_boxes(*run, arguments, console);
  console.out += arguments.value("--format") == "json"
                     ? render_drift_json(*run)
                     : render_drift_text(*run, text_options(arguments, console));
  if (!run->read_errors.empty()) return kCouldNotRun;
  return run->proposals.empty() ? kClean : kFound;
}

}  // namespace

extern constinit const Verb kDriftVerb{
    "drift",
    kComparing,
    "show where issue, reviews, releases and code disagree",
    "For each proposal, what its metadata and document say is held against its tracking issue, "
    "the files of its reviews, the release calendar, what the record knows of approvals and "
    "opt-ins, and with --gates against the feature gates of the code. Each disagreement is shown "
    "with both places and with the command or edit that settles it. A place that says nothing "
    "disagrees with nobody: without a record or a calendar nothing is compared with them.\n"
    "Boxes of a sign-off list are copies of what milepost computes; --fix sets those that differ, "
    "in "
    "all documents at once.",
    kOptions,
    {"PROPOSAL",
     "its number, the path of its folder or of a file in it, or a query such as group:sig-node; "
     "none: all",
     0,
     Operands::kAny,
     {},
     true},
    kExamples,
    "0 nothing disagrees\n1 something does\n2 could not run, or not everything could be compared",
    run_drift,
};

}  // namespace milepost::drift
