#include <fmt/format.h>

#include "app/approve.h"
#include "cli/findings.h"
#include "cli/fixing.h"
#include "cli/moves.h"
#include "cli/verb.h"
#include "report/printable.h"

namespace milepost {

namespace {

constexpr Option kOptions[] = {
    {"--role", "", "ROLE", "what you approve as, such as prr"},
    {"--stage", "", "STAGE", "the stage you approve (the proposal's own)"},
    kAsOption,
    {"--dry-run", "", "", "change nothing, print the changes as a diff"},
    {"--process", "", "PROCESS", "go by this process, or by the pack in this folder"},
    kQuietOption,
};

constexpr Example kExamples[] = {
    {"milepost approve 4211 --role prr --stage beta --as rcole",
     "enter the production-readiness approval"},
};

int run_approve(const Arguments& arguments, Console& console) {
  ApproveRequest request;
  request.directory = directory_of(arguments);
  request.process = process_of(arguments);
  request.subject = arguments.operands().front();
  request.role = arguments.value("--role");
  request.stage = arguments.value("--stage");
  request.person = identity_of(arguments);
  if (request.role.empty()) return console.complain("as what do you approve? Say it with --role");
  const auto edit = plan_approval(request);
  if (!edit) return console.complain(edit.error().message);
  if (edit->changes.empty()) {
    console.err += fmt::format("@{} has approved {} already\n", printable(edit->person),
                               printable(edit->stage));
    return kClean;
  }
  for (const FileChange& change : edit->changes) {
    if (arguments.has("--quiet") && !arguments.has("--dry-run")) break;
    console.out += shown_change(change, console);
  }
  if (arguments.has("--dry-run")) return kClean;
  if (const auto made = apply_changes(edit->root, edit->changes); !made) {
    return console.complain("nothing was changed: " + made.error().message);
  }
  if (!arguments.has("--quiet")) {
    console.err +=
        fmt::format("{} of {} for {} approved by @{}\n", printable(edit->review),
                    printable(edit->number), printable(edit->stage), printable(edit->person));
  }
  return kClean;
}

}  // namespace

constinit const Verb kApproveVerb{
    "approve",
    "approve a proposal in the file that keeps approvals",
    "The approval is entered into the review's file, which is made when it is not there. Only "
    "people on the role's roster can approve. Who you are is claimed, not proved: the review of "
    "the change settles that.",
    kOptions,
    {"PROPOSAL", "its number, or the path of its folder or of a file in it", 1, 1},
    kExamples,
    "0 approved\n2 could not run, or you may not",
    run_approve,
};

}  // namespace milepost
