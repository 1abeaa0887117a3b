#include "features/release/board.h"

#include <gtest/gtest.h>

#include "features/release/board_text.h"
#include "features/release/formats.h"
#include "features/release/reasons.h"

namespace milepost::release {
namespace {

Verdict lacking(ConditionType type, std::string message, Holds holds = Holds::kNo) {
  Verdict verdict;
  verdict.type = type;
  verdict.holds = holds;
  verdict.message = std::move(message);
  return verdict;
}

class Boards : public testing::Test {
 protected:
  ReleaseEntry& add(std::string number, FreezeState state, std::string deadline = "",
                    std::size_t missing = 0) {
    ReleaseEntry& entry = board_.view.entries.emplace_back();
    entry.proposal.number = std::move(number);
    entry.state = state;
    FreezeEntry& freeze = entry.freezes.emplace_back();
    freeze.title = "PRR freeze";
    freeze.state = state;
    freeze.due = FreezeDue::kNext;
    if (!deadline.empty()) freeze.deadline = parse_instant(deadline);
    for (std::size_t i = 0; i < missing; ++i) {
      freeze.missing.push_back(lacking(ConditionType::kReview, "no safety review for beta"));
    }
    board_.shown.push_back(board_.shown.size());
    return entry;
  }

  std::string ordered(BoardOrder order) {
    put_in_order(board_.view, order, {"alpha", "beta", "stable"}, board_.shown);
    std::string numbers;
    for (const std::size_t i : board_.shown) {
      numbers += (numbers.empty() ? "" : " ") + board_.view.entries[i].proposal.number;
    }
    return numbers;
  }

  Board board_;
};

TEST_F(Boards, TheMostUrgentComeFirst) {
  const std::string soon = "2027-02-04T12:00:00Z";
  const std::string later = "2027-02-11T12:00:00Z";
  add("1", FreezeState::kTracked, soon);
  add("2", FreezeState::kAtRisk, later, 1);
  add("3", FreezeState::kAtRisk, soon, 1);
  add("4", FreezeState::kAtRisk, soon, 3);
  add("5", FreezeState::kRemoved);
  add("6", FreezeState::kMissed, "2027-01-01T00:00:00Z", 1);
  add("7", FreezeState::kPending, soon, 1);
  add("8", FreezeState::kDone);
  add("9", FreezeState::kOut, soon, 1);
  add("10", FreezeState::kDeferred);
  add("11", FreezeState::kException, later, 1);
  EXPECT_EQ(ordered(BoardOrder::kUrgency), "6 4 3 2 7 11 9 1 8 10 5");
  EXPECT_EQ(ordered(BoardOrder::kState), "6 2 3 4 7 11 9 1 8 10 5");
  EXPECT_EQ(ordered(BoardOrder::kNumber), "1 2 3 4 5 6 7 8 9 10 11");
}

TEST_F(Boards, OtherOrders) {
  add("1", FreezeState::kTracked).proposal.title = "c";
  add("2", FreezeState::kTracked).proposal.title = "a";
  add("3", FreezeState::kTracked).proposal.title = "b";
  const char* const groups[] = {"y", "x", "x"};
  const char* const stages[] = {"stable", "", "alpha"};
  for (std::size_t i = 0; i < 3; ++i) {
    board_.view.entries[i].proposal.group = groups[i];
    board_.view.entries[i].to_stage = stages[i];
  }
  EXPECT_EQ(ordered(BoardOrder::kTitle), "2 3 1");
  EXPECT_EQ(ordered(BoardOrder::kGroup), "2 3 1");
  EXPECT_EQ(ordered(BoardOrder::kStage), "3 1 2") << "who has none comes last";
  for (const std::string_view name : kBoardOrders) {
    EXPECT_EQ(kBoardOrders[static_cast<std::size_t>(parse_board_order(name))], name);
  }
}

TEST_F(Boards, MarksOfFreezes) {
  ReleaseEntry& entry = add("1", FreezeState::kAtRisk);
  entry.freezes.clear();
  const std::pair<FreezeState, FreezeDue> freezes[] = {
      {FreezeState::kTracked, FreezeDue::kPassed}, {FreezeState::kMissed, FreezeDue::kPassed},
      {FreezeState::kAtRisk, FreezeDue::kNext},    {FreezeState::kNotDue, FreezeDue::kUnset},
      {FreezeState::kNotDue, FreezeDue::kLater},   {FreezeState::kTracked, FreezeDue::kLater}};
  for (const auto& [state, due] : freezes) {
    FreezeEntry& freeze = entry.freezes.emplace_back();
    freeze.state = state;
    freeze.due = due;
  }
  EXPECT_EQ(freeze_marks(entry), "✓✗!·✓") << "one without a date has no mark";
  entry.uncommitted = true;
  EXPECT_EQ(number_text(entry), "1*");
  EXPECT_EQ(marks_in(board_).size(), 5U);
  EXPECT_EQ(marks_in(board_).back().second, "uncommitted changes");
}

TEST_F(Boards, Steps) {
  ReleaseEntry entry;
  entry.status = "draft";
  EXPECT_EQ(step_text(entry), "draft") << "it climbs no ladder";
  entry.to_stage = "alpha";
  EXPECT_EQ(step_text(entry), "new → alpha");
  entry.from_stage = "alpha";
  EXPECT_EQ(step_text(entry), "stays alpha");
  entry.to_stage = "beta";
  EXPECT_EQ(step_text(entry), "alpha → beta");
}

TEST_F(Boards, ReasonsInWords) {
  const std::pair<Verdict, std::string> cases[] = {
      {lacking(ConditionType::kSections, "8 of 32 sections of Answers for beta are not filled"),
       "8 sections"},
      {lacking(ConditionType::kSections, "1 of 3 sections for beta is not filled"), "1 section"},
      {lacking(ConditionType::kApproval, "2 of 2 approvals are missing"), "2 approvals"},
      {lacking(ConditionType::kApproval, "nobody is named who is an approver"),
       "nobody is named who is an approver"},
      {lacking(ConditionType::kChecklist, "3 of 9 items of the sign-off checklist are not ticked"),
       "3 sign-off items"},
      {lacking(ConditionType::kReview, "no safety review for beta: there is no file for it"),
       "no safety review"},
      {lacking(ConditionType::kRecord, "the code is merged: no record of it", Holds::kUnknown),
       "the code is not merged yet"},
      {lacking(ConditionType::kRecord, "the code is not merged yet (1 is open)"),
       "the code is not merged yet"},
      {lacking(ConditionType::kRecord, "not yet: enough tests"), "not yet: enough tests"},
      {lacking(ConditionType::kStatus, "the status is draft, not ready"), "the status is draft"},
  };
  for (const auto& [verdict, want] : cases) {
    EXPECT_EQ(reason_text(reason_of(verdict)), want) << verdict.message;
  }
}

TEST_F(Boards, WhatIsNotDueIsNoReason) {
  const Instant now = *parse_instant("2027-01-20T00:00:00Z");
  const std::string soon = "2027-02-04T12:00:00Z";
  EXPECT_EQ(missing_text(add("1", FreezeState::kAtRisk, soon, 1), now),
            "PRR freeze in 15 days: no safety review");
  EXPECT_EQ(missing_text(add("2", FreezeState::kTracked, soon, 1), now), "");
  EXPECT_EQ(missing_text(add("3", FreezeState::kDone, soon, 1), now), "");
  EXPECT_EQ(missing_text(add("4", FreezeState::kMissed, "2027-01-18T00:00:00Z", 1), now),
            "PRR freeze 2 days ago: no safety review");
}

TEST_F(Boards, CountsAreOfAllAndTheListOfWhatIsShown) {
  board_.view.calendar.release = "v1.38";
  add("1", FreezeState::kTracked).proposal.title = "First";
  add("2", FreezeState::kDone).proposal.title = "Second";
  board_.shown = {1};
  const std::string shown = render_board_text(board_, {});
  EXPECT_NE(shown.find("2 proposals"), std::string::npos) << shown;
  EXPECT_NE(shown.find("done 1"), std::string::npos) << shown;
  EXPECT_EQ(shown.find("First"), std::string::npos) << shown;
  EXPECT_NE(shown.find("Second"), std::string::npos) << shown;
  EXPECT_TRUE(shown.ends_with("1 of 2 proposals\n")) << shown;
}

}  // namespace
}  // namespace milepost::release
