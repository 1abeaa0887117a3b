#include "features/record/move_stream.h"

#include <fmt/format.h>

#include "features/common/recorded_name.h"
#include "store/record.h"
#include "workspace/identity.h"

namespace milepost::record {

Result<StreamMove> move_stream(const Workspace& workspace, const StreamMoveOptions& options) {
  TRY(const auto selection, workspace.select_one(options.to));
  const Selected& selected = selection.proposals.front();
  const Workspace& at = *selected.at;
  const Card& card = *selected.card;
  TRY(const auto person, need_identity(at.process(), at.root(), options.person));
  StreamMove moved{recorded_name(options.from, at), called(card), card.title, person, 0};
  const std::string from = stream_named(moved.from);
  for (const Card& other : at.index().cards) {
    if (stream_of(other) != from) continue;
    return failure(fmt::format("{} is here still, so what is recorded of it stays with it",
                               at.shown_path(other.path)));
  }
  TRY(const auto record, at.open_record(options.dry_run ? Access::kRead : Access::kWrite));
  if (record->store().is_mirror()) {
    return failure(fmt::format(
        "{0} keeps the record, and what is recorded of a proposal gets another name where that is: "
        "on its machine, in the folder that it serves, run milepost store move {1} {2}",
        record->store().name(), moved.from, moved.to));
  }
  TRY(const auto events, record->events_of(from));
  if (events.empty()) {
    return failure(
        fmt::format("nothing is recorded of {}; milepost fsck lists what is recorded of "
                    "proposals that are not here",
                    moved.from));
  }
  moved.events = events.size();
  if (options.dry_run) return moved;
  TRY(record->move(from, stream_of(card), {person, at.now()}));
  return moved;
}

}  // namespace milepost::record
