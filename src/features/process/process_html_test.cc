#include "features/process/process_html.h"

#include <gtest/gtest.h>

#include "features/process/condition_text.h"
#include "features/process/machine_svg.h"
#include "workspace/repository_fixture.h"

namespace milepost::process {
namespace {

std::size_t occurrences(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
  return count;
}

Role role_of(std::string id, std::string title) {
  Role role;
  role.id = std::move(id);
  role.title = std::move(title);
  return role;
}

Status closed_status(std::string id, bool failed) {
  Status status;
  status.id = std::move(id);
  status.closed = true;
  status.failed = failed;
  return status;
}

Process small_process() {
  Process process;
  process.roles = {role_of("author", "the author"), role_of("lead", "a lead")};
  Status draft;
  draft.id = "draft";
  draft.moves = {{"done", {"author", "lead"}, false, {}}, {"dropped", {}, true, {}}};
  process.statuses = {draft, closed_status("done", false), closed_status("dropped", true)};
  return process;
}

TEST(ProcessDrawing, HasEveryStatusAndMoveWithWhoMay) {
  const std::string svg = render_statuses_svg(small_process());
  EXPECT_EQ(occurrences(svg, "class=\"state "), 3U);
  EXPECT_EQ(occurrences(svg, "class=\"move"), 2U);
  EXPECT_EQ(occurrences(svg, "class=\"move usual\""), 1U);
  EXPECT_NE(svg.find("draft → done: the author or a lead"), svg.npos);
  EXPECT_NE(svg.find("draft → dropped: anybody, with a reason"), svg.npos);
  EXPECT_EQ(svg.find("style="), svg.npos);
  EXPECT_EQ(render_statuses_svg({}), "");
}

TEST(ProcessDrawing, ALadderIsAChain) {
  Ladder ladder;
  ladder.id = "growth";
  ladder.stages = {"alpha", "beta", "stable"};
  const std::string svg = render_ladder_svg(ladder);
  EXPECT_EQ(occurrences(svg, "class=\"state "), 3U);
  EXPECT_EQ(occurrences(svg, "class=\"move"), 2U);
}

TEST(ConditionsInWords, SayWhatIsAsked) {
  const Process process = small_process();
  struct Case {
    ConditionType type;
    std::vector<std::string> names;
    std::size_t least;
    std::string_view text;
  };
  const Case cases[] = {
      {ConditionType::kSections, {}, 0, "the sections that are due at the stage are filled"},
      {ConditionType::kSections, {"Test Plan"}, 0, "Test Plan is filled"},
      {ConditionType::kApproval, {}, 0, "approved by each who is a lead"},
      {ConditionType::kApproval, {}, 2, "2 approvals by a lead"},
      {ConditionType::kStatus, {"draft", "done"}, 0, "its status is draft or done"},
      {ConditionType::kReleases, {}, 2, "2 releases in the stage before"},
  };
  for (const Case& c : cases) {
    Condition condition;
    condition.type = c.type;
    condition.names = c.names;
    condition.least = c.least;
    condition.role = "lead";
    EXPECT_EQ(condition_text(process, condition), c.text);
  }
  Condition titled;
  titled.title = "the code is merged";
  EXPECT_EQ(condition_text(process, titled), "the code is merged");
}

class ProcessPages : public RepositoryFixture {};

TEST_F(ProcessPages, CountProposalsAndTellWhenSectionsAreDue) {
  propose("12-faster", "title: Faster\nnumber: 12\nstatus: draft\n");
  Visit visit;
  visit.workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
  const Json page = process_html(visit);
  EXPECT_EQ(page["statuses"][0]["id"], "draft");
  EXPECT_EQ(page["statuses"][0]["count"], 1);
  EXPECT_EQ(page["statuses"][0]["href"], "/proposals?q=status%3Adraft");
  const Json& sections = page["templates"][0]["sections"];
  EXPECT_EQ(sections.back()["title"], "Tests");
  EXPECT_EQ(sections.back()["due"], "required from beta");
}

}  // namespace
}  // namespace milepost::process
