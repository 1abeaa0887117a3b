#include <gtest/gtest.h>

#include "features/history/formats.h"
#include "render/xml_fixture.h"

namespace milepost::history {
namespace {

Timeline lifespan() {
  Timeline timeline;
  timeline.proposal.number = "7";
  timeline.proposal.title = "Faster <script>";
  timeline.today = {2026, 3, 1};
  timeline.statuses = {{"provisional", {2024, 1, 10}, {2024, 2, 1}},
                       {"implementable", {2024, 2, 1}, {2026, 3, 1}}};
  timeline.stages = {{"alpha & more", {2024, 2, 1}, {2026, 3, 1}}};
  timeline.entries.resize(1);
  timeline.entries[0].day = {2024, 1, 10};
  timeline.entries[0].what = "provisional";
  return timeline;
}

TEST(TimelineSvg, NamesWhatTheProposalWasAndWhen) {
  const std::string drawn = render_timeline_svg(lifespan());
  EXPECT_EQ(xml_fault(drawn), "");
  EXPECT_NE(drawn.find("<title>implementable, 2024-02-01 to 2026-03-01</title>"), drawn.npos);
  EXPECT_NE(drawn.find(">alpha &amp; more<"), drawn.npos);
  EXPECT_NE(drawn.find(">2025<"), drawn.npos);
  EXPECT_NE(drawn.find("2024-01-10 provisional."), drawn.npos);
  EXPECT_EQ(drawn.find("<script"), drawn.npos);
}

TEST(TimelineSvg, DrawsOneDayOrNothing) {
  Timeline timeline;
  timeline.today = {2026, 3, 1};
  EXPECT_EQ(xml_fault(render_timeline_svg(timeline)), "");
  timeline.statuses = {{"provisional", {2026, 3, 1}, {2026, 3, 1}}};
  EXPECT_EQ(xml_fault(render_timeline_svg(timeline)), "");
  timeline.statuses = {{"provisional", {1971, 1, 1}, {2170, 3, 1}}};
  EXPECT_EQ(xml_fault(render_timeline_svg(timeline)), "");
}

}  // namespace
}  // namespace milepost::history
