#include "features/release/freeze_state.h"

#include <gtest/gtest.h>

namespace milepost::release {
namespace {

const Instant kFreeze = *parse_instant("2026-02-05T12:00:00Z");
const Instant kUntil = *parse_instant("2026-02-12T12:00:00Z");

Instant after(Instant instant, std::int64_t seconds) { return {instant.seconds + seconds}; }

Participation part(ParticipationState part) { return {"v1.38", part, "", {}, std::nullopt}; }

ExceptionState exception(bool decided, bool approved) {
  ExceptionState made{"v1.38", "prr-freeze", to_string(kUntil), {}, std::nullopt, approved};
  if (decided) made.decided = Action{};
  return made;
}

TEST(Freeze, TheDeadlineItselfIsTooLate) {
  const FreezeRecord record{kFreeze};
  EXPECT_FALSE(has_passed(record, after(kFreeze, -1)));
  EXPECT_TRUE(has_passed(record, kFreeze));
  EXPECT_TRUE(has_passed(record, after(kFreeze, 1)));
  EXPECT_FALSE(has_passed({}, kFreeze)) << "one that is not set never passes";
}

TEST(Freeze, AnExceptionMovesTheDeadlineOnceItIsApproved) {
  const ExceptionState granted = exception(true, true);
  const ExceptionState pending = exception(false, false);
  const ExceptionState rejected = exception(true, false);
  EXPECT_EQ(own_deadline({kFreeze, nullptr, &granted}), kUntil);
  EXPECT_EQ(own_deadline({kFreeze, nullptr, &pending}), kFreeze);
  EXPECT_EQ(own_deadline({kFreeze, nullptr, &rejected}), kFreeze);
  EXPECT_FALSE(has_passed({kFreeze, nullptr, &granted}, after(kUntil, -1)));
  EXPECT_TRUE(has_passed({kFreeze, nullptr, &granted}, kUntil));
}

TEST(Freeze, States) {
  const Participation in = part(ParticipationState::kIn);
  const Participation out = part(ParticipationState::kOut);
  const Participation removed = part(ParticipationState::kRemoved);
  const Participation deferred = part(ParticipationState::kDeferred);
  const ExceptionState granted = exception(true, true);
  const ExceptionState pending = exception(false, false);
  const ExceptionState rejected = exception(true, false);
  const FreezeJudgement open{true, false};
  const FreezeJudgement closed{false, false};
  const FreezeJudgement not_in{false, true};
  const struct {
    std::string_view name;
    FreezeRecord record;
    FreezeJudgement judged;
    Instant now;
    FreezeState want;
  } cases[] = {
      {"open", {kFreeze, &in}, open, after(kFreeze, -1), FreezeState::kTracked},
      {"open when it passed", {kFreeze, &in}, open, after(kFreeze, 1), FreezeState::kTracked},
      {"closed", {kFreeze, &in}, closed, after(kFreeze, -1), FreezeState::kAtRisk},
      {"closed when it passed", {kFreeze, &in}, closed, after(kFreeze, 1), FreezeState::kMissed},
      {"closed, and another comes first",
       {kFreeze, &in, nullptr, false, true},
       closed,
       after(kFreeze, -1),
       FreezeState::kNotDue},
      {"open, and another comes first",
       {kFreeze, &in, nullptr, false, true},
       open,
       after(kFreeze, -1),
       FreezeState::kTracked},
      {"closed, without a date", {std::nullopt, &in}, closed, kFreeze, FreezeState::kNotDue},
      {"without a date, nobody opted in", {}, not_in, kFreeze, FreezeState::kOut},
      {"met on record", {kFreeze, &in, nullptr, true}, closed, kUntil, FreezeState::kTracked},
      {"nobody opted in", {kFreeze}, not_in, kFreeze, FreezeState::kOut},
      {"opted out", {kFreeze, &out}, open, kFreeze, FreezeState::kOut},
      {"removed", {kFreeze, &removed}, open, kFreeze, FreezeState::kRemoved},
      {"removed, though met",
       {kFreeze, &removed, nullptr, true},
       open,
       kFreeze,
       FreezeState::kRemoved},
      {"removed, asks to return",
       {kFreeze, &removed, &pending},
       closed,
       kFreeze,
       FreezeState::kPending},
      {"removed, was refused",
       {kFreeze, &removed, &rejected},
       closed,
       kFreeze,
       FreezeState::kRemoved},
      {"deferred", {kFreeze, &deferred}, open, kFreeze, FreezeState::kDeferred},
      {"asks for more time", {kFreeze, &in, &pending}, closed, kFreeze, FreezeState::kPending},
      {"asked, and was done in time",
       {kFreeze, &in, &pending},
       open,
       kFreeze,
       FreezeState::kTracked},
      {"has more time",
       {kFreeze, &in, &granted},
       closed,
       after(kUntil, -1),
       FreezeState::kException},
      {"had more time", {kFreeze, &in, &granted}, closed, kUntil, FreezeState::kMissed},
      {"used its time", {kFreeze, &in, &granted}, open, after(kUntil, 1), FreezeState::kTracked},
      {"was refused", {kFreeze, &in, &rejected}, closed, after(kFreeze, 1), FreezeState::kMissed},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(name(state_at(c.record, c.judged, c.now)), name(c.want));
  }
}

TEST(Freeze, WhenItIsDue) {
  const ExceptionState granted = exception(true, true);
  EXPECT_EQ(due_of({kFreeze}, after(kFreeze, -1)), FreezeDue::kNext);
  EXPECT_EQ(due_of({kFreeze}, kFreeze), FreezeDue::kPassed);
  EXPECT_EQ(due_of({kFreeze, nullptr, nullptr, false, true}, after(kFreeze, -1)),
            FreezeDue::kLater);
  EXPECT_EQ(due_of({}, kFreeze), FreezeDue::kUnset);
  EXPECT_EQ(due_of({kFreeze, nullptr, &granted}, kFreeze), FreezeDue::kNext);
  EXPECT_EQ(name(FreezeDue::kUnset), "unset");
}

TEST(Freeze, WhatIsDecidedIsNotJudged) {
  const Participation in = part(ParticipationState::kIn);
  const Participation removed = part(ParticipationState::kRemoved);
  const Participation deferred = part(ParticipationState::kDeferred);
  const ExceptionState pending = exception(false, false);
  EXPECT_TRUE(is_to_judge({kFreeze}));
  EXPECT_TRUE(is_to_judge({kFreeze, &in}));
  EXPECT_FALSE(is_to_judge({kFreeze, &in, nullptr, true}));
  EXPECT_FALSE(is_to_judge({kFreeze, &removed}));
  EXPECT_TRUE(is_to_judge({kFreeze, &removed, &pending}));
  EXPECT_FALSE(is_to_judge({kFreeze, &deferred}));
}

}  // namespace
}  // namespace milepost::release
