// The verbs that put a record in order: after damage, and after proposals were moved.
#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/record/fsck.h"
#include "features/record/move_stream.h"
#include "features/record/status.h"

namespace milepost::record {

namespace {

constexpr Option kRebuildOptions[] = {
    kStoreOption,
    {"--dry-run", "", "", "change nothing, say what would be mended"},
    {"--quiet", "-q", "", "do not say what was mended"},
};
constexpr Option kMoveOptions[] = {
    kAsOption,      kNowOption,
    kStoreOption,   {"--dry-run", "", "", "change nothing, say what would follow"},
    kProcessOption, kQuietOption,
};

constexpr Example kRebuildExamples[] = {
    {"milepost store rebuild", "after fsck has found the events sound"},
};
constexpr Example kMoveExamples[] = {
    {"milepost store move design/old.md design/new.md", "after git mv design/old.md design/new.md"},
};

int run_rebuild(const Arguments& arguments, Console& console) {
  const bool dry_run = arguments.has("--dry-run");
  const auto workspace = open_unsettled(workspace_options(arguments), now_utc());
  const auto mended = workspace ? rebuild_record(**workspace, {dry_run})
                                : Result<std::size_t>(tl::unexpected(workspace.error()));
  if (!mended) return console.report_error("nothing was changed: " + mended.error().message);
  if (arguments.has("--quiet")) return kClean;
  console.err +=
      fmt::format("{}: {} of damage {}\n",
                  dry_run ? "nothing was changed" : "all that events sum up to is made anew",
                  counted(*mended, "piece"), dry_run ? "would be mended" : "mended");
  return kClean;
}

int run_move(const Arguments& arguments, Console& console) {
  const auto workspace = open_workspace(arguments, {arguments.operands()[1]});
  if (!workspace) return console.report_error(workspace.error());
  StreamMoveOptions options;
  options.from = arguments.operands()[0];
  options.to = arguments.operands()[1];
  options.person = identity_of(arguments);
  options.dry_run = arguments.has("--dry-run");
  const auto moved = move_stream(**workspace, options);
  if (!moved) return console.report_error(moved.error().message);
  if (arguments.has("--quiet")) return kClean;
  console.err += fmt::format("{}: what is recorded of {} ({}) {}\n", printable_path(moved->to),
                             printable_path(moved->from), counted(moved->events, "event"),
                             options.dry_run ? "would follow; nothing was recorded" : "follows it");
  return kClean;
}

}  // namespace

extern constinit const Verb kStoreRebuildVerb{
    "store rebuild",
    kUpkeep,
    "make anew what the events of the record sum up to",
    "What is asked of the record is answered from sums that are kept beside the events. When fsck "
    "finds them wrong, or what keeps events from being changed is gone, this puts both in order. "
    "Events and texts are never touched: a record in which these are damaged is refused.",
    kRebuildOptions,
    {},
    kRebuildExamples,
    "0 made anew\n2 could not run, or events or texts are damaged",
    run_rebuild,
};

extern constinit const Verb kStoreMoveVerb{
    "store move",
    kUpkeep,
    "let what is recorded follow a proposal to another name",
    "The record knows a proposal by its number, or by its path when it has none. When the file was "
    "moved, or the proposal got a number, approvals, holds and all else stay with the old name "
    "until somebody says what it is called now. fsck lists such names. To undo it, move it "
    "back.",
    kMoveOptions,
    {"OLD NEW", "the number or path that was, and the proposal as it is now", 2, 2},
    kMoveExamples,
    "0 recorded\n2 could not run, or OLD is still a proposal",
    run_move,
};

}  // namespace milepost::record
