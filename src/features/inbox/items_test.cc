#include "features/inbox/items.h"

#include "features/inbox/items_fixture.h"

namespace milepost::inbox {
namespace {

class Items : public AskFixture {
 protected:
  static Verdict verdict(std::string id, ConditionType type, std::string role,
                         std::vector<std::string> who, Holds holds = Holds::kNo) {
    Verdict made;
    made.id = std::move(id);
    made.type = type;
    made.holds = holds;
    made.role = std::move(role);
    made.role_title = "a " + made.role;
    made.who = std::move(who);
    made.message = made.id + " is missing";
    made.remedies = {{remedy::Approve{"7", made.role, ""}, "after that"}};
    return made;
  }
  static Verdict approval() {
    return verdict("approval", ConditionType::kApproval, "approver", {"abe", "ann"});
  }
  static Verdict review() {
    return verdict("review", ConditionType::kReview, "safety", {"sam", "sue"});
  }
  static Verdict opt_in(Holds holds) {
    Verdict made = verdict("opt-in", ConditionType::kRecord, "lead", {"lea"}, holds);
    made.fact = RecordFact::kOptIn;
    return made;
  }
  static Verdict sections() {
    return verdict("sections", ConditionType::kSections, "author", {"jane"});
  }

  std::string gate(const std::vector<Verdict>& verdicts) const {
    return shown(items_of_gate(of(), {verdicts, "beta", "v1.2"}));
  }
};

TEST_F(Items, ApprovalsAndReviewsOnceNothingElseIsMissing) {
  const std::string both =
      "approve @abe @ann: approve it for beta as a approver [milepost approve 7 --role approver]\n"
      "review @sam @sue: review it for beta [milepost approve 7 --role safety]\n";
  EXPECT_EQ(gate({approval(), review()}), both);
  EXPECT_EQ(gate({approval(), sections(), review()}), "");
  EXPECT_EQ(gate({approval(), review(),
                  verdict("signoff", ConditionType::kChecklist, "author", {"jane"})}),
            both)
      << "which has the approvals among its items";
  EXPECT_EQ(gate({approval(), opt_in(Holds::kUnknown), review()}),
            both.substr(0, both.find('\n') + 1) +
                "confirm @lea: opt it in to v1.2 as a lead [milepost approve 7 --role lead]\n" +
                both.substr(both.find('\n') + 1))
      << "what cannot be known keeps nobody waiting";
  EXPECT_EQ(gate({approval(), opt_in(Holds::kNo)}),
            "confirm @lea: opt it in to v1.2 as a lead [milepost approve 7 --role lead]\n");
}

TEST_F(Items, OptingInIsForARelease) {
  const std::vector<Verdict> verdicts{opt_in(Holds::kNo)};
  const auto items = items_of_gate(of(), {verdicts, "beta", "v1.2"});
  ASSERT_EQ(items.size(), 1);
  EXPECT_TRUE(items.front().opts_in);
  EXPECT_TRUE(items_of_gate(of(), {verdicts, "beta", ""}).empty());
}

TEST_F(Items, WhatHoldsAsksNobody) {
  Verdict given = approval();
  given.holds = Holds::kYes;
  Verdict merged = approval();
  merged.holds = Holds::kUnknown;
  merged.merge = true;
  Verdict advice = review();
  advice.advice = true;
  Verdict nobody = review();
  nobody.who.clear();
  EXPECT_EQ(gate({given, merged, advice, nobody, sections()}), "");
}

TEST_F(Items, AnObjectionKeepsNoApprovalWaiting) {
  Verdict concern = missing_verdict(VerdictKind::kConcern, "what of X?");
  concern.who = {"ann"};
  EXPECT_NE(gate({concern, approval()}), "");
  const Verdict illegal = missing_verdict(VerdictKind::kOrder, "out of order");
  EXPECT_EQ(gate({illegal, approval()}), "");
}

TEST_F(Items, AVoidApprovalIsAskedForAgainAtOnce) {
  Verdict again = approval();
  again.again = {"ann"};
  const auto detail = [](std::string text, std::string note, std::string by) {
    return Detail{std::move(text), std::move(note), std::nullopt, false, std::move(by), {}};
  };
  const std::string is_void = "void: 1 section changed since";
  again.details = {detail("@ann on 2026-01-09", is_void, "Ann"),
                   detail("  Risks: +2 −0 words", "", "Ann"),
                   detail("@abe on 2026-01-08", is_void, "abe"), detail("  Goals: new", "", "abe")};
  const std::string mine =
      "approve-again @ann: look at it again: what you approved for beta has changed "
      "[milepost approve 7 --role approver]\n";
  EXPECT_EQ(gate({again, sections()}), mine) << "though others wait for the author";
  EXPECT_EQ(gate({again}), mine +
                               "approve @abe: approve it for beta as a approver "
                               "[milepost approve 7 --role approver]\n");
  const std::vector<Verdict> verdicts{again};
  const auto items = items_of_gate(of(), {verdicts, "beta", "v1.2"});
  EXPECT_EQ(lines(items.front()),
            (std::vector<std::string>{"@ann on 2026-01-09, " + is_void, "Risks: +2 −0 words"}));
}

TEST_F(Items, DeadlinesAreAhead) {
  Verdict early = review();
  early.deadline_title = "early freeze";
  early.deadline = Instant{now_.seconds + 1};
  const std::vector<Verdict> ahead{early};
  EXPECT_EQ(items_of_gate(of(), {ahead, "beta", "v1.2"}).front().deadline, early.deadline);
  early.deadline = now_;
  const std::vector<Verdict> passed{early};
  EXPECT_EQ(items_of_gate(of(), {passed, "beta", "v1.2"}).front().deadline, std::nullopt);
  const Instant freeze{now_.seconds + 9};
  const InboxItem item =
      items_of_gate(of(), {passed, "beta", "v1.2", "late freeze", freeze}).front();
  EXPECT_EQ(item.deadline, freeze);
  EXPECT_EQ(item.deadline_title, "late freeze");
}

TEST_F(Items, AnAuthorIsToldWhatAFreezeLacks) {
  const std::vector<Verdict> none;
  const std::vector<Verdict> some{sections(), review()};
  const std::vector<Verdict> more{review(), approval()};
  const Instant early{now_.seconds + 1};
  const JudgedGate freezes[] = {{none, "beta", "v1.2", "first", now_},
                                {some, "beta", "v1.2", "early freeze", early},
                                {more, "beta", "v1.2", "late freeze", Instant{now_.seconds + 2}}};
  const auto item = at_risk(of(), freezes);
  ASSERT_TRUE(item);
  EXPECT_EQ(shown({*item}),
            "at-risk @jane: bring what it lacks for beta "
            "[milepost why 7 --to beta --release v1.2]\n");
  EXPECT_EQ(item->deadline, early);
  EXPECT_EQ(lines(*item),
            (std::vector<std::string>{"sections is missing", "review is missing (for @sam, @sue)",
                                      "approval is missing (for @abe, @ann)"}));
  const JudgedGate others[] = {{more, "beta", "v1.2", "late freeze", early}};
  EXPECT_EQ(at_risk(of(), others)->what, "remind those it waits for");
  EXPECT_FALSE(at_risk(of(), std::span(freezes).first(1)));
  EXPECT_FALSE(at_risk(of(), {}));
}

TEST_F(Items, ADebateNamesSomebody) {
  const auto found = [&](const std::string& body) {
    write(body);
    return shown(items_of_text(of(), *document_));
  };
  EXPECT_EQ(found("<<[UNRESOLVED @Ann, sig-web: which?]>>\nx\n<<[/UNRESOLVED]>>\n"),
            "unresolved @Ann @sig-web @which: settle what is under debate []\n");
  EXPECT_EQ(found("<<[UNRESOLVED]>>\nx\n<<[/UNRESOLVED]>>\n"), "");
  EXPECT_EQ(found("`<<[UNRESOLVED @ann]>>`\n"), "") << "one that is hidden";
  EXPECT_EQ(found("It is short.\n"), "");
}

TEST_F(Items, ADebateNamesSomebodyInItsText) {
  const auto items = [&](const std::string& body) {
    write(body);
    return items_of_text(of(), *document_);
  };
  const auto found = items(
      "<<[UNRESOLVED]>>\nWhich of them?\n@Ann, (@project/web-leads): jane@example.org or a.@b?\n"
      "<<[/UNRESOLVED]>>\n\n@abe is outside.\n");
  EXPECT_EQ(shown(found), "unresolved @Ann @web-leads: settle what is under debate []\n");
  EXPECT_EQ(found.front().why, "Which of them?") << "without words beside the marker";
  EXPECT_TRUE(items("<<[UNRESOLVED]>>\n@ann\n").empty()) << "where it ends is not known";
  EXPECT_EQ(shown(items("<<[UNRESOLVED a]>>\n@ann\n<<[/UNRESOLVED]>>\n<<[UNRESOLVED b]>>\n@abe\n"
                        "<<[/UNRESOLVED]>>\n")),
            "unresolved @a @ann: settle what is under debate []\n"
            "unresolved @b @abe: settle what is under debate []\n");
}

}  // namespace
}  // namespace milepost::inbox
