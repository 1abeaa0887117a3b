#include "features/insights/reports_html.h"

#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "base/embedded.h"
#include "render/svg.h"
#include "workspace/repository_fixture.h"

namespace milepost::insights {
namespace {

class ReportPages : public RepositoryFixture {
 protected:
  ReportPages() {
    propose("12-faster", "title: Faster\nnumber: 12\ngroup: sig-a\nstatus: draft\n");
    visit_.workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
  }
  Visit visit_;
};

TEST_F(ReportPages, CellsLeadToWhatTheyAreAbout) {
  const ReportTable groups{"group",
                           "",
                           {{{"group"}, {"draft", true}, {"median", true}},
                            {{"sig-a", "1", "30"}, {"(all)", "1", "30"}}}};
  EXPECT_EQ(cell_href(visit_, groups, 0, 0), "/proposals?q=group%3Asig-a");
  EXPECT_EQ(cell_href(visit_, groups, 0, 1), "") << "no query counts as the table does";
  EXPECT_EQ(cell_href(visit_, groups, 0, 2), "") << "days are no proposals";
  EXPECT_EQ(cell_href(visit_, groups, 1, 0), "") << "no group is called so";
  EXPECT_EQ(cell_href(visit_, groups, 1, 1), "");
  const ReportTable stuck{
      "proposal", "", {{{"proposal"}, {"title"}, {"group"}}, {{"12", "Faster", "sig-a"}}}};
  EXPECT_EQ(cell_href(visit_, stuck, 0, 0), "/proposals/12");
  EXPECT_EQ(cell_href(visit_, stuck, 0, 1), "/proposals/12");
  EXPECT_EQ(cell_href(visit_, stuck, 0, 2), "/proposals?q=group%3Asig-a");
}

TEST_F(ReportPages, ANumberLeadsToAsManyProposals) {
  propose("13-slower", "title: Slower\nnumber: 13\ngroup: sig-a\nstatus: draft\n");
  propose("14-other", "title: Other\nnumber: 14\ngroup: sig-b\nstatus: draft\n");
  visit_.workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
  std::vector<std::string> paths;
  for (const Card& card : visit_.workspace->index().cards) paths.push_back(card.path);
  ASSERT_EQ(paths.size(), 3U);
  ReportTable table{"group", "", {{{"group"}, {"open", true}}, {}}};
  const auto href = [&](const std::string& group, Counted counted) {
    table.table.rows = {{group, std::to_string(counted.size())}};
    table.counted[{0, 1}] = std::move(counted);
    return cell_href(visit_, table, 0, 1);
  };
  EXPECT_EQ(href("sig-a", {paths[0], paths[1]}), "/proposals?q=group%3Asig-a");
  EXPECT_EQ(href("sig-a", {paths[0], paths[2]}), "/proposals?q=number%3A12%2C14")
      << "the group has others";
  EXPECT_EQ(href("sig-a", {paths[0], paths[0]}), "") << "counted twice";
  EXPECT_EQ(href("sig-a", {paths[0], "keps/gone"}), "") << "it is no more";
  EXPECT_EQ(href("sig-a", {}), "");
}

TEST_F(ReportPages, AReleaseLeadsWhereTheCalendarHasIt) {
  Report report;
  report.release = "v1.37";
  EXPECT_EQ(reports_html(visit_, report, "")["release_href"], "") << "there is no calendar";
}

// The page's policy allows no style but its sheet, which must have a rule for all that charts use.
TEST_F(ReportPages, TheSheetHasARuleForEveryClassOfACharts) {
  FlowChart flow;
  flow.days = {{2026, 1, 1}, {2026, 2, 1}};
  for (int i = 0; i < 8; ++i) flow.bands.push_back({"b" + std::to_string(i), i > 5, {1, 2}});
  TimesChart times;
  times.rows = {{"alpha → beta", {1, 5, 9, 30, 400}}};
  HeatChart heat{{"v1", "v2"}, {"alpha", "beta"}, {{0, 3}, {9, 50}}, 1, "planned", {}};
  AgeingChart ageing;
  ageing.columns = {{"alpha", {{5, "1", "One"}, {500, "2", "Two"}}, 30, 90}};
  const std::string sheet(*find_embedded("web/milepost.css"));
  const std::regex classes("class=\"([^\"]*)\"");
  for (const Chart& chart : {Chart(flow), Chart(times), Chart(heat), Chart(ageing)}) {
    const std::string svg = svg::without_style(render_chart(chart));
    EXPECT_EQ(svg.find("<style"), svg.npos);
    EXPECT_EQ(svg.find("style="), svg.npos);
    std::set<std::string> names;
    for (std::sregex_iterator at(svg.begin(), svg.end(), classes), end; at != end; ++at) {
      std::istringstream words((*at)[1].str());
      for (std::string word; words >> word;) names.insert(word);
    }
    names.erase("milepost");
    EXPECT_FALSE(names.empty());
    for (const std::string& name : names) {
      EXPECT_TRUE(std::regex_search(sheet, std::regex("\\.milepost \\." + name + "\\b"))) << name;
    }
  }
}

}  // namespace
}  // namespace milepost::insights
