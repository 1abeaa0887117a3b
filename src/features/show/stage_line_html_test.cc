#include "features/show/stage_line_html.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::show {
namespace {

using Texts = std::vector<std::string>;
using testing::ElementsAre;

Process make_process(bool ladder = true) {
  Process process;
  const auto status = [&](std::string id, std::vector<std::string> moves) {
    Status one;
    one.id = std::move(id);
    for (std::string& to : moves) {
      one.moves.emplace_back();
      one.moves.back().to = std::move(to);
    }
    process.statuses.push_back(std::move(one));
  };
  status("draft", {"accepted", "dropped"});
  status("accepted", {"done", "dropped"});
  status("done", {});
  status("dropped", {"draft"});
  process.statuses[2].closed = true;
  process.statuses[3].closed = process.statuses[3].failed = true;
  if (ladder) {
    process.ladders.emplace_back();
    process.ladders.back().stages = {"alpha", "beta"};
  }
  return process;
}

history::TimelineTenure tenure(std::string value, int from_month, int until_month) {
  return {std::move(value), {2026, from_month, 1}, {2026, until_month, 1}};
}

// "alpha done v1 2 months", with "aims" and "ended" where it is so.
Texts lines_of(const Process& process, const ProposalView& view) {
  Texts lines;
  for (const Json& one : stage_line_html(process, view)) {
    std::string line = one["name"];
    for (const std::string_view mark : {"done", "now", "ended", "aims"}) {
      if (one[std::string(mark)].get<bool>()) line += " " + std::string(mark);
    }
    for (const std::string_view word : {"day", "release", "lasted"}) {
      const std::string text = one[std::string(word)];
      if (!text.empty()) line += " " + text;
    }
    lines.push_back(line);
  }
  return lines;
}

ProposalView make_view(std::string status, std::string stage) {
  ProposalView view;
  view.page.card.status = std::move(status);
  view.page.card.stage = std::move(stage);
  view.now = start_of({2026, 9, 1});
  return view;
}

TEST(StageLine, BeginsWithItsFirstStatusAndEndsWhereItGoes) {
  ProposalView view = make_view("accepted", "alpha");
  view.page.card.milestones = {{"alpha", "v1"}, {"beta", "v2"}};
  view.timeline.emplace();
  view.timeline->statuses = {tenure("draft", 2, 3), tenure("accepted", 3, 9)};
  view.timeline->stages = {tenure("alpha", 4, 9)};
  EXPECT_THAT(lines_of(make_process(), view),
              ElementsAre("draft done 1 Feb", "alpha now v1 5 months", "beta aims v2", "done"));
}

TEST(StageLine, AStageIsAPlanAsLongAsTheStatusIsTheFirst) {
  ProposalView view = make_view("draft", "alpha");
  view.page.card.milestones = {{"alpha", "v1"}};
  EXPECT_THAT(lines_of(make_process(), view),
              ElementsAre("draft now", "alpha aims v1", "beta", "done"));
}

TEST(StageLine, EndsWhereItWentInstead) {
  ProposalView view = make_view("dropped", "alpha");
  view.page.card.milestones = {{"beta", "v2"}};
  view.timeline.emplace();
  view.timeline->statuses = {tenure("draft", 2, 5), tenure("dropped", 5, 9)};
  EXPECT_THAT(lines_of(make_process(), view),
              ElementsAre("draft done 1 Feb", "alpha done", "beta v2", "dropped ended 1 May"));
}

TEST(StageLine, HasWhatWasReachedWhenItIsDone) {
  ProposalView view = make_view("done", "beta");
  view.timeline.emplace();
  view.timeline->statuses = {tenure("accepted", 2, 8), tenure("done", 8, 9)};
  view.timeline->stages = {tenure("alpha", 2, 4), tenure("beta", 4, 9)};
  EXPECT_THAT(
      lines_of(make_process(), view),
      ElementsAre("accepted done 1 Feb", "alpha done 59 days", "beta done", "done done 1 Aug"));
}

TEST(StageLine, WithoutALadderStatusesAreTheLine) {
  const Process process = make_process(false);
  EXPECT_THAT(lines_of(process, make_view("draft", "")),
              ElementsAre("draft now", "accepted", "done"));
  EXPECT_THAT(lines_of(process, make_view("accepted", "")),
              ElementsAre("draft done", "accepted now", "done"));
  ProposalView view = make_view("dropped", "");
  view.timeline.emplace();
  view.timeline->statuses = {tenure("draft", 2, 5), tenure("dropped", 5, 9)};
  EXPECT_THAT(lines_of(process, view), ElementsAre("draft done 1 Feb", "dropped ended 1 May"));
}

TEST(StageLine, OfAStatusThatNobodyKnowsSaysNoMoreThanItKnows) {
  EXPECT_THAT(lines_of(make_process(), make_view("", "")), ElementsAre("alpha", "beta"));
  EXPECT_THAT(lines_of(Process(), make_view("odd", "odd")), ElementsAre());
}

}  // namespace
}  // namespace milepost::show
