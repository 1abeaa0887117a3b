#include "features/inbox/items_fixture.h"

namespace milepost::inbox {
namespace {

class ReleaseItemsOf : public AskFixture {
 protected:
  const Release& release() const { return releases_.all().front(); }
  std::string found() const { return shown(items_of_release(of(), state_, release())); }
  void at(std::string_view day) { now_ = *parse_instant(fmt::format("{}T00:00:00Z", day)); }
  bool takes() const { return takes_opt_ins(*process_, state_, release(), now_); }
};

constexpr std::string_view kApply =
    "freeze @: apply the early freeze of v1.2, which has passed "
    "[milepost release freeze v1.2 early --apply]\n";
constexpr std::string_view kPost =
    "post @: post the messages about the early freeze of v1.2 "
    "[milepost release messages v1.2 early]\n";

TEST_F(ReleaseItemsOf, AFreezeThatHasPassedIsApplied) {
  happen("opted-in", {{"release", "v1.2"}}, "lea");
  EXPECT_EQ(found(), "") << "it is ahead";
  at("2026-02-04");
  EXPECT_EQ(found(), kApply);
  happen("exception-requested", {{"release", "v1.2"}, {"freeze", "early"}}, "jane");
  EXPECT_EQ(found(), "") << "the exception is decided first";
}

TEST_F(ReleaseItemsOf, WhatWasDoneIsPosted) {
  happen("opted-in", {{"release", "v1.2"}}, "lea");
  at("2026-02-05");
  happen("met", {{"release", "v1.2"}, {"freeze", "early"}}, "rita");
  EXPECT_EQ(found(), kPost);
  happen("notified", {{"release", "v1.2"}, {"freeze", "early"}}, "rita");
  EXPECT_EQ(found(), "");
}

TEST_F(ReleaseItemsOf, ADateThatMovedIsJudgedAgain) {
  happen("removed", {{"release", "v1.2"}, {"freeze", "early"}}, "rita");
  EXPECT_EQ(found(),
            "rejudge @: see whether it comes back: it was removed at the early freeze of v1.2, and "
            "that has moved []\n");
  at("2026-02-05");
  EXPECT_EQ(found(), kPost);
}

TEST_F(ReleaseItemsOf, OptInsAreTakenUntilTheFreezeThatAdmits) {
  at("2026-02-10");
  EXPECT_TRUE(takes());
  at("2026-02-11");
  EXPECT_FALSE(takes());
  const EventFields exception{
      {"release", "v1.2"}, {"freeze", "late"}, {"until", "2026-02-20T00:00:00Z"}};
  happen("exception-requested", exception, "jane");
  EXPECT_FALSE(takes()) << "nobody has granted it";
  happen("exception-approved", exception, "rita");
  EXPECT_TRUE(takes());
}

}  // namespace
}  // namespace milepost::inbox
