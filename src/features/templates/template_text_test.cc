#include "features/templates/template_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace milepost::templates {
namespace {

TemplateView sample() {
  TemplateView view;
  view.sections = {
      {"Your title", 1, true, "", 1},
      {"Risks and Mitigations", 3, true, "alpha", 90},
      {"Will enabling this feature result in any new calls to the API of the cloud provider?", 4,
       true, "beta", 1300},
      {"Drawbacks", 2, false, "", 12},
  };
  return view;
}

TEST(TemplateReport, Table) {
  EXPECT_EQ(render_template_text(sample(), {}),
            R"(     1  Your title                                           required
    90      Risks and Mitigations                            required from alpha
  1300        Will enabling this feature result in any new   required from beta
              calls to the API of the cloud provider?
    12    Drawbacks                                          optional

4 sections, 3 required
)");
}

TEST(TemplateReport, CountsFindings) {
  auto view = sample();
  view.run.findings.resize(2);
  const std::string text = render_template_text(view, {});
  EXPECT_NE(text.find("4 sections, 3 required; 2 findings in the template"), std::string::npos);
  TextOptions quiet;
  quiet.quiet = true;
  EXPECT_EQ(render_template_text(view, quiet).find("sections"), std::string::npos);
}

TEST(TemplateReport, NoSections) {
  EXPECT_EQ(render_template_text({}, {}), "0 sections, 0 required\n");
}

TEST(TemplateReport, HostileTitlesAndNarrowTerminals) {
  TemplateView view;
  view.sections = {{"\x1b[2J\nx\xff", 6, true, "\x1b[0m", 4'000'000}, {"", 1, false, "", 1}};
  TextOptions narrow;
  narrow.columns = 10;
  const std::string text = render_template_text(view, narrow);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("\\x1b[2J\\nx\\xff"), std::string::npos);
}

TEST(TemplateReport, Json) {
  const auto value = nlohmann::ordered_json::parse(render_template_json(sample()));
  EXPECT_EQ(value["sections"][0].dump(),
            R"({"title":"Your title","level":1,"required":true,"stage":null,"line":1})");
  EXPECT_EQ(value["sections"][1]["stage"], "alpha");
  EXPECT_EQ(value["findings"].dump(), "[]");
  EXPECT_EQ(value.size(), 2U);
}

}  // namespace
}  // namespace milepost::templates
