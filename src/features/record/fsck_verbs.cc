#include "base/instant.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/record/formats.h"
#include "features/record/fsck.h"
#include "features/record/status.h"

namespace milepost::record {

namespace {

constexpr Option kOptions[] = {
    {"--checkpoint", "", "FILE",
     "hold the record against the checkpoint in FILE; when there is no such file, write one"},
    {"--renew", "", "", "with --checkpoint: write it anew when there is no damage"},
    kStoreOption,
    {"--format", "", "FORMAT", "how to write what was found", kTextOrJson},
    {"--quiet", "-q", "", "text with damage alone"},
};

constexpr Example kExamples[] = {
    {"milepost fsck", "is everything that milepost keeps sound?"},
    {"milepost fsck --checkpoint ../checkpoint", "write down what the record is now"},
    {"milepost fsck --checkpoint ../checkpoint --renew",
     "is it still what it was? then go on from here"},
};

// Other verbs send people here, where it is known what to do.
std::string with_remedy(std::string message) {
  constexpr std::string_view kHere = "; milepost fsck tells more";
  const std::size_t at = message.find(kHere);
  if (at == message.npos) return message;
  return message.replace(
      at, kHere.size(),
      "; move it away, and milepost store import FILE makes the record anew from "
      "an export");
}

int run_fsck(const Arguments& arguments, Console& console) {
  FsckOptions options;
  options.checkpoint = arguments.value("--checkpoint");
  options.renew = arguments.has("--renew");
  if (options.renew && options.checkpoint.empty()) {
    return console.report_error("--renew goes with --checkpoint: which file is to be written?");
  }
  const auto workspace = open_unsettled(workspace_options(arguments), now_utc());
  if (!workspace) return console.report_error(workspace.error().message);
  const auto report = fsck(**workspace, options);
  if (!report) return console.report_error(with_remedy(report.error().message));
  console.out += arguments.value("--format") == "json"
                     ? render_fsck_json(*report)
                     : render_fsck_text(*report, arguments.has("--quiet"));
  return report->is_damaged() ? kFound : kClean;
}

}  // namespace

extern constinit const Verb kFsckVerb{
    "fsck",
    kUpkeep,
    "verify everything that milepost keeps",
    "The record: every digest is worked out anew, every number counted, every state summed up "
    "again. Changes that were cut short, and what the next command will make of them. Numbers "
    "that are reserved. Nothing is repaired.\n"
    "\n"
    "Whoever can write to the record could make all of it anew. A checkpoint, kept where they "
    "cannot write, shows that: it has the digest of the last event, which stands for all before "
    "it.",
    kOptions,
    {},
    kExamples,
    "0 no damage\n1 damage was found\n2 could not run",
    run_fsck,
};

}  // namespace milepost::record
