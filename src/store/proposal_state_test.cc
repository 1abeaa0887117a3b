#include "store/proposal_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/tab_lines.h"

namespace milepost {
namespace {

class StateOf : public testing::Test {
 protected:
  void happen(std::string kind, EventFields fields, std::string by = "jane") {
    Event event;
    event.stream = "proposal/7";
    event.kind = std::move(kind);
    event.by = std::move(by);
    event.time = Instant{1'700'000'000 + static_cast<std::int64_t>(number_)};
    event.fields = std::move(fields);
    event.number = ++number_;
    apply(state_, event);
    text_ = fold_proposal(text_, event);
  }

  // What is kept is what was folded in memory.
  void TearDown() override {
    EXPECT_EQ(read_proposal_state(text_), state_);
    EXPECT_EQ(write_state(read_proposal_state(text_)), text_);
  }

  ProposalState state_;

 private:
  std::uint64_t number_ = 0;
  std::string text_;
};

TEST_F(StateOf, Approvals) {
  happen("approved", {{"role", "approver"},
                      {"stage", "beta"},
                      {"text", "aa"},
                      {"sections", as_field({"summary", "1", "test plan", "2"})},
                      {"comment", "well\tdone\n"}});
  happen("approved", {{"role", "approver"}, {"stage", "beta"}, {"text", "bb"}}, "joe");
  happen("approved", {{"role", "prr"}, {"stage", "beta"}, {"text", "aa"}});
  ASSERT_EQ(state_.approvals.size(), 3);
  EXPECT_EQ(state_.approvals[0].sections.size(), 2);
  EXPECT_EQ(state_.approvals[0].sections[1].second, "2");
  EXPECT_EQ(state_.approvals[0].action.comment, "well\tdone\n");
  happen("approved", {{"role", "approver"}, {"stage", "beta"}, {"text", "cc"}});
  ASSERT_EQ(state_.approvals.size(), 3);
  EXPECT_EQ(state_.approvals[0].text, "cc");
  happen("withdrew", {{"role", "approver"}, {"stage", "beta"}});
  ASSERT_EQ(state_.approvals.size(), 2);
  EXPECT_EQ(state_.approvals[0].action.by, "joe");
  happen("withdrew", {{"role", "approver"}, {"stage", "alpha"}}, "joe");
  EXPECT_EQ(state_.approvals.size(), 2);
  // A handle is the same in any case.
  happen("withdrew", {{"role", "approver"}, {"stage", "beta"}}, "Joe");
  EXPECT_EQ(state_.approvals.size(), 1);
}

TEST_F(StateOf, ConcernsAndHolds) {
  happen("concern", {{"role", "approver"}, {"comment", "what of upgrades?"}});
  happen("concern", {{"comment", "and downgrades?"}}, "joe");
  happen("resolved", {{"concern", "1"}, {"comment", "see below"}});
  ASSERT_EQ(state_.concerns.size(), 2);
  ASSERT_TRUE(state_.concerns[0].resolved);
  EXPECT_EQ(state_.concerns[0].resolved->comment, "see below");
  EXPECT_FALSE(state_.concerns[1].resolved);
  happen("resolved", {{"concern", "no number"}});
  EXPECT_FALSE(state_.concerns[1].resolved);
  happen("held", {{"comment", "wait"}}, "lead");
  ASSERT_TRUE(state_.hold);
  EXPECT_EQ(state_.hold->by, "lead");
  happen("unheld", {});
  EXPECT_FALSE(state_.hold);
}

TEST_F(StateOf, CriteriaAddUpByKind) {
  happen("confirmed", {{"kind", "process"}, {"criteria", as_field({"no-prr", "immediate"})}});
  happen("confirmed", {{"kind", "rite"}, {"criteria", as_field({"cheap"})}});
  happen("confirmed", {{"kind", "process"}, {"criteria", as_field({"no-prr", "a\tb"})}}, "joe");
  ASSERT_EQ(state_.confirmed.size(), 2);
  const ConfirmedState* const process = state_.find_confirmed("process");
  ASSERT_NE(process, nullptr);
  EXPECT_EQ(process->criteria, (std::vector<std::string>{"no-prr", "immediate", "a\tb"}));
  EXPECT_EQ(process->action.by, "joe");
  EXPECT_EQ(state_.find_confirmed("feature"), nullptr);
}

TEST_F(StateOf, ItemsBelongToAReleaseOrToNone) {
  happen("ticked", {{"list", "signoff"}, {"release", "v1.37"}, {"item", "docs"}});
  happen("ticked", {{"list", "signoff"}, {"release", "v1.38"}, {"item", "docs"}});
  happen("unticked", {{"list", "signoff"}, {"release", "v1.38"}, {"item", "docs"}});
  happen("not-applicable", {{"list", "tracker"}, {"item", "api"}, {"comment", "no API"}});
  happen("started", {{"list", "tracker"}, {"item", "flakes"}});
  EXPECT_EQ(state_.find_item("signoff", "v1.37", "docs")->mark, Mark::kTicked);
  EXPECT_EQ(state_.find_item("signoff", "v1.38", "docs")->mark, Mark::kUnticked);
  EXPECT_EQ(state_.find_item("tracker", "", "api")->mark, Mark::kNotApplicable);
  EXPECT_EQ(state_.find_item("tracker", "", "api")->action.comment, "no API");
  EXPECT_TRUE(state_.find_item("tracker", "", "flakes")->started);
  happen("unticked", {{"list", "tracker"}, {"item", "flakes"}});
  EXPECT_FALSE(state_.find_item("tracker", "", "flakes")->started);
  happen("agreed", {{"list", "tracker"}, {"item", "api"}, {"comment", "fine"}}, "rev");
  ASSERT_TRUE(state_.find_item("tracker", "", "api")->agreed);
  EXPECT_EQ(state_.find_item("tracker", "", "api")->agreed->by, "rev");
  EXPECT_EQ(state_.find_item("tracker", "", "api")->mark, Mark::kNotApplicable);
  EXPECT_EQ(state_.find_item("tracker", "", "docs"), nullptr);
}

TEST_F(StateOf, TheTracker) {
  happen("tracked", {{"title", "Faster probes"}, {"description", "Probes are faster."}});
  happen("tracked", {{"contact", "@jane"}});
  happen("tracker-status", {{"to", "IN_DEVELOPMENT"}});
  happen("labelled", {{"label", "code-complete"}, {"state", "claimed"}});
  happen("labelled", {{"label", "code-complete"}, {"state", "confirmed"}}, "rev");
  happen("labelled", {{"label", "docs-complete"}, {"state", "claimed"}});
  happen("labelled", {{"label", "docs-complete"}, {"state", "removed"}});
  happen("linked", {{"kind", "code"}, {"reference", "o/r#1"}, {"merged", "no"}});
  happen("linked", {{"kind", "code"},
                    {"reference", "o/r#1"},
                    {"merged", "yes"},
                    {"paths", as_field({"a/b", "c"})}});
  happen("commented", {{"comment", "hello"}});
  happen("imported", {{"text", "ab"}, {"release", "v1.38"}});
  EXPECT_TRUE(state_.tracker.made);
  EXPECT_EQ(state_.tracker.title, "Faster probes");
  EXPECT_EQ(state_.tracker.contact, "@jane");
  EXPECT_EQ(state_.tracker.status, "IN_DEVELOPMENT");
  EXPECT_TRUE(state_.find_label("code-complete")->confirmed);
  EXPECT_EQ(state_.find_label("docs-complete"), nullptr);
  ASSERT_EQ(state_.links.size(), 1);
  EXPECT_TRUE(state_.links[0].merged);
  EXPECT_EQ(state_.links[0].paths, (std::vector<std::string>{"a/b", "c"}));
  EXPECT_EQ(state_.tracker.comments, 1);
  EXPECT_EQ(state_.tracker.base, "ab");
}

TEST_F(StateOf, ANumberThatWasMadeKnownByMistake) {
  happen("announced", {{"title", "Faster probes"}, {"text", "o/r#1"}});
  happen("tracked", {{"title", "Faster probes"}});
  happen("imported", {{"text", "ab"}});
  happen("ticked", {{"list", "ready"}, {"item", "told"}});
  happen("commented", {{"comment", "hello"}});
  happen("retracted", {{"comment", "of another repository"}});
  EXPECT_EQ(state_, ProposalState{});
  EXPECT_FALSE(may_be_unmerged(state_));
  happen("announced", {{"title", "Slower probes"}});
  EXPECT_EQ(state_.candidate->title, "Slower probes");
  EXPECT_EQ(state_.candidate->text, "");
}

TEST_F(StateOf, WhatAFreezeRemovesNoMore) {
  const auto of_freeze = [&](const char* kind, const char* freeze) {
    happen(kind, {{"release", "v1.38"}, {"freeze", freeze}});
  };
  const auto exempt = [&] { return state_.find_exempt("v1.38", "prr") != nullptr; };
  happen("opted-in", {{"release", "v1.38"}});
  of_freeze("removed", "prr");
  of_freeze("restored", "prr");  // the freeze was undone as a whole, and may be applied again
  EXPECT_FALSE(exempt());
  of_freeze("removed", "prr");
  happen("restored", {{"release", "v1.38"}});
  EXPECT_TRUE(exempt());
  EXPECT_EQ(state_.find_exempt("v1.38", "code"), nullptr);
  EXPECT_EQ(read_proposal_state(write_state(state_)), state_);
  happen("removed", {{"release", "v1.38"}});
  EXPECT_FALSE(exempt()) << "somebody has removed it after all";
  of_freeze("left-out", "prr");
  EXPECT_TRUE(exempt());
}

TEST_F(StateOf, APullRequestMayHoldSeveralThings) {
  const auto link = [&](const char* kind, const char* merged, const std::string& paths) {
    happen("linked",
           {{"kind", kind}, {"reference", "o/r#1"}, {"merged", merged}, {"paths", paths}});
  };
  link("design", "no", as_field({"a"}));
  link("api", "no", as_field({"b", "a"}));
  link("design", "yes", "");
  ASSERT_EQ(state_.links.size(), 2);
  for (const char* kind : {"design", "api"}) {
    const LinkState* const one = state_.find_link(kind, "o/r#1");
    ASSERT_NE(one, nullptr);
    EXPECT_TRUE(one->merged) << "merged as a whole";
    EXPECT_EQ(one->paths, (std::vector<std::string>{"a", "b"}));
  }
  happen("linked",
         {{"kind", "api"}, {"reference", "o/r#1"}, {"merged", "no"}, {"state", "closed"}});
  for (const LinkState& one : state_.links) EXPECT_EQ(one.word(), "closed");
  EXPECT_EQ(read_proposal_state(write_state(state_)), state_);
  // What earlier programs write, and what none has written yet.
  link("api", "no", "");
  for (const LinkState& one : state_.links) EXPECT_EQ(one.word(), "open");
  happen("linked", {{"kind", "api"}, {"reference", "o/r#1"}, {"merged", "no"}, {"state", "lost"}});
  for (const LinkState& one : state_.links) EXPECT_EQ(one.word(), "open");
  happen("linked",
         {{"kind", "api"}, {"reference", "o/r#1"}, {"merged", "yes"}, {"state", "closed"}});
  for (const LinkState& one : state_.links) EXPECT_EQ(one.word(), "merged");
  happen("unlinked", {{"kind", "design"}, {"reference", "o/r#1"}});
  EXPECT_EQ(state_.find_link("design", "o/r#1"), nullptr);
  EXPECT_NE(state_.find_link("api", "o/r#1"), nullptr);
  EXPECT_EQ(state_.find_link("api", "o/r#2"), nullptr);
}

TEST_F(StateOf, Releases) {
  happen("opted-in", {{"release", "v1.38"}}, "lead");
  EXPECT_EQ(state_.find_participation("v1.38")->state, ParticipationState::kIn);
  happen("deferred", {{"release", "v1.38"}, {"to", "v1.39"}}, "lead");
  EXPECT_EQ(state_.find_participation("v1.38")->state, ParticipationState::kDeferred);
  EXPECT_EQ(state_.find_participation("v1.38")->to, "v1.39");
  happen("exception-requested", {{"release", "v1.38"}, {"freeze", "code"}, {"comment", "late"}});
  happen("exception-rejected", {{"release", "v1.38"}, {"freeze", "code"}}, "lead");
  happen("exception-approved", {{"release", "v1.38"}, {"freeze", "code"}}, "other");
  const ExceptionState* const exception = state_.find_exception("v1.38", "code");
  ASSERT_NE(exception, nullptr);
  EXPECT_FALSE(exception->approved);  // the first decision is final
  EXPECT_EQ(exception->decided->by, "lead");
}

TEST_F(StateOf, AnApprovedExceptionBringsBackWhatWasRemoved) {
  happen("opted-in", {{"release", "v1.38"}}, "lead");
  happen("removed", {{"release", "v1.38"}, {"comment", "late"}}, "release");
  EXPECT_EQ(state_.find_participation("v1.38")->opted_in->by, "lead");
  happen("exception-requested", {{"release", "v1.38"}, {"freeze", "code"}}, "jane");
  EXPECT_EQ(state_.find_participation("v1.38")->state, ParticipationState::kRemoved);
  happen("exception-approved", {{"release", "v1.38"}, {"freeze", "code"}, {"until", "later"}},
         "release");
  EXPECT_EQ(state_.find_participation("v1.38")->state, ParticipationState::kIn);
  EXPECT_EQ(state_.find_participation("v1.38")->opted_in->by, "lead");
  EXPECT_EQ(state_.find_exception("v1.38", "code")->until, "later");
}

TEST_F(StateOf, AFreezeIsMetOnce) {
  happen("met", {{"release", "v1.38"}, {"freeze", "prr"}}, "first");
  happen("met", {{"release", "v1.38"}, {"freeze", "prr"}}, "second");
  ASSERT_EQ(state_.met.size(), 1);
  EXPECT_EQ(state_.find_met("v1.38", "prr")->action.by, "first");
  EXPECT_EQ(state_.find_met("v1.38", "code"), nullptr);
}

TEST_F(StateOf, WhatIsUndone) {
  happen("met", {{"release", "v1.38"}, {"freeze", "prr"}}, "lead");
  happen("unmet", {{"release", "v1.38"}, {"freeze", "code"}}, "lead");
  EXPECT_NE(state_.find_met("v1.38", "prr"), nullptr);
  happen("unmet", {{"release", "v1.38"}, {"freeze", "prr"}}, "lead");
  EXPECT_EQ(state_.find_met("v1.38", "prr"), nullptr);

  happen("opted-in", {{"release", "v1.38"}, {"stage", "beta"}, {"text", "o/r#7"}}, "lead");
  happen("removed", {{"release", "v1.38"}, {"freeze", "prr"}}, "release");
  EXPECT_EQ(state_.find_participation("v1.38")->freeze, "prr");
  happen("restored", {{"release", "v1.39"}}, "release");
  EXPECT_EQ(state_.find_participation("v1.38")->state, ParticipationState::kRemoved);
  happen("restored", {{"release", "v1.38"}, {"comment", "a mistake"}}, "release");
  const Participation* const part = state_.find_participation("v1.38");
  EXPECT_EQ(part->state, ParticipationState::kIn);
  EXPECT_EQ(part->opted_in->by, "lead");
  EXPECT_EQ(part->action.comment, "a mistake");
  EXPECT_EQ(part->stage, "beta");
  EXPECT_EQ(part->text, "o/r#7");
  EXPECT_EQ(part->freeze, "");
  // Opting in again says no more than it says.
  happen("opted-in", {{"release", "v1.38"}, {"stage", "stable"}}, "lead");
  EXPECT_EQ(state_.find_participation("v1.38")->stage, "stable");
  EXPECT_EQ(state_.find_participation("v1.38")->text, "o/r#7");

  // One in which nobody had opted in is undecided again; who opted out stays out.
  happen("deferred", {{"release", "v1.40"}, {"to", "v1.41"}, {"comment", "later"}});
  happen("restored", {{"release", "v1.40"}});
  EXPECT_EQ(state_.find_participation("v1.40")->state, ParticipationState::kUndecided);
  EXPECT_EQ(state_.find_participation("v1.40")->to, "");
  happen("opted-out", {{"release", "v1.40"}});
  happen("restored", {{"release", "v1.40"}});
  EXPECT_EQ(state_.find_participation("v1.40")->state, ParticipationState::kOut);
}

TEST_F(StateOf, ApprovalsOfItems) {
  const EventFields item = {{"list", "tracker"}, {"item", "design"}};
  happen("agreed", {item[0], item[1], {"text", "aa"}, {"sections", as_field({"Summary", "1"})}});
  ASSERT_TRUE(state_.find_item("tracker", "", "design")->agreed);
  EXPECT_EQ(state_.find_item("tracker", "", "design")->agreed_text, "aa");
  EXPECT_EQ(state_.find_item("tracker", "", "design")->agreed_sections.front().second, "1");
  happen("disagreed", item);
  EXPECT_FALSE(state_.find_item("tracker", "", "design")->agreed);
  EXPECT_EQ(state_.find_item("tracker", "", "design")->agreed_text, "");
}

TEST_F(StateOf, WordsThatStreamsAreFoundBy) {
  EXPECT_THAT(words_in(write_state(state_)), testing::IsEmpty());
  happen("opted-in", {{"release", "v1.38"}}, "lead");
  EXPECT_THAT(words_in(write_state(state_)), testing::ElementsAre("v1.38"));
  happen("opted-in", {{"release", "v1.39"}, {"text", "o/r#7"}}, "lead");
  EXPECT_THAT(words_in(write_state(state_)), testing::ElementsAre("v1.38", "v1.39", kUnmergedWord));
  EXPECT_TRUE(may_be_unmerged(state_));
  ProposalState other;
  other.candidate = CandidateState{"Faster", "sig-runtime", "", {"first", true, {}, {}}};
  EXPECT_THAT(words_in(write_state(other)), testing::ElementsAre(kUnmergedWord));
  EXPECT_TRUE(may_be_unmerged(other));
}

TEST_F(StateOf, NumbersBeforeTheirText) {
  EXPECT_FALSE(state_.candidate);
  happen("announced", {{"title", "Faster\tProbes"}, {"group", "sig-runtime"}}, "first");
  happen("announced", {{"text", "o/r#7"}}, "second");
  ASSERT_TRUE(state_.candidate);
  EXPECT_EQ(state_.candidate->title, "Faster\tProbes");
  EXPECT_EQ(state_.candidate->group, "sig-runtime");
  EXPECT_EQ(state_.candidate->text, "o/r#7");
  EXPECT_EQ(state_.candidate->action.by, "first");
}

TEST_F(StateOf, WhoWasTold) {
  happen("notified", {{"release", "v1.38"}, {"freeze", "prr"}}, "first");
  happen("notified", {{"release", "v1.38"}, {"freeze", "prr"}, {"comment", "again"}}, "second");
  ASSERT_EQ(state_.notified.size(), 1);
  EXPECT_EQ(state_.find_notified("v1.38", "prr")->action.by, "second");
  EXPECT_EQ(state_.find_notified("v1.38", "code"), nullptr);
}

TEST_F(StateOf, KindsThatAreNotKnownChangeNothing) {
  happen("held", {});
  const ProposalState before = state_;
  happen("teleported", {{"to", "mars"}});
  EXPECT_EQ(state_, before);
}

}  // namespace
}  // namespace milepost
