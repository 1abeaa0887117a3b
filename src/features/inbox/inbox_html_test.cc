#include "features/inbox/inbox_html.h"

#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::inbox {
namespace {

class InboxPages : public RepositoryFixture {
 protected:
  InboxPages() {
    visit_.workspace = *Workspace::open({.directory = at("")}, kNow);
    inbox_.addressee.name = "ann";
    inbox_.now = kNow;
  }

  ProposalItem& add(std::string number, ItemKind kind, std::optional<Remedy> remedy = {}) {
    ProposalItem& item = inbox_.items.emplace_back();
    item.stream = "proposal/" + number;
    item.proposal = {std::move(number), "", "A title", "sig-a"};
    item.item.kind = kind;
    item.item.key = std::string(name(kind));
    item.item.what = "do it";
    item.item.remedy = std::move(remedy);
    return item;
  }

  Json page() const { return inbox_html(visit_, inbox_); }

  static constexpr Instant kNow{1'800'000'000};
  Visit visit_;
  Inbox inbox_;
};

TEST_F(InboxPages, ARowLeadsToItsAction) {
  add("12", ItemKind::kApprove, remedy::Approve{"12", "prr", "beta"});
  add("13", ItemKind::kFreeze, remedy::ApplyFreeze{"v1.38", "prr-freeze"});
  add("14", ItemKind::kUnresolved);
  std::vector<std::string> hrefs;
  const Json shown = page();
  for (const Json& group : shown["groups"]) {
    for (const Json& row : group["rows"]) hrefs.push_back(row["href"]);
  }
  EXPECT_EQ(hrefs, (std::vector<std::string>{"/proposals/12/approve?role=prr&stage=beta",
                                             "/release/v1.38/freeze/prr-freeze", "/proposals/14"}));
}

// A form needs the version of its proposal, which only the proposal's page has.
TEST_F(InboxPages, WhatNeedsAFormIsDoneOnTheProposalsPage) {
  visit_.visitor.handle = "ann";
  add("12", ItemKind::kTick, remedy::TickItem{"12", "docs"});
  EXPECT_EQ(page()["groups"][0]["rows"][0]["href"], "/proposals/12#Tracking");
}

TEST_F(InboxPages, ARowSaysOfHowManyItIsAsked) {
  ProposalItem& item = add("12", ItemKind::kReview);
  item.item.who = {"ann", "bob"};
  item.item.any = true;
  EXPECT_EQ(page()["groups"][0]["rows"][0]["circumstances"], "one of 2");
}

TEST_F(InboxPages, WhoIsNotKnownIsNotSaidToHaveNothingToDo) {
  EXPECT_TRUE(page()["unknown"].get<bool>());
  visit_.visitor.handle = "Ann";
  EXPECT_FALSE(page()["unknown"].get<bool>()) << "they have signed in";
  visit_.visitor.handle.clear();
  propose("12-faster", "title: Faster\nnumber: 12\nstatus: draft\nauthors: [\"@ann\"]\n");
  visit_.workspace = *Workspace::open({.directory = at("")}, kNow);
  EXPECT_FALSE(page()["unknown"].get<bool>()) << "a proposal names them";
}

TEST_F(InboxPages, DeadlinesMakeGroups) {
  ProposalItem& item = add("12", ItemKind::kApprove);
  item.item.deadline_title = "PRR freeze";
  item.item.release = "v1.38";
  item.item.deadline = Instant{kNow.seconds + 6 * kDay};
  add("13", ItemKind::kKnow);
  const Json groups = page()["groups"];
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0]["heading"], "Before the PRR freeze of v1.38, in 6 days");
  EXPECT_TRUE(groups[0]["rows"][0]["primary"].get<bool>());
  EXPECT_FALSE(groups[1]["rows"][0]["primary"].get<bool>());
}

TEST_F(InboxPages, WhatShowsAChangeIsALink) {
  Detail detail;
  detail.text = "shown by";
  detail.remedy = remedy::CompareApproved{"12", "approver", "ann"};
  Detail plain;
  plain.text = "Design Details: changed";
  add("12", ItemKind::kApproveAgain).item.details = {detail, plain};
  const Json details = page()["groups"][0]["rows"][0]["details"];
  EXPECT_EQ(details[0]["text"], "Design Details: changed");
  EXPECT_EQ(details[1]["href"], "/proposals/12/diff?since=approval&role=approver&by=ann")
      << "it comes after what it shows";
  EXPECT_EQ(details[1]["text"], "");
}

TEST_F(InboxPages, ADetailThatNeedsAFormIsNoLink) {
  visit_.visitor.handle = "ann";
  Detail detail;
  detail.text = "held by ann";
  detail.remedy = remedy::Unhold{"12"};
  add("12", ItemKind::kKnow).item.details = {detail};
  const Json details = page()["groups"][0]["rows"][0]["details"];
  EXPECT_EQ(details[0]["href"], "");
  EXPECT_NE(details[0]["text"], "");
}

TEST_F(InboxPages, NothingAwaitsIsSaid) {
  EXPECT_TRUE(page()["empty"].get<bool>());
  EXPECT_FALSE(page()["mine"].get<bool>());
  visit_.visitor.handle = "ann";
  EXPECT_TRUE(page()["mine"].get<bool>());
}

}  // namespace
}  // namespace milepost::inbox
