#include "gates/step.h"

#include <algorithm>

#include <fmt/format.h>

#include "process/moves.h"
#include "process/validate.h"
#include "proposal/milestones.h"

namespace milepost {

namespace {

// The next stage while there is one and the status is asked for all; then the
// first of the status's moves.
Result<void> find_next(const Process& process, const Card& card, Step& step) {
  const Status* status = process.find_status(step.from_status);
  if (step.from_status.empty()) {
    return failure("it has no status, so there is no next step (use --to to ask about one)");
  }
  if (!status) {
    return failure(
        fmt::format("its status \"{}\" is none of the process's, so there is no next step "
                    "(use --to to ask about one)",
                    card.status));
  }
  const bool climbs = has_stages(process, card.kind);
  if (climbs && step.from_stage.empty() && !card.stage.empty()) {
    return failure(
        fmt::format("its stage \"{}\" is none of the process's, so there is no next step "
                    "(use --to to ask about one)",
                    card.stage));
  }
  const std::string_view next = climbs && step.from_stage.empty()
                                    ? std::string_view(process.first_stage())
                                    : next_stage(process, step.from_stage);
  if (!status->closed && !status->asks_less() && !next.empty()) {
    step.to_stage = next;
    step.is_stage = true;
    return {};
  }
  if (is_finished(process, card)) {
    return failure(fmt::format("{} is {}; there is no next step (use --to to ask about another)",
                               called(card), status->id));
  }
  step.to_status = status->moves.front().to;
  return {};
}

std::string release_of(const Process& process, const Card& card, const Step& step) {
  if (step.to_stage.empty()) return {};
  const auto own = milestone_of(process, *card.metadata, step.to_stage);
  if (own) return to_string(own->version);
  if (step.to_stage != step.from_stage) return {};
  const auto latest = latest_milestone(process, *card.metadata);
  return latest ? to_string(latest->version) : std::string();
}

}  // namespace

std::string target_stage(const Process& process, const Card& card, const Participation* part) {
  if (!has_stages(process, card.kind)) return {};
  if (part && process.has_stage(part->stage)) return part->stage;
  const std::string_view stage = card.metadata->known_stage;
  return std::string(stage.empty() ? process.first_stage() : stage);
}

bool is_finished(const Process& process, const Card& card) {
  const Status* status = process.find_status(card.status);
  return status && (status->closed || status->moves.empty());
}

Result<void> check_target(const Process& process, std::string_view to) {
  if (process.find_status(to) || process.has_stage(stage_called(process, to))) return {};
  std::vector<std::string> known = ids(process.statuses);
  for (std::string& stage : process.stage_names()) known.push_back(std::move(stage));
  return failure(unknown("status or stage", to, known));
}

Result<Step> plan_step(const Process& process, const Card& card, std::string_view asked,
                       std::string_view release) {
  const std::string to =
      process.find_status(asked) ? std::string(asked) : stage_called(process, asked);
  Step step;
  // Where none has to be said, what says none stands where proposals begin.
  const Field* const says = process.field(FieldRole::kStatus);
  const bool begins =
      card.status.empty() && !process.statuses.empty() && !(says && says->needed.ever());
  step.from_status = step.to_status = begins ? process.statuses.front().id : card.status;
  const bool climbs = has_stages(process, card.kind);
  if (climbs) step.from_stage = step.to_stage = card.metadata->known_stage;
  if (to.empty()) {
    TRY(find_next(process, card, step));
  } else if (process.find_status(to)) {
    step.to_status = to;
  } else {
    TRY(check_target(process, to));
    if (!climbs) {
      return failure(fmt::format("a proposal of kind {} has no stages", card.kind));
    }
    step.to_stage = to;
    step.is_stage = true;
  }
  // A status that is judged by the stage needs one.
  const Status* status = process.find_status(step.to_status);
  if (climbs && step.to_stage.empty() && status && !status->asks_less()) {
    step.to_stage = process.first_stage();
  }
  const auto version = parse_version(release);
  step.release = release.empty() ? release_of(process, card, step)
                 : version       ? to_string(*version)
                                 : std::string(release);
  return step;
}

Step standing_step(std::string status, std::string stage, std::string release) {
  Step step;
  step.from_status = step.to_status = std::move(status);
  step.from_stage = step.to_stage = std::move(stage);
  step.release = std::move(release);
  step.is_stage = !step.to_stage.empty();
  return step;
}

}  // namespace milepost
