#include "features/common/verbs.h"

#include "cli/output.h"
#include "cli/verb.h"
#include "features/inbox/formats.h"
#include "features/inbox/read.h"

namespace milepost::inbox {

namespace {

constexpr Option kOptions[] = {
    {"--as", "", "HANDLE", "whose: somebody's, or a team's (MILEPOST_AS; git's milepost.handle)"},
    {"--release", "", "RELEASE", "what awaits them in the proposals of this release only"},
    {"--all", "", "", "text with each on its own, also what is one task for several proposals"},
    {"--format", "", "FORMAT", "how to write it", kTextOrJson},
    kProcessOption,
    kNowOption,
    kStoreOption,
    {"--quiet", "-q", "", "text without the count"},
};

constexpr Example kExamples[] = {
    {"milepost inbox", "what awaits me?"},
    {"milepost inbox --as @jane", "what awaits jane?"},
    {"milepost inbox --as @sig-storage-leads", "what awaits any of a team?"},
    {"milepost inbox group:sig-node stage:beta", "of these proposals; help list explains queries"},
    {"milepost inbox --release v1.38 --format json", "in one release, as data"},
};

int run_inbox(const Arguments& arguments, Console& console) {
  if (const auto moment = moment_of(arguments); !moment)
    return console.report_error(moment.error());
  InboxOptions options;
  options.person = identity_of(arguments);
  options.release = arguments.value("--release");
  options.words = arguments.operands();
  if (const auto wrong = wrong_release(options.release)) return console.report_error(*wrong);
  const auto workspace = open_with_unmerged(arguments);
  if (!workspace) return console.report_error(workspace.error());
  const auto inbox = read_inbox(**workspace, options);
  if (!inbox) return console.report_error(inbox.error().message);
  report_notes(inbox->notes, console);
  report_read_errors(inbox->read_errors, console);
  console.out +=
      arguments.value("--format") == "json"
          ? render_inbox_json(*inbox)
          : render_inbox_text(*inbox, text_options(arguments, console), arguments.has("--all"));
  return inbox->read_errors.empty() ? kClean : kCouldNotRun;
}

}  // namespace

extern constinit const Verb kInboxVerb{
    "inbox",
    kReviewing,
    "list what awaits you, most urgent first",
    "Approvals and reviews that nothing but you keeps waiting, approvals of yours that are void "
    "because the text has changed, exceptions to decide, what your own proposals lack for the next "
    "freeze, concerns and holds, items of tracking issues to approve, to tick or to know of, and "
    "texts under debate that name you. What a freeze waits for comes first, by its deadline; then "
    "what others wait for, by how long; then the rest. Each is shown with the command that does "
    "it. What is the same task for three or more proposals is listed once; --all lists each.\n"
    "\n"
    "Only open proposals are looked at. A team is an alias or a roster of the process: its inbox "
    "has what any of its members may do because they are on it.",
    kOptions,
    {"PROPOSAL",
     "only these, by their numbers or paths, or by a query such as group:sig-node",
     0,
     Operands::kAny,
     {},
     true},
    kExamples,
    "0 listed, also when nothing awaits\n2 could not run, or not everything could be read",
    run_inbox,
};

}  // namespace milepost::inbox
