#include "features/release/applied_freeze.h"

#include <gtest/gtest.h>

#include "store/events.h"

namespace milepost::release {
namespace {

using Outcome = AppliedFreeze::Outcome;

class FreezeThatWasApplied : public testing::Test {
 protected:
  template <typename T>
  void happen(const T& what) {
    Event& event = events_.emplace_back();
    event.number = events_.size();
    event.kind = T::kKind;
    event.by = "nquist";
    event.time = *parse_instant("2027-02-05T12:00:00Z");
    event.fields = events::encode(what);
  }
  AppliedFreeze found() const { return applied_freeze(events_, "v1.18", "prr-freeze"); }
  // The number of the event; 0 for none.
  static std::uint64_t number(const Event* event) { return event ? event->number : 0; }

  std::vector<Event> events_;
};

TEST_F(FreezeThatWasApplied, NothingWasDone) {
  happen(events::OptedIn{{"v1.18", {}}});
  happen(events::Met{"v1.18", "code-freeze", {}});
  happen(events::Met{"v1.17", "prr-freeze", {}});
  happen(events::Removed{{"v1.18", "by hand"}});
  EXPECT_EQ(found().outcome, Outcome::kNone);
  EXPECT_EQ(found().since, nullptr);
}

TEST_F(FreezeThatWasApplied, WhoMetItAndWhoWasRemoved) {
  happen(events::Met{"v1.18", "prr-freeze", {}});
  EXPECT_EQ(found().outcome, Outcome::kMet);
  happen(events::Unmet{"v1.18", "prr-freeze", {}});
  EXPECT_EQ(found().outcome, Outcome::kNone);
  happen(events::Removed{{"v1.18", {}}, "prr-freeze"});
  EXPECT_EQ(found().outcome, Outcome::kRemoved);
  EXPECT_EQ(number(found().applied), 3);
}

TEST_F(FreezeThatWasApplied, WhatSomebodyDidSince) {
  happen(events::Removed{{"v1.18", {}}, "prr-freeze"});
  happen(events::Notified{"v1.18", "prr-freeze", {}});
  EXPECT_EQ(found().since, nullptr) << "telling people is not acting on it";
  EXPECT_EQ(number(found().notified), 2);
  happen(events::ExceptionRequested{{"v1.17", "prr-freeze", {}, {}}});
  EXPECT_EQ(found().since, nullptr) << "of another release";
  happen(events::ExceptionRequested{{"v1.18", "prr-freeze", {}, {}}});
  happen(events::ExceptionApproved{{"v1.18", "prr-freeze", {}, {}}});
  EXPECT_EQ(number(found().since), 4);
  EXPECT_EQ(since_text(*found().since), "an exception was asked for by @nquist on 2027-02-05");
}

TEST_F(FreezeThatWasApplied, ALaterFreezeAndLeavingCount) {
  const auto first_since = [&](const auto& what) {
    events_.clear();
    happen(events::Met{"v1.18", "prr-freeze", {}});
    happen(what);
    return found().since ? since_text(*found().since) : std::string("nothing");
  };
  const std::string by = " by @nquist on 2027-02-05";
  EXPECT_EQ(first_since(events::Met{"v1.18", "code-freeze", {}}),
            "the code-freeze was applied" + by);
  EXPECT_EQ(first_since(events::Removed{{"v1.18", {}}, "code-freeze"}),
            "the code-freeze was applied, which removed it," + by);
  EXPECT_EQ(first_since(events::Removed{{"v1.18", {}}}), "it was removed" + by);
  EXPECT_EQ(first_since(events::Deferred{"v1.18", {}, {}}), "it was deferred" + by);
  EXPECT_EQ(first_since(events::OptedOut{{"v1.18", {}}}), "it was opted out" + by);
  EXPECT_EQ(first_since(events::ExceptionRequested{{"v1.18", "code-freeze", {}, {}}}), "nothing");
  EXPECT_EQ(first_since(events::OptedIn{{"v1.18", {}}}), "nothing");
}

TEST_F(FreezeThatWasApplied, WhatWasUndoneItselfIsNotInTheWay) {
  happen(events::Met{"v1.18", "prr-freeze", {}});
  happen(events::Met{"v1.18", "code-freeze", {}});
  happen(events::Deferred{"v1.18", {}, {}});
  EXPECT_EQ(number(found().since), 2);
  happen(events::Restored{{"v1.18", {}}});
  happen(events::Unmet{"v1.18", "code-freeze", {}});
  EXPECT_EQ(found().since, nullptr);
  EXPECT_EQ(found().outcome, Outcome::kMet);
}

TEST_F(FreezeThatWasApplied, WhoIsNotRemovedAgain) {
  happen(events::LeftOut{"v1.18", "prr-freeze", "ill"});
  EXPECT_EQ(number(found().exempt), 1);
  happen(events::Removed{{"v1.18", "after all"}});
  EXPECT_EQ(found().exempt, nullptr);

  events_.clear();
  happen(events::Removed{{"v1.18", {}}, "prr-freeze"});
  happen(events::Restored{{"v1.18", "a mistake"}});
  EXPECT_EQ(number(found().exempt), 2) << "by hand, for good";
  EXPECT_EQ(found().outcome, Outcome::kNone);

  events_.clear();
  happen(events::Removed{{"v1.18", {}}, "prr-freeze"});
  happen(events::Restored{{"v1.18", "the wrong day"}, "prr-freeze"});
  EXPECT_EQ(found().exempt, nullptr) << "all of it was undone, and is done anew";

  events_.clear();
  happen(events::Removed{{"v1.18", {}}, "code-freeze"});
  happen(events::Restored{{"v1.18", "a mistake"}});
  EXPECT_EQ(found().exempt, nullptr) << "this freeze had not removed it";
}

}  // namespace
}  // namespace milepost::release
