// Conditions on releases: which one a stage is for, its freeze, what came before.
#include <algorithm>

#include <fmt/format.h>

#include "base/deadline.h"
#include "gates/conditions.h"
#include "proposal/arrival.h"
#include "proposal/milestones.h"
#include "proposal/proposal.h"

namespace milepost {

namespace {

std::optional<Spot> spot_of_milestone(const GateInput& input) {
  const Metadata& metadata = *input.in.proposal.metadata;
  if (!metadata.source) return std::nullopt;
  const YamlNode* node = find_milestone(input.in.process, metadata, input.step.to_stage);
  if (!node) node = metadata.find(input.in.process, FieldRole::kLatestMilestone);
  if (!node) return std::nullopt;
  return spot_of(*metadata.source, node->span);
}

// The stage before, and its release, when that is set.
struct Earlier {
  std::string_view stage;
  std::optional<Milestone> milestone;
};

Earlier stage_left(const GateInput& input) {
  const Process& process = input.in.process;
  Earlier earlier{stage_before(process, input.step.to_stage), std::nullopt};
  if (!earlier.stage.empty()) {
    earlier.milestone = milestone_of(process, *input.in.proposal.metadata, earlier.stage);
  }
  return earlier;
}

std::vector<Version> versions_of(const Releases& releases) {
  std::vector<Version> versions;
  for (const Release& release : releases.all()) versions.push_back(release.version);
  return versions;
}

// Whether the calendar knows that a release is over: all its dates have come, or it is older
// than all it knows.
bool is_past(const GateInput& input, const Version& version) {
  if (input.releases.all().empty()) return false;
  const Release* release = input.releases.find(version);
  if (!release) return version < input.releases.all().front().version;
  return !release->dates.empty() && std::ranges::all_of(release->dates, [&](const auto& date) {
    return date.second <= input.now;
  });
}

void judge_freeze(const GateInput& input, const Condition& condition, const Version& version,
                  Verdict& verdict) {
  const CalendarDate& freeze = *input.in.process.calendar.find(condition.freeze);
  const Release* release = input.releases.find(version);
  // A freeze without a date holds nobody.
  if (!release || !release->date(freeze.id)) {
    verdict.holds = Holds::kYes;
    verdict.message = fmt::format("the {} of {} has no date yet", freeze.title, to_string(version));
    return;
  }
  const Instant end = *release->date(freeze.id);
  const bool on_time = input.now < end;
  verdict.holds = on_time ? Holds::kYes : Holds::kNo;
  verdict.message = fmt::format("the {} of {} has {}passed ({})", freeze.title, to_string(version),
                                on_time ? "not " : "",
                                deadline_text(end, input.in.process.calendar.anywhere_on_earth));
  verdict.remedies = {
      remedy::AimLater{true},
      remedy::RequestException{to_string(version), called(input.in.card), condition.freeze}};
}

}  // namespace

const Release* next_release(const Calendar& calendar, const Releases& releases, Instant now) {
  const auto ahead = [&](const Release& release) {
    return std::ranges::all_of(calendar.dates, [&](const CalendarDate& date) {
      const auto instant = date.deadline ? release.date(date.id) : std::nullopt;
      return !instant || now < *instant;
    });
  };
  const auto found = std::ranges::find_if(releases.all(), ahead);
  return found == releases.all().end() ? nullptr : &*found;
}

void judge_milestone(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const Step& step = input.step;
  const auto version = release_of(step);
  verdict.spot = spot_of_milestone(input);
  if (!version) {
    if (!condition.freeze.empty()) return;  // said by the condition that a release is set
    verdict.holds = Holds::kNo;
    verdict.message = step.to_stage.empty()
                          ? "no release is set"
                          : fmt::format("no release is set for {}", step.to_stage);
    const Release* const next = next_release(input.in.process.calendar, input.releases, input.now);
    verdict.remedies = {remedy::Promote{called(input.in.card), std::string(step.to()),
                                        next ? to_string(next->version) : "", false,
                                        remedy::Brings::kRelease}};
    return;
  }
  if (!condition.freeze.empty()) return judge_freeze(input, condition, *version, verdict);
  const Earlier earlier = stage_left(input);
  if (earlier.milestone && earlier.milestone->version > *version) {
    verdict.holds = Holds::kNo;
    verdict.message =
        fmt::format("{} for {} lies before {}, the release of {}", to_string(*version),
                    step.to_stage, to_string(earlier.milestone->version), earlier.stage);
    verdict.remedies = {remedy::AimLater{}};
    return;
  }
  verdict.message = step.to_stage.empty() ? fmt::format("the release is {}", to_string(*version))
                                          : fmt::format("the release for {} is {}", step.to_stage,
                                                        to_string(*version));
  const bool ahead = step.is_stage && step.from_stage != step.to_stage;
  if (ahead && is_past(input, *version)) {
    verdict.holds = Holds::kNo;
    verdict.message += ", which is past";
    verdict.remedies = {remedy::AimLater{}};
    return;
  }
  verdict.holds = Holds::kYes;
}

void judge_releases(const GateInput& input, const Condition& condition, Verdict& verdict) {
  if (input.step.to_stage.empty()) return;
  const RuleInput& in = input.in;
  const std::string_view stage = stage_before(in.process, input.step.to_stage);
  if (stage.empty()) {
    verdict.holds = Holds::kYes;
    verdict.message = fmt::format("nothing comes before {}", input.step.to_stage);
    return;
  }
  const auto version = release_of(input.step);
  const auto arrival = arrival_at(in.process, *in.proposal.metadata, in.facts, in.card, stage);
  std::optional<std::size_t> between;
  if (version && arrival) {
    between = releases_between(versions_of(input.releases), arrival->release, *version);
  }
  if (!between) {
    verdict.message = !version
                          ? fmt::format("how long it was in {}: no release is set for {}", stage,
                                        input.step.to_stage)
                          : fmt::format("how long it was in {}: its release is not known", stage);
    verdict.remedies = {remedy::SetMilestone{version ? std::string(stage) : input.step.to_stage}};
    return;
  }
  const std::size_t least = std::max<std::size_t>(condition.least, 1);
  verdict.holds = *between >= least ? Holds::kYes : Holds::kNo;
  verdict.message = time_text(*between, stage, *arrival, *version);
  if (*between < least) {
    verdict.message += fmt::format(", {} {} asked for", least, least == 1 ? "is" : "are");
  }
  verdict.remedies = {remedy::AimLater{}};
}

void judge_shipped(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const auto version = release_of(input.step);
  if (!version) {
    verdict.holds = Holds::kNo;
    verdict.message = input.step.to_stage.empty()
                          ? "no release is set"
                          : fmt::format("no release is set for {}", input.step.to_stage);
    verdict.spot = spot_of_milestone(input);
    verdict.remedies = {remedy::NameRelease{}};
    return;
  }
  const Release* release = input.releases.find(*version);
  const auto date = release && !condition.freeze.empty() ? release->date(condition.freeze)
                                                         : std::optional<Instant>();
  if (!date) {
    verdict.message =
        fmt::format("whether {} is out: the calendar does not say", to_string(*version));
    verdict.remedies = {remedy::AddToCalendar{input.in.process.calendar.file}};
    return;
  }
  verdict.holds = *date <= input.now ? Holds::kYes : Holds::kNo;
  verdict.message =
      fmt::format("{} {} {}", to_string(*version),
                  *date <= input.now ? "is out since" : "comes out on", to_string(date_of(*date)));
  verdict.remedies = {remedy::AwaitRelease{to_string(*version)}};
}

}  // namespace milepost
