#include "features/release/freeze_text.h"

#include <gtest/gtest.h>

namespace milepost::release {
namespace {

Verdict lacks(std::string id, std::string message) {
  Verdict verdict;
  verdict.id = std::move(id);
  verdict.holds = Holds::kNo;
  verdict.message = std::move(message);
  return verdict;
}

class FreezePlans : public testing::Test {
 protected:
  FreezePlans() {
    plan_.id = "prr-freeze";
    plan_.title = "PRR freeze";
    plan_.deadline = parse_instant("2026-02-05T12:00:00Z");
    plan_.ask_until = parse_instant("2026-02-08T12:00:00Z");
    plan_.view.now = *plan_.deadline;
    plan_.view.calendar = {
        "v1.38",
        true,
        {{"prr-freeze", "PRR freeze", true, true, plan_.deadline},
         {"code-freeze", "code freeze", true, true, parse_instant("2026-03-05T12:00:00Z")}}};
    entry_.proposal.number = "140";
    entry_.proposal.title = "Priority Lanes";
    entry_.authors = {"jtakeda"};
    entry_.freezes.resize(2);
  }

  void stand(FreezeState state) { entry_.freezes[0].state = state; }
  FreezeAction action() const { return action_for(entry_, entry_.freezes[0]); }
  std::string message() const { return freeze_message(plan_, entry_, action()); }

  FreezePlan plan_;
  ReleaseEntry entry_;
};

TEST_F(FreezePlans, WhatToDo) {
  const std::pair<FreezeState, FreezeAction> cases[] = {
      {FreezeState::kTracked, FreezeAction::kKeep},
      {FreezeState::kAtRisk, FreezeAction::kRemove},
      {FreezeState::kMissed, FreezeAction::kRemove},
      {FreezeState::kNotDue, FreezeAction::kRemove},
      {FreezeState::kPending, FreezeAction::kWait},
      {FreezeState::kException, FreezeAction::kWait},
      {FreezeState::kOut, FreezeAction::kRemove},
      {FreezeState::kRemoved, FreezeAction::kNothing},
      {FreezeState::kDeferred, FreezeAction::kNothing}};
  for (const auto& [state, want] : cases) {
    stand(state);
    EXPECT_EQ(name(action()), name(want)) << name(state);
  }
  stand(FreezeState::kOut);
  entry_.participation = Participation{"v1.38", ParticipationState::kOut, "", {}, std::nullopt};
  EXPECT_EQ(action(), FreezeAction::kNothing) << "who opted out is not removed";
  stand(FreezeState::kTracked);
  entry_.freezes[0].met = true;
  EXPECT_EQ(action(), FreezeAction::kNothing) << "it is recorded already";
}

TEST_F(FreezePlans, MessageToWhoMetIt) {
  EXPECT_EQ(message(),
            "Hello @jtakeda. The PRR freeze of v1.38 has passed; this proposal met it and is "
            "**tracked** for v1.38. Next: code freeze, Wed 4 Mar 2026, anywhere on earth.\n");
}

TEST_F(FreezePlans, MessageToWhoDidNot) {
  stand(FreezeState::kAtRisk);
  entry_.freezes[0].missing = {lacks("prr", "no review for beta"), lacks("opt-in", "not so")};
  entry_.freezes[0].missing[0].role_title = "a reviewer";
  entry_.freezes[0].missing[0].who = {"bsantos", "rcole"};
  entry_.freezes[0].missing[1].remedies = {remedy::OptIn{"v1.38", {"140"}}};
  EXPECT_EQ(message(),
            "Hello @jtakeda. The PRR freeze of v1.38 has passed and this proposal did not meet "
            "it: it is **removed from v1.38**. What was missing:\n\n"
            "- no review for beta (a reviewer: @bsantos, @rcole)\n"
            "- not so\n  → milepost release opt-in v1.38 140\n\n"
            "An exception can be asked for until 2026-02-08T12:00:00Z:\n\n"
            "    milepost release exception request v1.38 140 --freeze prr-freeze --until DAY "
            "--reason \"…\"\n");
}

// A second before, nobody is removed: it is a reminder.
TEST_F(FreezePlans, MessageBeforeTheFreeze) {
  plan_.view.now.seconds -= 1;
  stand(FreezeState::kAtRisk);
  entry_.freezes[0].missing = {lacks("prr", "no review for beta")};
  EXPECT_EQ(message(),
            "Hello @jtakeda. This proposal is **at risk** for the PRR freeze of v1.38 (Wed 4 Feb "
            "2026, anywhere on earth). What is missing:\n\n- no review for beta\n");
  EXPECT_FALSE(plan_.passed());
  plan_.view.now.seconds += 1;
  EXPECT_TRUE(plan_.passed());
}

}  // namespace
}  // namespace milepost::release
