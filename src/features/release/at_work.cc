#include "features/release/at_work.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "features/release/context.h"
#include "features/release/freeze_judge.h"
#include "features/release/stage_step.h"

namespace milepost::release {

namespace {

bool is_taken_out(const Participation* part) {
  return part &&
         (part->state == ParticipationState::kRemoved ||
          part->state == ParticipationState::kDeferred || part->state == ParticipationState::kOut);
}

bool has_freeze_ahead(const Process& process, const Release& release, Instant now) {
  return std::ranges::any_of(process.calendar.dates, [&](const CalendarDate& date) {
    const auto at = date.gate.empty() ? std::nullopt : release.date(date.id);
    return at && now < *at;
  });
}

class ReleaseFinder {
 public:
  ReleaseFinder(const Process& process, const Card& card, const ProposalState& state,
                const Releases& releases, Instant now)
      : process_(process), card_(card), state_(state), releases_(releases), now_(now) {}

  // Nothing when it is in no release to come.
  std::optional<Version> find() const {
    std::optional<Version> found;
    bool found_out = false;
    const Release* const next = release_of_next_freeze(process_, releases_, now_);
    const auto look_at = [&](const Version& version) {
      const bool out = is_taken_out(state_.find_participation(to_string(version)));
      if (found && (out || !found_out)) return;
      found = version;
      found_out = out;
    };
    if (next && is_one_of(next->version)) look_at(next->version);
    for (const Release& release : releases_.all()) {
      if (is_to_come(release) && is_one_of(release.version)) look_at(release.version);
    }
    for (const Version& version : opted_in_elsewhere()) look_at(version);
    return found;
  }

 private:
  bool is_one_of(const Version& version) const {
    return is_of_release(process_, card_, version, state_);
  }

  // Once its last freeze has passed, a release asks for nothing more; one without freezes, once
  // all of its dates have.
  bool is_to_come(const Release& release) const {
    if (has_freeze_ahead(process_, release, now_)) return true;
    const bool has_freezes = std::ranges::any_of(process_.calendar.dates, [&](const auto& date) {
      return !date.gate.empty() && release.date(date.id);
    });
    return !has_freezes &&
           std::ranges::any_of(release.dates, [&](const auto& date) { return now_ < date.second; });
  }

  // Releases that no calendar knows, the first one first.
  std::vector<Version> opted_in_elsewhere() const {
    std::vector<Version> versions;
    for (const Participation& part : state_.participations) {
      const auto version = parse_version(part.release);
      if (part.state != ParticipationState::kIn || !version || releases_.find(*version)) continue;
      versions.push_back(*version);
    }
    std::ranges::sort(versions);
    return versions;
  }

  const Process& process_;
  const Card& card_;
  const ProposalState& state_;
  const Releases& releases_;
  const Instant now_;
};

// What is missing at the first freeze that asks for it, each with that freeze's deadline.
std::vector<Verdict> missing_at(std::span<const FreezeAhead> ahead) {
  std::vector<Verdict> missing;
  for (const FreezeAhead& freeze : ahead) {
    for (const Verdict& verdict : freeze.missing) {
      if (std::ranges::find(missing, verdict.id, &Verdict::id) != missing.end()) continue;
      missing.push_back(verdict);
      missing.back().deadline_title = freeze.date->title;
      missing.back().deadline = freeze.deadline;
    }
  }
  return missing;
}

// What the freezes lack closes the gate; what else does is advice.
void go_by_freezes(GateVerdict& gate, std::vector<Verdict> missing) {
  for (Verdict& verdict : gate.conditions) {
    const auto same = std::ranges::find(missing, verdict.id, &Verdict::id);
    if (same != missing.end()) {
      verdict = std::move(*same);
      missing.erase(same);
    } else if (verdict.closes() && verdict.kind == VerdictKind::kCondition) {
      verdict.advice = true;
    }
  }
  std::ranges::move(missing, std::back_inserter(gate.conditions));
}

}  // namespace

Result<AtWork> find_at_work(const Process& process, const Card& card, const ProposalState& state,
                            const Releases& releases, Instant now) {
  const auto version = ReleaseFinder(process, card, state, releases, now).find();
  AtWork at_work;
  if (!version) {
    TRY(at_work.step, plan_step(process, card, "", ""));
    return at_work;
  }
  const std::string release = to_string(*version);
  TRY(at_work.step, step_in(process, card, state.find_participation(release), release));
  const Release* const known = releases.find(*version);
  if (known && has_freeze_ahead(process, *known, now)) at_work.release = known;
  return at_work;
}

Result<GateVerdict> judge_at_work(const Selected& selected, const Releases& releases,
                                  const StoredEvidence& evidence, const Mover& mover) {
  const Process& process = selected.at->process();
  const Instant now = selected.at->now();
  const ProposalState& state = evidence.state_of(*selected.card);
  TRY(const auto at_work, find_at_work(process, *selected.card, state, releases, now));
  if (!at_work.release) {
    const Examined examined = examine(selected, at_work.step.to_stage, at_work.step.to_status);
    return judge_gate(selected, examined, at_work.step, evidence, mover);
  }
  const FreezeQuestion question{releases, *at_work.release, evidence, now};
  TRY(const auto exam, examine_for_freezes(question, selected));
  TRY(auto gate, judge_gate(selected, exam.examined, exam.step, evidence, mover));
  const auto ahead = judge_ahead(question, selected, exam, state);
  if (ahead.empty()) return gate;
  go_by_freezes(gate, missing_at(std::span(ahead).first(at_stake(ahead))));
  return gate;
}

}  // namespace milepost::release
