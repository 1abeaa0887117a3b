// Drift between the milestones, the calendar, and the part in releases.
#include <fmt/format.h>

#include "features/drift/words.h"
#include "gates/conditions.h"

namespace milepost::drift {

namespace {

bool is_open(const DriftInput& input) {
  const Status* const status = input.process.find_status(input.card.status);
  return status && !status->closed;
}

// The milestone that counts now, and what it is called.
struct Aim {
  Milestone milestone;
  std::string key;
};

std::optional<Aim> aim_of(const DriftInput& input) {
  const Metadata& metadata = *input.card.metadata;
  if (const auto own = milestone_of(input.process, metadata, input.stage)) {
    return Aim{*own, input.stage};
  }
  const auto latest = latest_milestone(input.process, metadata);
  if (!latest) return std::nullopt;
  return Aim{*latest, input.process.field(FieldRole::kLatestMilestone)->id};
}

DriftSide aim_side(const DriftInput& input, const Aim& aim) {
  return metadata_side(input, aim.milestone.span,
                       fmt::format("{}: {}", aim.key, to_string(aim.milestone.version)));
}

// Where the calendar has none to name.
Steps set_to_come(std::string_view key, const Spot& spot) {
  return {remedy::SetToCome{std::string(key), spot}};
}

DriftSide calendar_side(const DriftInput& input, std::string says) {
  return {std::move(says), Spot{input.repository.shown_path(input.process.calendar.file), 0, 0}};
}

// Whether the calendar should know a release: it knows earlier and later ones, or nobody
// plans that far ahead.
bool should_know(const std::vector<Release>& all, const Version& version) {
  constexpr unsigned kFarAhead = 5;  // releases
  if (all.empty() || version < all.front().version) return false;
  const Version& newest = all.back().version;
  return version < newest || version.major != newest.major ||
         version.minor > newest.minor + kFarAhead;
}

void unknown_release(const DriftInput& input, const Aim& aim, std::vector<Drift>& found) {
  const Version& version = aim.milestone.version;
  if (!should_know(input.releases.all(), version) || input.releases.find(version)) return;
  Drift drift{DriftKind::kMilestoneUnknown,
              "the milestone and the calendar",
              aim_side(input, aim),
              calendar_side(input, fmt::format("it has no {}", to_string(version))),
              {{remedy::AddRelease{to_string(version)}}}};
  if (const Release* const next = next_release(input.process.calendar, input.releases, input.now)) {
    drift.remedies.push_back({set_milestone(input, version, next->version)});
  }
  found.push_back(std::move(drift));
}

// A proposal that is not yet, or no longer, worked on cannot have been in a release.
void past_release(const DriftInput& input, const Aim& aim, std::vector<Drift>& found) {
  const Status& status = *input.process.find_status(input.card.status);
  const Version& version = aim.milestone.version;
  if (!status.asks_less() || !is_out(input, version).value_or(false)) return;
  const Release& release = *input.releases.find(version);
  const auto date = release.date(input.process.calendar.dates.back().id);
  Drift drift{DriftKind::kMilestonePast,
              "the milestone and the status",
              aim_side(input, aim),
              status_side(input),
              {}};
  drift.one.says += fmt::format(", out since {}", to_string(date_of(*date)));
  if (const Release* const next = next_release(input.process.calendar, input.releases, input.now)) {
    drift.remedies.push_back({set_milestone(input, version, next->version)});
  }
  if (!status.moves.empty()) {
    drift.remedies.push_back({remedy::Promote{called(input.card), status.moves.front().to}});
  }
  if (drift.remedies.empty()) drift.remedies.push_back(set_to_come(aim.key, drift.one.spot));
  found.push_back(std::move(drift));
}

std::string_view word_of(ParticipationState part) {
  switch (part) {
    case ParticipationState::kOut: return "opted out";
    case ParticipationState::kRemoved: return "removed";
    case ParticipationState::kDeferred: return "deferred";
    case ParticipationState::kIn: return "opted in";
    case ParticipationState::kUndecided: break;
  }
  return "undecided";
}

// The record took it out of the release that the metadata still names last.
void left_release(const DriftInput& input, const Milestone& latest, std::vector<Drift>& found) {
  const Participation* const part = input.state.find_participation(to_string(latest.version));
  if (!part || part->state == ParticipationState::kIn ||
      part->state == ParticipationState::kUndecided)
    return;
  const auto to = parse_version(part->to);
  const Release* const next = next_release(input.process.calendar, input.releases, input.now);
  Drift drift{DriftKind::kReleaseLeft,
              "the milestone and the record",
              aim_side(input, {latest, input.process.field(FieldRole::kLatestMilestone)->id}),
              record_side(with_action(
                  fmt::format("{} from {}", word_of(part->state), part->release), part->action)),
              {}};
  if (part->state == ParticipationState::kOut) {
    drift.two.says = with_action(fmt::format("opted out of {}", part->release), part->action);
  }
  if (to) {
    drift.two.says += fmt::format(", to {}", to_string(*to));
    drift.remedies.push_back({set_milestone(input, latest.version, *to)});
  } else if (next && next->version > latest.version) {
    drift.remedies.push_back({set_milestone(input, latest.version, next->version)});
  }
  if (part->state != ParticipationState::kRemoved) {
    drift.remedies.push_back({remedy::OptIn{part->release, {called(input.card)}}});
  } else if (drift.remedies.empty()) {
    drift.remedies.push_back(
        set_to_come(input.process.field(FieldRole::kLatestMilestone)->id, drift.one.spot));
  }
  found.push_back(std::move(drift));
}

// It is to be in one release, and the metadata says another.
void other_release(const DriftInput& input, const Milestone& latest, std::vector<Drift>& found) {
  std::optional<Version> highest;
  const Participation* in = nullptr;
  for (const Participation& part : input.state.participations) {
    const auto version = parse_version(part.release);
    if (part.state != ParticipationState::kIn || !version || (highest && *version < *highest))
      continue;
    highest = version;
    in = &part;
  }
  if (!in || *highest == latest.version) return;
  // What was in an earlier release that is out aims at the next one.
  if (*highest < latest.version && is_out(input, *highest).value_or(true)) return;
  const bool reached = is_out(input, latest.version).value_or(false);
  found.push_back({DriftKind::kOptIn,
                   "the milestone and the opt-in",
                   aim_side(input, {latest, input.process.field(FieldRole::kLatestMilestone)->id}),
                   record_side(with_action(fmt::format("opted in to {}", in->release),
                                           in->opted_in.value_or(in->action))),
                   {{set_milestone(input, latest.version, *highest,
                                   reached ? MovedStage::kStays : MovedStage::kToo)},
                    {remedy::OptOut{in->release, called(input.card)}}}});
}

}  // namespace

std::vector<Drift> release_drifts(const DriftInput& input) {
  std::vector<Drift> found;
  if (!input.card.metadata->complete() || !is_open(input)) return found;
  if (const auto aim = aim_of(input)) {
    unknown_release(input, *aim, found);
    past_release(input, *aim, found);
  }
  if (const auto latest = latest_milestone(input.process, *input.card.metadata)) {
    left_release(input, *latest, found);
    other_release(input, *latest, found);
  }
  return found;
}

}  // namespace milepost::drift
