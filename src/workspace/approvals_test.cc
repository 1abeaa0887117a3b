#include "workspace/approvals.h"

#include <gtest/gtest.h>

#include "process/load.h"
#include "proposal/proposal.h"

namespace milepost {
namespace {

constexpr std::string_view kText = "# A\n\n## Summary\n\nWords.\n";
constexpr std::string_view kMetadata = "title: A\nstatus: provisional\n";

class HeldApprovals : public testing::Test {
 protected:
  HeldApprovals() : process_(*load_process(built_in_pack("kep"), nullptr)), judge_(*process_) {}

  Proposal proposal(std::string_view text, std::string_view metadata) const {
    return read_proposal(*process_, std::make_shared<const Source>("README.md", std::string(text)),
                         std::make_shared<const Source>("kep.yaml", std::string(metadata)));
  }

  CoveredDigests digests(std::string_view text) const {
    const Proposal then = proposal(text, kMetadata);
    const Judgement judgement = judge_.judge(then, {});
    return digests_of(*process_, {then, judgement}, *process_->find_role("approver"), sha256_);
  }

  // An approval with such digests and such a text, held against what the text is now.
  Approval held(CoveredDigests sections, std::optional<std::string> kept, std::string_view now,
                std::string_view metadata = kMetadata) const {
    ProposalState state;
    ApprovalState& approval = state.approvals.emplace_back();
    approval.role = "approver";
    approval.stage = "alpha";
    approval.action.by = "jane";
    approval.sections = std::move(sections);
    const Proposal as_it_is = proposal(now, metadata);
    const Judgement judgement = judge_.judge(as_it_is, {});
    const auto read = [&](const std::string&) { return kept; };
    return judge_approvals({*process_, judge_, {as_it_is, judgement}, state, sha256_, read},
                           "approver", "alpha")
        .at(0);
  }

  const std::shared_ptr<const Process> process_;
  const Judge judge_;
  const Sha256 sha256_ = *Sha256::load();
};

using Changes = std::vector<std::string>;

TEST_F(HeldApprovals, StandAsLongAsTheTextDoes) {
  const std::string kept(kText);
  EXPECT_TRUE(held(digests(kText), kept, kText).valid);
  EXPECT_TRUE(held(digests(kText), std::nullopt, kText).valid) << "the digests suffice";
  EXPECT_EQ(held(digests(kText), kept, kept + "\nMore.\n").changes,
            Changes{"Summary: +1 −0 words"});
  EXPECT_EQ(held(digests(kText), kept, "# A\n\n## Summary\n\n- Words.\n").changes,
            Changes{"Summary: same words, shown in another way"});
  EXPECT_EQ(held(digests(kText), std::nullopt, kept + "\nMore.\n").changes,
            Changes{"Summary: changed"});
  EXPECT_EQ(held(digests(kText), kept, kText, "title: B\nstatus: provisional\n").changes,
            Changes{"metadata › title: changed"});
  EXPECT_EQ(held(digests(kText), kept, kept + "\n## Proposal\n\nx\n").changes,
            Changes{"Proposal: new"});
}

// As they were made before what a reader sees counted: the digests say nothing any more.
TEST_F(HeldApprovals, OfEarlierRulesAreHeldAgainstTheTextThatWasKept) {
  const CoveredDigests early{{"A", "0123456789abcdef0123456789abcdef"},
                             {"Summary", "0123456789abcdef0123456789abcdef"}};
  const std::string kept(kText);
  const Approval same = held(early, kept, kText);
  EXPECT_TRUE(same.valid);
  EXPECT_EQ(same.note, "under earlier rules: metadata is not covered");
  EXPECT_TRUE(held(early, kept, kText, "title: B\nstatus: provisional\n").valid);
  EXPECT_EQ(held(early, kept, kept + "\n<!-- a --!> SHOWN -->\n").changes,
            Changes{"Summary: +2 −0 words"});
  const Approval lost = held(early, std::nullopt, kText);
  EXPECT_FALSE(lost.valid);
  EXPECT_EQ(lost.changes, Changes{"approved under earlier rules, and the text was not kept"});
}

}  // namespace
}  // namespace milepost
