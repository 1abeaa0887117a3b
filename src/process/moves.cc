#include "process/moves.h"

#include <algorithm>

#include <fmt/format.h>

namespace milepost {

namespace {

std::ptrdiff_t place_on(const Ladder& ladder, std::string_view stage) {
  return std::ranges::find(ladder.stages, stage) - ladder.stages.begin();
}

Legality as_legality(OutOfOrder rule) {
  switch (rule) {
    case OutOfOrder::kFree: return Legality::kLegal;
    case OutOfOrder::kReason: return Legality::kReason;
    case OutOfOrder::kClosed: break;
  }
  return Legality::kClosed;
}

std::string list_moves(const Status& from) {
  std::vector<std::string_view> names;
  for (const Move& move : from.moves) names.push_back(move.to);
  if (names.empty()) return fmt::format("nothing comes after {}", from.id);
  if (names.size() == 1) return fmt::format("from {} the process goes to {}", from.id, names[0]);
  return fmt::format("from {} the process goes to {} or {}", from.id,
                     fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

}  // namespace

MoveRuling rule_status_move(const Process& process, std::string_view from, std::string_view to) {
  if (from == to) return {};
  const Status* start = process.find_status(from);
  if (!start) {
    // A new proposal begins with the first status; one whose status is unknown
    // may be given any that is known.
    const bool begins =
        !from.empty() || process.statuses.empty() || process.statuses.front().id == to;
    if (begins) return {};
    return {Legality::kIllegal,
            {},
            fmt::format("a new proposal begins as {}", process.statuses.front().id)};
  }
  const auto move = std::ranges::find(start->moves, to, &Move::to);
  if (move == start->moves.end()) return {Legality::kIllegal, {}, list_moves(*start)};
  return {move->reason ? Legality::kReason : Legality::kLegal, move->by, {}};
}

MoveRuling rule_stage_move(const Process& process, std::string_view from, std::string_view to) {
  if (from == to || to.empty()) return {};
  const Ladder* target = ladder_of(process, to);
  if (!target) return {Legality::kIllegal, {}, fmt::format("no stage is called {}", to)};
  const std::ptrdiff_t at = place_on(*target, to);
  const Ladder* start = ladder_of(process, from);
  if (start && start != target) {
    // What was graduating is now being removed: that ladder is climbed from its foot.
    if (at == 0) return {Legality::kLegal, {}, fmt::format("onto the {} ladder", target->id)};
    return {
        as_legality(target->skip), {}, fmt::format("{} comes before {}", target->stages[0], to)};
  }
  const std::ptrdiff_t was = start ? place_on(*start, from) : -1;
  if (at < was) {
    return {as_legality(target->back), {}, fmt::format("a step back from {} to {}", from, to)};
  }
  if (at == was + 1) return {};
  return {as_legality(target->skip),
          {},
          fmt::format("{} comes before {}", target->stages[static_cast<std::size_t>(at - 1)], to)};
}

std::vector<std::string_view> usual_way(const Process& process) {
  std::vector<std::string_view> way;
  const Status* at = process.statuses.empty() ? nullptr : &process.statuses.front();
  while (at && std::ranges::find(way, at->id) == way.end()) {
    way.emplace_back(at->id);
    if (at->closed) return way;
    at = at->moves.empty() ? nullptr : process.find_status(at->moves.front().to);
  }
  way.clear();
  for (const Status& status : process.statuses) {
    if (!status.closed) way.emplace_back(status.id);
  }
  const auto end = std::ranges::find_if(
      process.statuses, [](const Status& status) { return status.closed && !status.failed; });
  if (end != process.statuses.end()) way.emplace_back(end->id);
  return way;
}

bool has_stages(const Process& process, std::string_view kind) {
  const Field* field = process.field(FieldRole::kStage);
  if (process.ladders.empty() || !field) return false;
  const Kind* found = process.find_kind(kind);
  return !found || std::ranges::find(found->excludes, field->id) == found->excludes.end();
}

std::string stage_called(const Process& process, std::string_view word) {
  std::string name(word);
  std::ranges::replace(name, ' ', '-');
  const std::string_view stage = process.stage_in_code(name);
  return std::string(stage.empty() ? word : stage);
}

bool has_releases(const Process& process, std::string_view kind) {
  const Kind* const found = process.find_kind(kind);
  bool excluded = false;
  for (const FieldRole role : {FieldRole::kMilestones, FieldRole::kLatestMilestone}) {
    const Field* const field = process.field(role);
    if (!field) continue;
    if (!found || std::ranges::find(found->excludes, field->id) == found->excludes.end()) {
      return true;
    }
    excluded = true;
  }
  return !excluded;
}

const Ladder* ladder_of(const Process& process, std::string_view stage) {
  const auto found = std::ranges::find_if(process.ladders, [&](const Ladder& ladder) {
    return std::ranges::find(ladder.stages, stage) != ladder.stages.end();
  });
  return found == process.ladders.end() ? nullptr : &*found;
}

std::string_view next_stage(const Process& process, std::string_view stage) {
  const Ladder* ladder = ladder_of(process, stage);
  if (!ladder) return {};
  const auto at = static_cast<std::size_t>(place_on(*ladder, stage)) + 1;
  return at < ladder->stages.size() ? std::string_view(ladder->stages[at]) : std::string_view();
}

std::string_view stage_before(const Process& process, std::string_view stage) {
  const Ladder* ladder = ladder_of(process, stage);
  if (!ladder) return {};
  const auto at = static_cast<std::size_t>(place_on(*ladder, stage));
  return at > 0 ? std::string_view(ladder->stages[at - 1]) : std::string_view();
}

}  // namespace milepost
