#include "features/common/verbs.h"

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
    kProcessOption,
    kNowOption,
    kStoreOption,
    {"--quiet", "-q", "", "without the total"},
    kColorOption,
};

constexpr Example kExamples[] = {
    {"milepost drift", "all proposals: what disagrees?"},
    {"milepost drift 4211 4212", "these alone"},
    {"milepost drift --gates pkg/features/kube_features.go", "also with the code"},
    {"milepost drift --gates gates.txt --release v1.37", "with the code of a release"},
    {"milepost drift --format json", "the same as data"},
};

int run_drift(const Arguments& arguments, Console& console) {
  // What is wrong with --now is reported before what is wrong with --release.
  if (const auto moment = moment_of(arguments); !moment)
    return console.report_error(moment.error());
  DriftOptions options;
  options.subjects = arguments.operands();
  options.gates = arguments.values("--gates");
  options.release = arguments.value("--release");
  if (const auto wrong = wrong_release(options.release)) return console.report_error(*wrong);
  const auto workspace = open_workspace(arguments, options.subjects);
  if (!workspace) return console.report_error(workspace.error());
  const auto run = find_drift(**workspace, options);
  if (!run) return console.report_error(run.error().message);
  report_notes(run->notes, console);
  report_read_errors(run->read_errors, console);
  if (run->looked_at == 0 && !run->read_errors.empty()) return kCouldNotRun;
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
    "disagrees with nobody: without a record or a calendar nothing is compared with them.",
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
