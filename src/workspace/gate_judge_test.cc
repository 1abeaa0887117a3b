#include "workspace/gate_judge.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "store/events.h"
#include "workspace/repository_fixture.h"

namespace milepost {
namespace {

class JudgedGate : public RepositoryFixture {
 protected:
  JudgedGate() {
    propose("7-faster", "title: Faster\nnumber: 7\nstatus: draft\nstage: alpha\n");
    propose("8-other", "title: Other\nnumber: 8\nstatus: draft\nstage: alpha\n");
  }

  Workspace::Pointer open() const {
    WorkspaceOptions options;
    options.directory = at("");
    return *Workspace::open_recognised(std::move(options), now_utc());
  }

  static void hold(const Workspace& workspace, const Card& card) {
    const auto record = workspace.open_record(Access::kWrite);
    ASSERT_TRUE(record) << record.error().message;
    const auto held = (*record)->act(card, [&](const ProposalState&) -> Result<Decision> {
      return Decision{{event_of(card, {"lead", workspace.now()}, events::Held{"wait"})}, {}};
    });
    ASSERT_TRUE(held) << held.error().message;
  }

  // Whether somebody's hold closes the way to beta, as judged by evidence.
  static bool is_held(const Selected& selected, const StoredEvidence& evidence) {
    const auto step = plan_step(selected.at->process(), *selected.card, "beta", "");
    const auto gate = judge_gate(selected, examine(selected, "beta"), *step, evidence);
    return std::ranges::any_of(gate.value().conditions, [](const Verdict& verdict) {
      return verdict.closes() && verdict.message.find("hold") != std::string::npos;
    });
  }
};

TEST_F(JudgedGate, WithoutARecordNothingIsKnown) {
  const auto workspace = open();
  const auto selection = workspace->select_one("7");
  const auto evidence = stored_evidence(*workspace, nullptr);
  ASSERT_TRUE(evidence) << evidence.error().message;
  EXPECT_FALSE(evidence->known());
  EXPECT_FALSE(is_held(selection->proposals.front(), *evidence));
}

TEST_F(JudgedGate, TheRecordOfOneProposalOrOfAll) {
  {
    const auto workspace = open();
    hold(*workspace, *workspace->select_one("7")->proposals.front().card);
  }
  const auto workspace = open();
  const auto held = workspace->select_one("7");
  const auto other = workspace->select_one("8");
  const auto all = stored_evidence(*workspace, nullptr);
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_TRUE(all->known());
  EXPECT_TRUE(is_held(held->proposals.front(), *all));
  EXPECT_FALSE(is_held(other->proposals.front(), *all));
  const auto one = stored_evidence(*workspace, held->proposals.front().card);
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_TRUE(is_held(held->proposals.front(), *one));
}

TEST_F(JudgedGate, OfADocumentThatCannotBeReadIsAnError) {
  const auto workspace = open();
  const auto selection = workspace->select_one("7");
  Examined unread;
  unread.read_errors.push_back({"ways/7-faster/README.md", "is no text"});
  const auto gate = judge_gate(selection->proposals.front(), unread, {}, {});
  ASSERT_FALSE(gate);
  EXPECT_EQ(gate.error().message, "ways/7-faster/README.md: is no text");
}

}  // namespace
}  // namespace milepost
