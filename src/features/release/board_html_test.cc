#include "features/release/board_html.h"

#include <gtest/gtest.h>

#include "features/release/freeze_html.h"
#include "workspace/repository_fixture.h"

namespace milepost::release {
namespace {

Verdict page_verdict(ConditionType type, std::string message, Holds holds = Holds::kNo) {
  Verdict verdict;
  verdict.type = type;
  verdict.holds = holds;
  verdict.message = std::move(message);
  return verdict;
}

class BoardPages : public RepositoryFixture {
 protected:
  BoardPages() {
    propose("12-faster", "title: Faster\nnumber: 12\nstatus: draft\n");
    visit_.workspace = *Workspace::open({.directory = at("")}, kNow);
    board_.view.calendar.release = "v1.38";
    board_.view.now = kNow;
  }

  ReleaseEntry& add(std::string number, std::string group, FreezeState state,
                    std::vector<Verdict> missing = {}) {
    ReleaseEntry& entry = board_.view.entries.emplace_back();
    entry.proposal = {std::move(number), "", "A title", std::move(group)};
    entry.state = state;
    FreezeEntry& freeze = entry.freezes.emplace_back();
    freeze.id = "prr-freeze";
    freeze.title = "PRR freeze";
    freeze.state = state;
    freeze.missing = std::move(missing);
    board_.shown.push_back(board_.shown.size());
    return entry;
  }

  Json page(const BoardFilters& filters = {}) const { return board_html(visit_, board_, filters); }

  static constexpr Instant kNow{1'800'000'000};
  Visit visit_;
  Board board_;
};

TEST_F(BoardPages, FiltersAreReadFromTheAddressAndWrittenBack) {
  const auto query = http::read_form("state=at-risk&group=sig-a&missing=no+review&q=%40jane&on=x");
  const BoardFilters filters = read_filters(*query);
  EXPECT_EQ(filters.missing, "no review");
  EXPECT_EQ(query_text(filters), "?state=at-risk&group=sig-a&missing=no%20review&q=%40jane&on=x");
  EXPECT_EQ(query_text({}), "");
}

TEST_F(BoardPages, DatesAreTheDaysThatPeopleKnowADeadlineBy) {
  ReleaseDate& freeze = board_.view.calendar.dates.emplace_back();
  freeze.title = "PRR freeze";
  freeze.at = Instant{1'796'126'400};  // 1 December 2026, 12:00 UTC
  freeze.deadline = true;
  board_.view.calendar.anywhere_on_earth = true;
  EXPECT_EQ(page()["dates"][0]["day"], "30 Nov 2026");
  EXPECT_EQ(page()["dates"][0]["utc"], "2026-12-01 12:00 UTC");
  board_.view.calendar.anywhere_on_earth = false;
  EXPECT_EQ(page()["dates"][0]["day"], "1 Dec 2026");
}

TEST_F(BoardPages, DoNotSayHowTheProcessWasRecognised) {
  const std::string how = visit_.workspace->repository().how;
  board_.view.notes = {how, "the clone is shallow"};
  EXPECT_EQ(page()["notes"], Json::array({"the clone is shallow"}));
}

TEST_F(BoardPages, ShowWhatTheFiltersLeave) {
  add("1", "sig-a", FreezeState::kTracked);
  add("2", "sig-a", FreezeState::kAtRisk,
      {page_verdict(ConditionType::kSections, "3 of 9 sections are not filled")});
  add("3", "sig-b", FreezeState::kAtRisk,
      {page_verdict(ConditionType::kReview, "no safety review for beta")});
  const auto numbers = [&](const BoardFilters& filters) {
    std::string all;
    const Json shown = page(filters);
    for (const Json& row : shown["rows"]) all += row["number"].get<std::string>() + " ";
    return all;
  };
  EXPECT_EQ(numbers({}), "1 2 3 ");
  EXPECT_EQ(numbers({.state = "at-risk"}), "2 3 ");
  EXPECT_EQ(numbers({.state = "at-risk", .group = "sig-b"}), "3 ");
  EXPECT_EQ(numbers({.missing = "section"}), "2 ");
  EXPECT_EQ(page({.state = "at-risk", .group = "sig-a"})["chips"]["reasons"][0]["text"],
            "sections");
  EXPECT_EQ(numbers({.missing = "no safety review"}), "3 ");
}

// Each chip counts what choosing it would show, and the chosen one leads back.
TEST_F(BoardPages, ChipsCountWhatTheyLeadTo) {
  add("1", "sig-a", FreezeState::kTracked);
  add("2", "sig-a", FreezeState::kAtRisk);
  add("3", "sig-b", FreezeState::kAtRisk);
  const Json chips = page({.state = "at-risk"})["chips"];
  EXPECT_EQ(chips["states"][0]["text"], "at risk");
  EXPECT_TRUE(chips["states"][0]["chosen"].get<bool>());
  EXPECT_EQ(chips["states"][0]["href"], "/release/v1.38");
  EXPECT_EQ(chips["states"][1]["count"], 1);
  EXPECT_EQ(chips["groups"][0]["count"], 1) << "of those at risk";
  EXPECT_EQ(chips["groups"][0]["href"], "/release/v1.38?state=at-risk&group=sig-a");
}

TEST_F(BoardPages, FiveCountsAreAlwaysThereAndTheBarIsFull) {
  add("1", "sig-a", FreezeState::kTracked);
  add("2", "sig-a", FreezeState::kAtRisk);
  add("3", "sig-a", FreezeState::kAtRisk);
  const Json shown = page();
  EXPECT_EQ(shown["counts"].size(), 5U);
  EXPECT_EQ(shown["counts"][1]["count"], 2);
  EXPECT_EQ(shown["counts"][1]["href"], "/release/v1.38?state=at-risk");
  std::size_t width = 0;
  for (const Json& part : shown["bar"]) width += part["width"].get<std::size_t>();
  EXPECT_EQ(width, 1000U);
}

TEST_F(BoardPages, ReadinessIsOfTheConditionsThatWereJudged) {
  ReleaseEntry& entry =
      add("1", "sig-a", FreezeState::kAtRisk, {page_verdict(ConditionType::kReview, "no review")});
  entry.freezes[0].settled = {page_verdict(ConditionType::kStatus, "it is", Holds::kYes),
                              page_verdict(ConditionType::kFields, "they are", Holds::kYes)};
  EXPECT_EQ(readiness_of(entry)->holds, 2U);
  EXPECT_EQ(readiness_of(entry)->all, 3U);
  EXPECT_FALSE(readiness_of(add("2", "sig-a", FreezeState::kRemoved)));
}

TEST_F(BoardPages, TwoWhoCanSupplyItAreNamedAndOthersCounted) {
  Verdict verdict = page_verdict(ConditionType::kReview, "no review");
  verdict.who = {"ann", "bob", "cy", "dee"};
  FreezeEntry freeze;
  freeze.missing = {verdict};
  const Json rows = missing_rows(visit_, freeze);
  EXPECT_EQ(rows[0]["who"].size(), 2U);
  EXPECT_EQ(rows[0]["more"], 2);
}

TEST_F(BoardPages, WhatAFreezeLacksIsMissingUntilItHasPassed) {
  add("1", "sig-a", FreezeState::kAtRisk,
      {page_verdict(ConditionType::kReview, "no safety review for beta")});
  FreezePlan plan;
  plan.view = board_.view;
  plan.id = "prr-freeze";
  plan.steps.emplace_back().action = FreezeAction::kRemove;
  plan.deadline = Instant{kNow.seconds + 1};
  EXPECT_EQ(freeze_html(visit_, plan)["parts"][0]["about"],
            "Something is missing; what still is when the freeze passes is removed.");
  plan.deadline = kNow;
  EXPECT_EQ(freeze_html(visit_, plan)["parts"][0]["about"],
            "Something was missing when the freeze passed.");
}

// What somebody confirms names each proposal: another of the same kind is not what they saw.
TEST_F(BoardPages, ConfirmingAFreezeNamesEveryRow) {
  FreezePlan plan;
  plan.rows = {{{.number = "140"}, "met", "met it", ""},
               {{.number = "158"}, "removed", "removed", ""},
               {{.number = "7"}, "", "", "you may not"}};
  EXPECT_EQ(numbers_of(plan), "1 met, 1 removed");
  EXPECT_EQ(rows_of(plan), "140 met, 158 removed");
  plan.rows.clear();
  EXPECT_EQ(numbers_of(plan), "nothing");
}

}  // namespace
}  // namespace milepost::release
