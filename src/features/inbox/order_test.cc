#include "features/inbox/order.h"

#include "features/inbox/items_fixture.h"

namespace milepost::inbox {
namespace {

class Inboxes : public AskFixture {
 protected:
  bool is_asked(std::string_view name, const Ask& ask) const {
    return is_for(find_addressee(rosters_, name), ask, of());
  }
};

Ask asked(AskKind kind, std::vector<std::string> who, std::string role = {}) {
  Ask ask;
  ask.kind = kind;
  ask.who = std::move(who);
  ask.role = std::move(role);
  return ask;
}

TEST_F(Inboxes, ArePeoplesAndTeams) {
  const Ask approval = asked(AskKind::kApprove, {"ann"}, "approver");
  const Ask opt_in = asked(AskKind::kConfirm, {"lea"}, "lead");
  const Ask review = asked(AskKind::kReview, {"sam"}, "safety");
  const struct {
    std::string_view name;
    const Ask& ask;
    bool want;
  } cases[] = {
      {"ann", approval, true},   {"@Ann", approval, true},       {"abe", approval, false},
      {"lea", opt_in, true},     {"@build-leads", opt_in, true}, {"build-leads", review, false},
      {"leads", opt_in, true},   {"leads/web", opt_in, false},   {"safety", review, true},
      {"safety", opt_in, false}, {"poets", review, false},       {"safety", approval, false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(is_asked(c.name, c.ask), c.want) << c.name << " " << c.ask.role;
  }
  EXPECT_TRUE(find_addressee(rosters_, "@build-leads").team);
  EXPECT_FALSE(find_addressee(rosters_, "@ann").team);
}

TEST_F(Inboxes, HaveDebatesThatNameThemTheirTeamOrTheirGroup) {
  const auto named = [&](std::string word, std::string_view who) {
    return is_asked(who, asked(AskKind::kUnresolved, {"which", std::move(word)}));
  };
  EXPECT_TRUE(named("Ann", "ann"));
  EXPECT_FALSE(named("anna", "ann"));
  EXPECT_TRUE(named("build-leads", "lea"));
  EXPECT_TRUE(named("build-leads", "build-leads"));
  EXPECT_TRUE(named("poets", "pia")) << "a team that gives no role";
  EXPECT_FALSE(named("poets", "lea"));
  EXPECT_TRUE(named("web", "leo")) << "whose lead he is";
  EXPECT_FALSE(named("web", "lea"));
  EXPECT_TRUE(named("build", "build-leads"));
}

Awaited awaited(std::string number, AskKind kind, std::optional<std::int64_t> deadline = {},
                std::optional<std::int64_t> since = {}, bool any = false) {
  Awaited one;
  one.stream = "proposal/" + number;
  one.number = std::move(number);
  one.ask.kind = kind;
  one.ask.key = std::string(name(kind));
  if (deadline) one.ask.deadline = Instant{*deadline};
  if (since) one.ask.since = Instant{*since};
  one.ask.any = any;
  return one;
}

std::string numbers(std::vector<Awaited> items) {
  put_in_order(items);
  std::string text;
  for (const Awaited& one : items) text += one.number + " ";
  return text;
}

TEST(InboxOrder, FreezesThenOthersThenTheRest) {
  EXPECT_EQ(numbers({awaited("1", AskKind::kKnow), awaited("2", AskKind::kApprove),
                     awaited("3", AskKind::kAtRisk, 200), awaited("4", AskKind::kReview, 100)}),
            "4 3 2 1 ");
}

TEST(InboxOrder, WhatWaitsLongestFirst) {
  EXPECT_EQ(numbers({awaited("1", AskKind::kApprove), awaited("2", AskKind::kSettle, {}, 50),
                     awaited("3", AskKind::kUnresolved, {}, 20)}),
            "3 2 1 ");
  EXPECT_EQ(numbers({awaited("10", AskKind::kApprove), awaited("9", AskKind::kApprove)}), "9 10 ");
}

TEST(InboxOrder, WhatOnlyOneCanDoBeforeWhatATeamCan) {
  EXPECT_EQ(numbers({awaited("1", AskKind::kReview, 100, 10, true),
                     awaited("2", AskKind::kApprove, 100, 20)}),
            "2 1 ");
}

TEST(InboxOrder, TheSameIsAskedOnce) {
  EXPECT_EQ(numbers({awaited("1", AskKind::kReview, 200), awaited("1", AskKind::kReview, 100),
                     awaited("2", AskKind::kReview, 150)}),
            "1 2 ");
}

TEST(InboxOrder, Urgency) {
  EXPECT_EQ(name(urgency_of(awaited("1", AskKind::kKnow, 5).ask)), "freeze");
  EXPECT_EQ(name(urgency_of(awaited("1", AskKind::kAgree).ask)), "others");
  EXPECT_EQ(name(urgency_of(awaited("1", AskKind::kAnswer).ask)), "others");
  EXPECT_EQ(name(urgency_of(awaited("1", AskKind::kTick).ask)), "rest");
}

Awaited review_of(std::string number, std::string stage = "beta") {
  Awaited one = awaited(number, AskKind::kReview, 100);
  one.ask.what = "review it for " + stage;
  one.ask.remedy = remedy::Approve{number, "prr", stage};
  return one;
}

// "1,2,3 4": what is said in one breath has commas.
std::string bundles(const std::vector<Awaited>& items) {
  std::string text;
  for (const Bundle& bundle : make_bundles(items)) {
    if (!text.empty()) text += ' ';
    for (const Awaited* one : bundle) text += (one == bundle.front() ? "" : ",") + one->number;
  }
  return text;
}

TEST(InboxBundles, TheSameTaskForThreeOrMore) {
  EXPECT_EQ(bundles({review_of("1"), review_of("2")}), "1 2");
  EXPECT_EQ(bundles({review_of("1"), review_of("9", "alpha"), review_of("2"), review_of("3")}),
            "1,2,3 9")
      << "another stage is another task";
  std::vector<Awaited> reasons{review_of("1"), review_of("2"), review_of("3")};
  reasons[1].ask.why = "there is no file for it";
  EXPECT_EQ(bundles(reasons), "1,2,3") << "why a review is missing makes no other task of it";
  EXPECT_EQ(bundles({}), "");
}

TEST(InboxBundles, NotUnderAnotherDeadlineRoleOrCommand) {
  const auto changed = [](auto change) {
    std::vector<Awaited> items{review_of("1"), review_of("2"), review_of("3")};
    change(items[1].ask);
    return bundles(items);
  };
  EXPECT_EQ(changed([](Ask& ask) { ask.deadline = Instant{101}; }), "1 2 3");
  EXPECT_EQ(changed([](Ask& ask) { ask.release = "v9"; }), "1 2 3");
  EXPECT_EQ(changed([](Ask& ask) { ask.role = "lead"; }), "1 2 3");
  EXPECT_EQ(changed([](Ask& ask) { ask.remedy = remedy::Approve{"2", "lead", "beta"}; }), "1 2 3");
  EXPECT_EQ(changed([](Ask& ask) { ask.kind = AskKind::kConfirm; }), "1 2 3");
}

TEST(InboxBundles, WhatIsLackingOrSaidMakesATaskOfItsOwn) {
  for (const AskKind kind : {AskKind::kAtRisk, AskKind::kApproveAgain, AskKind::kSettle,
                             AskKind::kAnswer, AskKind::kDecide, AskKind::kTick}) {
    std::vector<Awaited> items{awaited("1", kind), awaited("2", kind), awaited("3", kind)};
    EXPECT_EQ(bundles(items), "1,2,3") << name(kind);
    items[2].ask.details = {{"metrics is empty"}};
    EXPECT_EQ(bundles(items), "1 2 3") << name(kind);
    items[2].ask.details.clear();
    items[0].ask.why = "what of downgrades?";
    EXPECT_EQ(bundles(items), "1 2 3") << name(kind);
  }
}

TEST(InboxBundles, TheDebatesOfOneProposal) {
  EXPECT_EQ(bundles({awaited("1", AskKind::kUnresolved), awaited("2", AskKind::kUnresolved),
                     awaited("1", AskKind::kUnresolved)}),
            "1,1 2");
}

}  // namespace
}  // namespace milepost::inbox
