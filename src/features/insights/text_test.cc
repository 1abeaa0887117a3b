#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/insights/formats.h"
#include "render/xml_fixture.h"

namespace milepost::insights {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kHostile = "<script>alert(1)</script> `a` | \x1b[31m=1+1";

Report report(const std::string& title) {
  Report made;
  made.process = "small";
  made.today = {2024, 12, 1};
  made.release = "v1.20";
  made.proposals = 3;
  made.open = 2;
  ReportTable table{"proposal",
                    "",
                    {{{"number", true}, {"title"}, {"median days", true}, {"path"}},
                     {{"1", title, "12", "ways/1"}, {"", "Second", "", "ways/2"}}}};
  table.for_data = 1;
  ReportTable more{"group", "by group", {{{"group"}}, {{"one"}}}, true};
  ReportPart stuck{"stuck",
                   "Stuck",
                   "What does not move.",
                   {"1 proposal; longest: 1"},
                   {table, more},
                   AgeingChart{},
                   {},
                   ""};
  ReportPart flow{"flow", "Flow", "Over time.", {}, {}, {}, {}, "there is no git"};
  Roadmap ahead = {
      {"v1.20", true, false, {{"one", {{{"1", "ways/1", title, "one"}, "→ alpha", title}}}}},
      {"v1.18", false, true, {{"one", {{{"2", "ways/2", "Late", "one"}, "→ beta", ""}}}}}};
  ReportPart roadmap{"roadmap", "Roadmap", "What is planned.", {"1 target"}, {}, {}, ahead, ""};
  made.parts = {stuck, flow, roadmap};
  return made;
}

TEST(ReportText, HasTitlesAndSaysWhatIsNotKnown) {
  EXPECT_EQ(render_report_text(report("First"), {}),
            "small · 3 proposals, 2 open · 2024-12-01 · v1.20 at work, as proposals name it\n"
            "\n"
            "Stuck\nWhat does not move.\n\n"
            " number  title   median days\n"
            "      1  First            12\n"
            "         Second\n"
            "\n"
            "Flow\nOver time.\n\nthere is no git\n"
            "\n"
            "Roadmap\nWhat is planned.\n\n"
            "v1.20, at work: 1 target\n  one\n    1 First  (→ alpha)\n      First\n"
            "\n"
            "v1.18, overdue: 1 target\n  one\n    2 Late  (→ beta)\n");
}

TEST(ReportText, SummaryHasTheLinesThatTellMost) {
  const std::string summary = render_report_summary(report("First"), {});
  EXPECT_THAT(summary, HasSubstr("\nstuck       1 proposal; longest: 1\n"));
  EXPECT_THAT(summary, HasSubstr("\nflow        there is no git\n"));
}

TEST(ReportText, ShowsTheLastRowsAlone) {
  Report made = report("First");
  made.parts.resize(1);
  made.parts[0].tables[0].latest = 1;
  const std::string text = render_report_text(made, {});
  EXPECT_THAT(text, Not(HasSubstr("First")));
  EXPECT_THAT(text, HasSubstr("Second"));
  EXPECT_THAT(text, HasSubstr("1 row before these left out"));
  EXPECT_THAT(render_report_json(made), HasSubstr("First"));
}

TEST(ReportJson, HasNumbersAndNulls) {
  const std::string json = render_report_json(report("First"));
  EXPECT_THAT(json, HasSubstr("\"medianDays\": 12"));
  EXPECT_THAT(json, HasSubstr("\"medianDays\": null"));
  EXPECT_THAT(json, HasSubstr("\"path\": \"ways/2\""));
  EXPECT_THAT(json, HasSubstr("\"unknown\": \"there is no git\""));
  EXPECT_THAT(json, HasSubstr("\"release\": \"v1.20\""));
}

TEST(Reports, AreSafeToShow) {
  const Report made = report(std::string(kHostile));
  for (const std::string& text : {render_report_text(made, {}), render_report_summary(made, {}),
                                  render_report_markdown(made), render_report_html(made)}) {
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  }
  EXPECT_THAT(render_report_html(made), Not(HasSubstr("<script")));
  EXPECT_THAT(render_report_markdown(made), HasSubstr("\\<script\\>"));
}

TEST(ReportHtml, IsOneWellFormedPage) {
  const std::string page = render_report_html(
      report(std::string(kHostile)), [](const std::string&) { return std::string(kHostile); });
  constexpr std::string_view kDoctype = "<!DOCTYPE html>\n";
  ASSERT_TRUE(page.starts_with(kDoctype));
  EXPECT_EQ(xml_fault(std::string_view(page).substr(kDoctype.size())), "");
  EXPECT_THAT(page, HasSubstr("<section id=\"stuck\">"));
  EXPECT_THAT(page, HasSubstr("<a href=\"#roadmap\">"));
  EXPECT_THAT(page, HasSubstr("there is no git"));
  EXPECT_THAT(page, HasSubstr("<svg"));
  for (const char* outside : {"src=", "url(", "@import", "<link"}) {
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  }
}

}  // namespace
}  // namespace milepost::insights
