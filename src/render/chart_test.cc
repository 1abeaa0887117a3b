#include "render/chart.h"

#include <numeric>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/chart_canvas.h"
#include "render/xml_fixture.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kHostile = "</text><script>alert(1)</script>&\x1b[31m\xff\"'";

std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Every kind of chart with one name everywhere, and so many data.
std::vector<Chart> charts(const std::string& name, std::size_t count) {
  FlowChart flow;
  TimesChart times{{{name, {}}}, {name, "No row."}};
  HeatChart heat{{}, {name}, {{}}, count / 2, name, {name, "No column.", name}};
  AgeingChart ageing{{{name, {}, 30, 90}}, {name, "No dot.", name}};
  flow.words = {name, "No day."};
  flow.bands = {{name, false, {}}, {name, true, {}}};
  for (std::size_t i = 0; i < count; ++i) {
    const int day = static_cast<int>(i);
    flow.days.push_back({1990 + day / 336, day / 28 % 12 + 1, day % 28 + 1});
    for (auto& band : flow.bands) band.counts.push_back(i);
    times.rows[0].days.push_back(day);
    heat.columns.push_back(name);
    heat.counts[0].push_back(i);
    ageing.columns[0].dots.push_back({day, name, name});
  }
  if (count == 0) {
    heat.mark.reset();
    ageing.columns.clear();
  }
  return {flow, times, heat, ageing};
}

TEST(Charts, AreWellFormedWhateverTheData) {
  for (const std::size_t count : {0U, 1U, 2U, 100U, 10'000U}) {
    for (const Chart& chart : charts("beta", count)) {
      SCOPED_TRACE(fmt::format("{} data in chart {}", count, chart.index()));
      const std::string svg = render_chart(chart);
      EXPECT_EQ(xml_fault(svg), "");
      EXPECT_THAT(svg, HasSubstr("<title>"));
      EXPECT_THAT(svg, HasSubstr("<desc>"));
      EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
      EXPECT_THAT(svg, Not(HasSubstr("nan")));
      EXPECT_LT(svg.size(), 200'000U);
    }
  }
}

TEST(Charts, SayThatThereIsNothing) {
  std::vector<std::string> said;
  for (const Chart& chart : charts("beta", 0)) {
    const std::string svg = render_chart(chart);
    const std::size_t from = svg.find("<desc>") + 6;
    said.push_back(svg.substr(from, svg.find("</desc>") - from));
  }
  EXPECT_THAT(said, ElementsAre("No day.", "No row.", "No column.", "No dot."));
}

TEST(Charts, EscapeWhatTheyAreGiven) {
  for (const Chart& chart : charts(std::string(kHostile), 3)) {
    SCOPED_TRACE(chart.index());
    const std::string svg = render_chart(chart);
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_THAT(svg, Not(HasSubstr("<script")));
    EXPECT_THAT(svg, Not(HasSubstr("\x1b")));
  }
}

TEST(FlowChart, NamesItsBandsWithTheirCounts) {
  const FlowChart chart{{{2024, 1, 31}, {2024, 2, 29}},
                        {{"done", false, {1, 2}}, {"alpha", false, {4, 3}}}};
  const std::string svg = render_flow_chart(chart);
  EXPECT_THAT(svg, HasSubstr(">2 done</text>"));
  EXPECT_THAT(svg, HasSubstr(">3 alpha</text>"));
  EXPECT_THAT(svg, HasSubstr(">2024-02</text>"));
  EXPECT_THAT(svg, HasSubstr("From 2024-01-31 to 2024-02-29. At the end: 2 done; 3 alpha."));
}

TEST(TimesChart, MarksMedianAndP90) {
  std::vector<int> days(100);
  std::iota(days.begin(), days.end(), 1);
  const std::string svg = render_times_chart({{{"alpha → beta", days}, {"never", {}}}});
  EXPECT_THAT(svg, HasSubstr(">median 50 days</text>"));
  EXPECT_THAT(svg, HasSubstr(">p90 90 days</text>"));
  EXPECT_THAT(svg, HasSubstr(">100 times</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("never")));
}

TEST(TimesChart, BarsSayWhatTheyCount) {
  const std::string svg = render_times_chart({{{"alpha → beta", {0, 200, 201, 700}}}});
  EXPECT_THAT(svg, HasSubstr("<title>alpha → beta: 1 time, 0 days</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>alpha → beta: 2 times, 200 to 201 days</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>alpha → beta: 1 time, 700 days</title>"));
  EXPECT_EQ(occurrences(svg, "class=\"s1\""), 3U);
}

// A label to the left of its line would stand upon the line of the median.
TEST(TimesChart, LabelsStandToTheRightOfTheirLines) {
  const std::string svg =
      render_times_chart({{{"alpha → beta", {1, 2, 300, 400, 500, 600, 700, 800, 1500, 2300}}}});
  EXPECT_THAT(svg, Not(HasSubstr("text-anchor=\"end\"")));
}

TEST(HeatChart, CellsSayWhatTheyCount) {
  const std::string svg = render_heat_chart(
      {{"v1.1", "v1.2"}, {"alpha"}, {{1, 7}}, {}, "", {"Ways", "None.", "proposal"}});
  EXPECT_THAT(svg, HasSubstr("<title>v1.1, alpha: 1 proposal</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>v1.2, alpha: 7 proposals</title>"));
}

TEST(HeatChart, WritesCountsIntoCells) {
  const std::string svg = render_heat_chart(
      {{"v1.1", "v1.2"}, {"alpha"}, {{0, 7}}, 1, "planned", {"Ways", "None.", "way"}});
  EXPECT_EQ(occurrences(svg, "class=\"t0\""), 1U);
  EXPECT_THAT(svg, testing::ContainsRegex("class=\"t4\"[^>]*>7<"));
  EXPECT_THAT(svg, HasSubstr(">planned</text>"));
  EXPECT_THAT(svg, HasSubstr(">ways</text>"));
  EXPECT_THAT(render_heat_chart({{"v1.1"}, {"alpha"}, {{1}}, {}, "planned"}),
              Not(HasSubstr("planned")));
}

TEST(AgeingChart, NamesThoseBeyondP90) {
  const std::string svg = render_ageing_chart(
      {{{"beta", {{100, "11", "Usual"}, {901, "12", "Long"}, {900, "13", "Not yet"}}, 200, 900}}});
  EXPECT_EQ(occurrences(svg, "<circle class=\"over\""), 2U) << "a dot and its sample";
  EXPECT_THAT(svg, HasSubstr("<title>12 Long, 901 days</title>"));
  EXPECT_THAT(svg, HasSubstr(">12</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">13</text>")));
}

TEST(ChartKit, TicksAreRound) {
  const auto labels = [](std::size_t most) {
    std::vector<std::string> list;
    for (const auto& tick : chart::count_ticks(most, 5)) list.push_back(tick.label);
    return list;
  };
  EXPECT_THAT(labels(0), ElementsAre("0"));
  EXPECT_THAT(labels(3), ElementsAre("0", "1", "2", "3"));
  EXPECT_THAT(labels(9), ElementsAre("0", "2", "4", "6", "8", "10"));
  EXPECT_THAT(labels(319), ElementsAre("0", "100", "200", "300", "400"));
  EXPECT_LE(labels(1'000'000'000).size(), 7U);
  EXPECT_EQ(chart::day_ticks(100).back().label, "3 months");
}

TEST(ChartKit, LabelsAreSpreadOut) {
  EXPECT_THAT(chart::spread_out({10, 11, 50}, 5, 0, 100), ElementsAre(10, 15, 50));
  EXPECT_THAT(chart::spread_out({98, 99, 100}, 5, 0, 100), ElementsAre(90, 95, 100));
  EXPECT_THAT(chart::spread_out({}, 5, 0, 100), ElementsAre());
}

}  // namespace
}  // namespace milepost
