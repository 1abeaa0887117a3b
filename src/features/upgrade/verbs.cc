#include "features/common/verbs.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/verb.h"
#include "features/upgrade/formats.h"
#include "features/upgrade/upgrade.h"

namespace milepost::upgrade {

namespace {

constexpr Option kOptions[] = {
    {"--to", "", "VERSION", "the version of the template to reach (the current one)"},
    {"--dry-run", "", "", "change nothing, print the changes as a diff"},
    kProcessOption,
    {"--format", "", "FORMAT", "how to write what was done", kTextOrJson},
    {"--quiet", "-q", "", "say only what is left to do"},
};

constexpr Example kExamples[] = {
    {"milepost upgrade 131", "bring a proposal up to the current template"},
    {"milepost upgrade 131 --dry-run", "see what would change"},
    {"milepost upgrade 131 --to 11", "only as far as version 11"},
};

std::string shown(const UpgradeRun& run, bool quiet) {
  std::vector<UpgradedProposal> proposals = run.proposals;
  if (quiet) {
    std::erase_if(proposals, [](const UpgradedProposal& one) { return !one.has_conflicts(); });
  }
  return render_upgraded_text(proposals);
}

int run_upgrade(const Arguments& arguments, Console& console) {
  const auto workspace = open_workspace(arguments, arguments.operands());
  if (!workspace) return console.report_error(workspace.error());
  const auto run =
      plan_upgrades(**workspace, {arguments.operands(), std::string(arguments.value("--to"))});
  if (!run) return console.report_error(run.error().message);
  report_notes(run->notes, console);

  const bool dry_run = arguments.has("--dry-run");
  const bool json = arguments.value("--format") == "json";
  if (!dry_run) {
    if (const auto made = make_upgrades(*run); !made) {
      return console.report_error("nothing was changed: " + made.error().message);
    }
  }
  if (json) {
    console.out += render_upgraded_json(run->proposals);
  } else {
    // A diff is for a program to read, and stays free of remarks.
    (dry_run ? console.err : console.out) += shown(*run, arguments.has("--quiet"));
    for (const auto& [root, changes] : run->changes) {
      for (const FileChange& change : changes) {
        if (dry_run) console.out += shown_change(change, console);
      }
    }
    if (dry_run && !arguments.has("--quiet")) console.err += "nothing was changed\n";
  }
  report_read_errors(run->read_errors, console);
  if (!run->read_errors.empty()) return kCouldNotRun;
  return std::ranges::any_of(run->proposals, &UpgradedProposal::has_conflicts) ? kFound : kClean;
}

}  // namespace

extern constinit const Verb kUpgradeVerb{
    "upgrade",
    kWriting,
    "bring proposals up to a newer template",
    "Merges what changed in the template since the version a proposal was written for into its "
    "document. New sections come in with their instructions, headings that were renamed are "
    "renamed, sections that were moved are moved with their text, questions in bold become "
    "headings, and the template's own text is replaced where nobody touched it. What authors wrote "
    "stays, word for word.\n"
    "\n"
    "Where a comment was edited and the template changed it too, both stand in the text, marked as "
    "UNRESOLVED, until you keep one. The table of contents and a version named in the metadata "
    "follow. Running it again changes nothing more.",
    kOptions,
    {"PROPOSAL",
     "a proposal's number, its document, a folder of proposals, or a query such as group:sig-node",
     1,
     Operands::kAny,
     {},
     true},
    kExamples,
    "0 done, or nothing to do\n"
    "1 there are conflicts to settle\n"
    "2 could not run, or not every proposal could be upgraded",
    run_upgrade,
};

}  // namespace milepost::upgrade
