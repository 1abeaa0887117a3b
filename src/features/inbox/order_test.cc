#include "features/inbox/order.h"

#include "features/inbox/items_fixture.h"

namespace milepost::inbox {
namespace {

class Inboxes : public AskFixture {
 protected:
  bool is_asked(std::string_view name, const InboxItem& item) const {
    return is_for(find_addressee(rosters_, name), item, of());
  }
};

InboxItem asked(ItemKind kind, std::vector<std::string> who, std::string role = {}) {
  InboxItem item;
  item.kind = kind;
  item.who = std::move(who);
  item.role = std::move(role);
  return item;
}

TEST_F(Inboxes, ArePeoplesAndTeams) {
  const InboxItem approval = asked(ItemKind::kApprove, {"ann"}, "approver");
  const InboxItem opt_in = asked(ItemKind::kConfirm, {"lea"}, "lead");
  const InboxItem review = asked(ItemKind::kReview, {"sam"}, "safety");
  const struct {
    std::string_view name;
    const InboxItem& item;
    bool want;
  } cases[] = {
      {"ann", approval, true},   {"@Ann", approval, true},       {"abe", approval, false},
      {"lea", opt_in, true},     {"@build-leads", opt_in, true}, {"build-leads", review, false},
      {"leads", opt_in, true},   {"leads/web", opt_in, false},   {"safety", review, true},
      {"safety", opt_in, false}, {"poets", review, false},       {"safety", approval, false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(is_asked(c.name, c.item), c.want) << c.name << " " << c.item.role;
  }
  EXPECT_TRUE(find_addressee(rosters_, "@build-leads").team);
  EXPECT_FALSE(find_addressee(rosters_, "@ann").team);
}

TEST_F(Inboxes, HaveDebatesThatNameThemTheirTeamOrTheirGroup) {
  const auto named = [&](std::string word, std::string_view who) {
    return is_asked(who, asked(ItemKind::kUnresolved, {"which", std::move(word)}));
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

ProposalItem item_of(std::string number, ItemKind kind, std::optional<std::int64_t> deadline = {},
                     std::optional<std::int64_t> since = {}, bool any = false) {
  ProposalItem one;
  one.stream = "proposal/" + number;
  one.proposal.number = std::move(number);
  one.item.kind = kind;
  one.item.key = std::string(name(kind));
  if (deadline) one.item.deadline = Instant{*deadline};
  if (since) one.item.since = Instant{*since};
  one.item.any = any;
  return one;
}

std::string numbers(std::vector<ProposalItem> items) {
  put_in_order(items);
  std::string text;
  for (const ProposalItem& one : items) text += one.proposal.number + " ";
  return text;
}

TEST(InboxOrder, FreezesThenOthersThenTheRest) {
  EXPECT_EQ(numbers({item_of("1", ItemKind::kKnow), item_of("2", ItemKind::kApprove),
                     item_of("3", ItemKind::kAtRisk, 200), item_of("4", ItemKind::kReview, 100)}),
            "4 3 2 1 ");
}

TEST(InboxOrder, WhatWaitsLongestFirst) {
  EXPECT_EQ(numbers({item_of("1", ItemKind::kApprove), item_of("2", ItemKind::kSettle, {}, 50),
                     item_of("3", ItemKind::kUnresolved, {}, 20)}),
            "3 2 1 ");
  EXPECT_EQ(numbers({item_of("10", ItemKind::kApprove), item_of("9", ItemKind::kApprove)}),
            "9 10 ");
}

TEST(InboxOrder, WhatOnlyOneCanDoBeforeWhatATeamCan) {
  EXPECT_EQ(numbers({item_of("1", ItemKind::kReview, 100, 10, true),
                     item_of("2", ItemKind::kApprove, 100, 20)}),
            "2 1 ");
}

TEST(InboxOrder, TheSameIsAskedOnce) {
  EXPECT_EQ(numbers({item_of("1", ItemKind::kReview, 200), item_of("1", ItemKind::kReview, 100),
                     item_of("2", ItemKind::kReview, 150)}),
            "1 2 ");
}

TEST(InboxOrder, Urgency) {
  EXPECT_EQ(name(urgency_of(item_of("1", ItemKind::kKnow, 5).item)), "freeze");
  EXPECT_EQ(name(urgency_of(item_of("1", ItemKind::kAgree).item)), "others");
  EXPECT_EQ(name(urgency_of(item_of("1", ItemKind::kAnswer).item)), "others");
  EXPECT_EQ(name(urgency_of(item_of("1", ItemKind::kTick).item)), "rest");
}

ProposalItem review_of(std::string number, std::string stage = "beta") {
  ProposalItem one = item_of(number, ItemKind::kReview, 100);
  one.item.what = "review it for " + stage;
  one.item.remedy = remedy::Approve{number, "prr", stage};
  return one;
}

// "1,2,3 4": what is said in one breath has commas.
std::string bundles(const std::vector<ProposalItem>& items) {
  std::string text;
  for (const Bundle& bundle : make_bundles(items)) {
    if (!text.empty()) text += ' ';
    for (const ProposalItem* one : bundle)
      text += (one == bundle.front() ? "" : ",") + one->proposal.number;
  }
  return text;
}

TEST(InboxBundles, TheSameTaskForThreeOrMore) {
  EXPECT_EQ(bundles({review_of("1"), review_of("2")}), "1 2");
  EXPECT_EQ(bundles({review_of("1"), review_of("9", "alpha"), review_of("2"), review_of("3")}),
            "1,2,3 9")
      << "another stage is another task";
  std::vector<ProposalItem> reasons{review_of("1"), review_of("2"), review_of("3")};
  reasons[1].item.why = "there is no file for it";
  EXPECT_EQ(bundles(reasons), "1,2,3") << "why a review is missing makes no other task of it";
  EXPECT_EQ(bundles({}), "");
}

TEST(InboxBundles, NotUnderAnotherDeadlineRoleOrCommand) {
  const auto changed = [](auto change) {
    std::vector<ProposalItem> items{review_of("1"), review_of("2"), review_of("3")};
    change(items[1].item);
    return bundles(items);
  };
  EXPECT_EQ(changed([](InboxItem& item) { item.deadline = Instant{101}; }), "1 2 3");
  EXPECT_EQ(changed([](InboxItem& item) { item.release = "v9"; }), "1 2 3");
  EXPECT_EQ(changed([](InboxItem& item) { item.role = "lead"; }), "1 2 3");
  EXPECT_EQ(changed([](InboxItem& item) { item.remedy = remedy::Approve{"2", "lead", "beta"}; }),
            "1 2 3");
  EXPECT_EQ(changed([](InboxItem& item) { item.kind = ItemKind::kConfirm; }), "1 2 3");
}

TEST(InboxBundles, WhatIsLackingOrSaidMakesATaskOfItsOwn) {
  for (const ItemKind kind : {ItemKind::kAtRisk, ItemKind::kApproveAgain, ItemKind::kSettle,
                              ItemKind::kAnswer, ItemKind::kDecide, ItemKind::kTick}) {
    std::vector<ProposalItem> items{item_of("1", kind), item_of("2", kind), item_of("3", kind)};
    EXPECT_EQ(bundles(items), "1,2,3") << name(kind);
    items[2].item.details = {{"metrics is empty"}};
    EXPECT_EQ(bundles(items), "1 2 3") << name(kind);
    items[2].item.details.clear();
    items[0].item.why = "what of downgrades?";
    EXPECT_EQ(bundles(items), "1 2 3") << name(kind);
  }
}

TEST(InboxBundles, TheDebatesOfOneProposal) {
  EXPECT_EQ(bundles({item_of("1", ItemKind::kUnresolved), item_of("2", ItemKind::kUnresolved),
                     item_of("1", ItemKind::kUnresolved)}),
            "1,1 2");
}

}  // namespace
}  // namespace milepost::inbox
