#include "features/record/move_stream.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/strings.h"
#include "store/record.h"
#include "workspace/identity.h"
#include "workspace/plan.h"

namespace milepost::record {

namespace {

namespace fs = std::filesystem;

// A number, or the path from the root; what is there no more has no card to tell.
std::string name_of(const RecordMoveRequest& request, const Repository& repository) {
  if (std::ranges::all_of(request.from, is_digit)) return plain_number(request.from);
  std::error_code unknown;
  const fs::path here = fs::weakly_canonical(request.directory, unknown);
  const fs::path full = (here / request.from).lexically_normal();
  std::string path = full.lexically_relative(repository.root).generic_string();
  while (path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace

Result<RecordMoved> move_record(const RecordMoveRequest& request) {
  CheckRequest check;
  check.directory = request.directory;
  check.process = request.process;
  check.paths = {request.to};
  const auto plan = plan_one(check);
  if (!plan) return tl::unexpected(plan.error());
  const Selected& task = plan->proposals.front();
  const Repository& repository = task.at->repository();
  const Card& card = *task.card;
  auto person = need_identity(task.at->process(), repository.root, request.person);
  if (!person) return tl::unexpected(std::move(person.error()));
  RecordMoved moved{name_of(request, repository), card.number.empty() ? card.path : card.number,
                    card.title, *person, 0};
  const std::string from = stream_named(moved.from);
  for (const Card& other : task.at->facts().index().cards) {
    if (stream_of(other) != from) continue;
    return failure(fmt::format("{} is here still, so what is recorded of it stays with it",
                               repository.shown_path(other.path)));
  }
  auto book =
      RecordBook::open(repository, request.store, request.dry_run ? Access::kRead : Access::kWrite);
  if (!book) return tl::unexpected(std::move(book.error()));
  const auto events = book->events_of(from);
  if (!events) return tl::unexpected(events.error());
  if (events->empty()) {
    return failure(
        fmt::format("nothing is recorded of {}; milepost fsck lists what is recorded of "
                    "proposals that are not here",
                    moved.from));
  }
  moved.events = events->size();
  if (request.dry_run) return moved;
  auto done = book->move(from, stream_of(card), {*person, request.now});
  if (!done) return tl::unexpected(std::move(done.error()));
  return moved;
}

}  // namespace milepost::record
