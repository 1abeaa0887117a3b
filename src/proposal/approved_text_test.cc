#include "proposal/approved_text.h"

#include <gtest/gtest.h>

#include "process/load.h"
#include "proposal/proposal.h"

namespace milepost {
namespace {

class ApprovedText : public testing::Test {
 protected:
  ApprovedText() : process_(*load_process(built_in_pack("kep"), nullptr)), judge_(*process_) {}

  // "title: words" of each section.
  std::vector<std::string> covered(const std::string& text,
                                   const std::vector<std::string>& titles = {}) const {
    const Proposal proposal =
        read_proposal(*process_, std::make_shared<const Source>("README.md", text), nullptr);
    const Judgement judgement = judge_.judge(proposal, {});
    std::vector<std::string> lines;
    for (const CoveredSection& section : covered_text(*process_, {proposal, judgement}, titles)) {
      lines.push_back(section.title + ": " + section.words);
    }
    return lines;
  }

  std::shared_ptr<const Process> process_;
  Judge judge_;
};

using Lines = std::vector<std::string>;

TEST_F(ApprovedText, IsWhatEachSectionSaysByItself) {
  EXPECT_EQ(
      covered(
          "# KEP-7: Faster\n\n## Summary\n\nMuch\n  faster.\n\n## Proposal\n\n### Notes\n\nSo.\n"),
      (Lines{"KEP-7: Faster: # KEP-7: Faster", "Summary: ## Summary Much faster.",
             "Proposal: ## Proposal", "Proposal › Notes: ### Notes So."}));
}

TEST_F(ApprovedText, PassesOverWhatSaysNothing) {
  const std::string text = "# A\n\n## Summary\n\n- [ ] one\n- two\n";
  const std::string other = "# A\n<!-- x -->\n## Summary\n- [x] one\n\n- two <!-- y -->\n";
  EXPECT_EQ(covered(text), covered(other));
}

TEST_F(ApprovedText, CutsTitlesThatAreLongerThanAnyReader) {
  const std::string text = "# A\n\n## " + std::string(5000, 'b') + "\n\n### C\n\nx\n";
  EXPECT_EQ(covered(text)[2], std::string(1000, 'b') + " › C: ### C x");
}

// One in another, side by side, at both ends of a section.
TEST_F(ApprovedText, PassesOverGapsThatTouch) {
  EXPECT_EQ(covered("# A\n\n## S\n\n<!-- a --><!-- b -->\n\nx <!-- c --> y\n- [ ] <!-- d -->z\n\n"
                    "<!-- e -->\n## T\n\n<!-- f -->w\n"),
            (Lines{"A: # A", "S: ## S x y - z", "T: ## T w"}));
}

TEST_F(ApprovedText, LeavesLivingSectionsOut) {
  EXPECT_EQ(covered("# A\n\n## Summary\n\nx\n\n## Implementation History\n\n- today\n"),
            (Lines{"A: # A", "Summary: ## Summary x"}));
}

TEST_F(ApprovedText, IsOfTheNamedSectionsAlone) {
  const std::string text =
      "# A\n\n## Summary\n\nx\n\n## Motivation\n\ny\n\n### Goals\n\nz\n\n## Drawbacks\n\nw\n";
  EXPECT_EQ(covered(text, {"Motivation"}),
            (Lines{"Motivation: ## Motivation y", "Motivation › Goals: ### Goals z"}));
  EXPECT_EQ(covered(text, {"Test Plan"}), Lines{});
}

TEST_F(ApprovedText, TellsSectionsOfOneTitleApart) {
  EXPECT_EQ(covered("# A\n\n## B\n\nx\n\n## B\n\ny\n"),
            (Lines{"A: # A", "B: ## B x", "B (2): ## B y"}));
}

TEST_F(ApprovedText, IsWhatTheRoleAnswersFor) {
  EXPECT_EQ(answers_for(*process_, *process_->find_role("prr")),
            Lines{"Production Readiness Review Questionnaire"});
  EXPECT_EQ(answers_for(*process_, *process_->find_role("approver")), Lines{});
}

}  // namespace
}  // namespace milepost
