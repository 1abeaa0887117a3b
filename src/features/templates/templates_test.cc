#include "features/templates/templates.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "proposal/tree_fixture.h"

namespace milepost::templates {
namespace {

using Texts = std::vector<std::string>;

class Templates : public TreeFixture {
 protected:
  // "## Title required beta at 3", one for each section.
  Texts view(const std::string& path, const std::string& process = {}) {
    WorkspaceOptions where;
    where.directory = at("");
    where.process = process;
    auto seen =
        Workspace::open(where, start_of({2026, 1, 15})).and_then([&](const auto& workspace) {
          return view_template(*workspace, path);
        });
    error_ = seen ? "" : seen.error().message;
    view_ = seen ? std::move(*seen) : TemplateView{};
    Texts all;
    for (const auto& section : view_.sections) {
      all.push_back(fmt::format("{} {} {}{} at {}", section.level, section.title,
                                section.required ? "required" : "-",
                                section.stage.empty() ? "" : " " + section.stage, section.line));
    }
    return all;
  }
  Texts findings() const {
    Texts all;
    for (const Finding& finding : view_.run.findings) {
      all.push_back(fmt::format("{}:{} {}", finding.source->path(),
                                finding.source->position(finding.span.begin).line, finding.code));
    }
    return all;
  }

  TemplateView view_;
  std::string error_;
};

TEST_F(Templates, AreShown) {
  write("t.md",
        "# T\n<!--DIRECTIVE: required: true-->\n## A\n<!--DIRECTIVE: required: true,stage: beta>\n"
        "## B\n<!--DIRECTIVE: required: false,stage: beta-->\n## C\n");
  EXPECT_EQ(view("t.md"),
            (Texts{"1 T required at 1", "2 A required beta at 3", "2 B - at 5", "2 C - at 7"}));
  EXPECT_EQ(findings(), (Texts{"t.md:4 MP102", "t.md:7 MP105"}));
  EXPECT_EQ(view_.run.files, 1U);
  EXPECT_EQ(view(at("t.md")).size(), 4U) << "an absolute path";
}

TEST_F(Templates, AreJudgedByTheStagesOfTheProcess) {
  write("t.md",
        "# T\n<!--DIRECTIVE: required: true-->\n## A\n<!--DIRECTIVE: required: true,stage: "
        "beta-->\n");
  view("t.md");
  EXPECT_EQ(findings(), Texts{}) << "kep, unless the repository says otherwise";
  view("t.md", "design");
  EXPECT_EQ(findings(), Texts{"t.md:4 MP104"});
  write("milepost.yaml", "schema: 1\nprocess: design\n");
  view("t.md");
  EXPECT_EQ(findings(), Texts{"t.md:4 MP104"});
}

TEST_F(Templates, AreRefused) {
  EXPECT_EQ(view("gone.md"), Texts{});
  EXPECT_NE(error_.find("gone.md"), error_.npos) << error_;
  EXPECT_EQ(view("gone.md", "kepp"), Texts{});
  EXPECT_TRUE(error_.starts_with("no process is called `kepp`")) << error_;
}

}  // namespace
}  // namespace milepost::templates
