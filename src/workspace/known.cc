#include "workspace/known.h"

#include <fmt/format.h>

#include "workspace/calendar.h"
#include "workspace/gate_judge.h"

namespace milepost {

Result<Known> read_known(const Repository& repository, const std::string& store, Instant now,
                         const Card* card) {
  auto releases = read_releases(repository);
  if (!releases) return tl::unexpected(std::move(releases.error()));
  auto record = read_record(repository, *releases, store, now, card);
  if (!record) return tl::unexpected(std::move(record.error()));
  return Known{std::move(*releases), std::move(*record)};
}

Result<GateVerdict> judge_examined(const Selected& task, const Examined& examined, const Step& step,
                                   const Known& known, Instant now, const Mover& mover) {
  if (!examined.proposal) {
    return failure(
        fmt::format("{}: {}", examined.troubles.front().path, examined.troubles.front().message));
  }
  return GateJudge(
             {task, examined, step, known.releases, known.record, now, mover.reason, mover.handle})
      .judge();
}

}  // namespace milepost
