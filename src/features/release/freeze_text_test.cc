#include "features/release/freeze_text.h"

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "features/release/message_text.h"
#include "features/release/messages_text.h"
#include "features/release/slip.h"

namespace milepost::release {
namespace {

Verdict lacks(std::string id, std::string message) {
  Verdict verdict;
  verdict.id = std::move(id);
  verdict.holds = Holds::kNo;
  verdict.message = std::move(message);
  return verdict;
}

class FreezePlans : public testing::Test {
 protected:
  FreezePlans() {
    plan_.id = "prr-freeze";
    plan_.title = "PRR freeze";
    plan_.deadline = parse_instant("2026-02-05T12:00:00Z");
    plan_.ask_until = parse_instant("2026-02-08T12:00:00Z");
    plan_.view.now = *plan_.deadline;
    plan_.view.calendar = {
        "v1.38",
        true,
        {{"prr-freeze", "PRR freeze", true, true, plan_.deadline},
         {"code-freeze", "code freeze", true, true, parse_instant("2026-03-05T12:00:00Z")}}};
    entry_.proposal.number = "140";
    entry_.proposal.title = "Priority Lanes";
    entry_.authors = {"jtakeda"};
    entry_.freezes.resize(2);
  }

  void stand(FreezeState state) { entry_.freezes[0].state = state; }
  FreezeAction action() const { return action_for(entry_, entry_.freezes[0]); }
  // The kind of message, "" for none.
  std::string kind() {
    fill();
    const auto found = message_kind(plan_, plan_.steps[0]);
    return found ? std::string(name(*found)) : std::string();
  }
  MessageText message() {
    fill();
    return message_text(plan_, plan_.steps[0], *message_kind(plan_, plan_.steps[0]));
  }
  void fill() {
    plan_.view.entries = {entry_};
    plan_.steps = {{0, action(), {}, "a release lead (@nquist)"}};
  }
  void take_part(ParticipationState state, std::string_view when, std::string freeze = {}) {
    entry_.participation =
        Participation{"v1.38", state, "", {"nquist", true, *parse_instant(when), {}}, std::nullopt};
    entry_.participation->freeze = std::move(freeze);
    if (state == ParticipationState::kRemoved) stand(FreezeState::kRemoved);
  }

  FreezePlan plan_;
  ReleaseEntry entry_;
};

// Whoever posts it does so under their own name.
TEST_F(FreezePlans, MessagesHaveNoMarkupOfOthers) {
  entry_.proposal.title = "<script>x</script> ![](http://evil.test/t.png) @everyone";
  stand(FreezeState::kOut);
  Verdict concern =
      lacks("concern-1", "@pnovak: @everyone <img src=x> ![](http://evil.test/t.png)");
  concern.kind = VerdictKind::kConcern;
  entry_.freezes[0].missing = {concern, lacks("section", "section \"<b>\" is missing")};
  const std::string body = message().body;
  for (const std::string markup : {" <script>", " <img", "![](", "@everyone", "\"<b>"}) {
    EXPECT_EQ(body.find(markup), std::string::npos) << markup << " in\n" << body;
  }
  EXPECT_NE(body.find("\\<script\\>"), std::string::npos) << body;
  EXPECT_NE(body.find("Hello @jtakeda"), std::string::npos) << "its author is told";
}

TEST_F(FreezePlans, WhatToDo) {
  const std::pair<FreezeState, FreezeAction> cases[] = {
      {FreezeState::kTracked, FreezeAction::kKeep},
      {FreezeState::kAtRisk, FreezeAction::kRemove},
      {FreezeState::kMissed, FreezeAction::kRemove},
      {FreezeState::kNotDue, FreezeAction::kRemove},
      {FreezeState::kPending, FreezeAction::kWait},
      {FreezeState::kException, FreezeAction::kWait},
      {FreezeState::kOut, FreezeAction::kRemove},
      {FreezeState::kRemoved, FreezeAction::kNothing},
      {FreezeState::kDeferred, FreezeAction::kNothing}};
  for (const auto& [state, want] : cases) {
    stand(state);
    EXPECT_EQ(name(action()), name(want)) << name(state);
  }
  stand(FreezeState::kOut);
  entry_.participation = Participation{"v1.38", ParticipationState::kOut, "", {}, std::nullopt};
  EXPECT_EQ(action(), FreezeAction::kNothing) << "who opted out is not removed";
  stand(FreezeState::kTracked);
  entry_.freezes[0].met = true;
  EXPECT_EQ(action(), FreezeAction::kNothing) << "it is recorded already";
}

TEST_F(FreezePlans, WhichMessage) {
  EXPECT_EQ(kind(), "met");
  stand(FreezeState::kAtRisk);
  EXPECT_EQ(kind(), "removed");
  stand(FreezeState::kPending);
  EXPECT_EQ(kind(), "pending");
  stand(FreezeState::kException);
  EXPECT_EQ(kind(), "exception");
  stand(FreezeState::kTracked);
  entry_.freezes[0].met = true;
  EXPECT_EQ(kind(), "met") << "on record";
}

TEST_F(FreezePlans, MessagesSurviveApplying) {
  take_part(ParticipationState::kRemoved, "2026-02-05T12:00:00Z", "prr-freeze");
  EXPECT_EQ(kind(), "removed");
  take_part(ParticipationState::kRemoved, "2026-02-05T11:00:00Z", "prr-freeze");
  EXPECT_EQ(kind(), "moved") << "the date is a later one now";
  take_part(ParticipationState::kRemoved, "2026-02-05T12:00:00Z", "code-freeze");
  EXPECT_EQ(kind(), "") << "another freeze did it";
  take_part(ParticipationState::kRemoved, "2026-02-05T12:00:00Z");
  EXPECT_EQ(kind(), "") << "by hand";
  entry_.participation->action.comment = "PRR freeze: missing prr";
  EXPECT_EQ(kind(), "removed") << "by an earlier program";
  take_part(ParticipationState::kDeferred, "2026-02-05T12:00:00Z");
  stand(FreezeState::kDeferred);
  EXPECT_EQ(kind(), "");
}

TEST_F(FreezePlans, WhatIsPosted) {
  const auto posted = [&](std::string_view when) {
    entry_.freezes[0].notified = Action{"nquist", true, *parse_instant(when), {}};
    return is_posted(plan_, entry_);
  };
  EXPECT_FALSE(is_posted(plan_, entry_));
  EXPECT_FALSE(posted("2026-02-04T12:00:00Z")) << "that was a reminder";
  EXPECT_TRUE(posted("2026-02-05T12:00:00Z"));
  take_part(ParticipationState::kRemoved, "2026-02-06T12:00:00Z", "prr-freeze");
  EXPECT_FALSE(posted("2026-02-06T11:00:00Z")) << "it was removed later";
  EXPECT_TRUE(posted("2026-02-06T12:00:00Z"));
}

TEST_F(FreezePlans, MessageToWhoMetIt) {
  EXPECT_EQ(message().subject, "[v1.38] 140 Priority Lanes: met the PRR freeze");
  EXPECT_EQ(
      message().body,
      "Hello @jtakeda,\n\n140 Priority Lanes met the PRR freeze of v1.38, which was Wed 4 Feb "
      "2026, anywhere on earth (Thu 5 Feb 2026, 12:00 UTC). It is **tracked** for v1.38.\n\n"
      "Next: code freeze, Wed 4 Mar 2026, anywhere on earth (Thu 5 Mar 2026, 12:00 UTC).\n");
}

TEST_F(FreezePlans, MessageToWhoDidNot) {
  plan_.site = {"https://forge.example/o/r", "", true};
  entry_.proposal.path = "keps/140-lanes";
  stand(FreezeState::kAtRisk);
  entry_.freezes[0].missing = {lacks("prr", "no review for beta"), lacks("opt-in", "not so")};
  entry_.freezes[0].missing[0].role_title = "a reviewer";
  entry_.freezes[0].missing[0].who = {"bsantos", "rcole"};
  entry_.freezes[0].missing[0].details = {
      {.text = "Monitoring", .note = "says TBD", .spot = Spot{"keps/140-lanes/README.md", 12, 1}}};
  entry_.freezes[0].missing[1].remedies = {remedy::OptIn{"v1.38", {"140"}}};
  entry_.freezes[0].settled = {lacks("status", "it is implementable")};
  EXPECT_EQ(
      message().body,
      "Hello @jtakeda,\n\n"
      "[140 Priority Lanes](https://forge.example/o/r/tree/HEAD/keps/140-lanes) ([tracking "
      "issue](https://forge.example/o/r/issues/140)) did not meet the PRR freeze of v1.38, which "
      "was Wed 4 Feb 2026, anywhere on earth (Thu 5 Feb 2026, 12:00 UTC). It is **removed from "
      "v1.38**.\n\n"
      "What was missing:\n\n"
      "- no review for beta; waiting for a reviewer (@bsantos, @rcole)\n"
      "  - Monitoring: says TBD ([`README.md` line "
      "12](https://forge.example/o/r/blob/HEAD/keps/140-lanes/README.md#L12))\n"
      "- not so\n  - with milepost: `milepost release opt-in v1.38 140`\n\n"
      "What was there:\n\n- it is implementable\n\n"
      "To be in v1.38 nevertheless, an exception can be asked for until Sun 8 Feb 2026, 12:00 UTC: "
      "write in the [tracking issue](https://forge.example/o/r/issues/140) why it is needed and "
      "until which day; a release lead (@nquist) decides. With milepost: `milepost release "
      "exception request v1.38 140 --freeze prr-freeze --until DAY --reason \"…\"`\n");
}

// A second before, nobody is removed: it is a reminder.
TEST_F(FreezePlans, MessageBeforeTheFreeze) {
  plan_.view.now.seconds -= 1;
  stand(FreezeState::kAtRisk);
  entry_.freezes[0].missing = {lacks("prr", "no review for beta")};
  EXPECT_EQ(kind(), "at risk");
  EXPECT_EQ(message().subject, "[v1.38] 140 Priority Lanes: at risk at the PRR freeze");
  EXPECT_NE(message().body.find("The freeze is Wed 4 Feb 2026, anywhere on earth"),
            std::string::npos);
  EXPECT_NE(message().body.find("by a pull request"), std::string::npos);
  EXPECT_FALSE(plan_.passed());
  plan_.view.now.seconds += 1;
  EXPECT_TRUE(plan_.passed());
}

// After the last moment to ask, nobody is sent to ask for it.
TEST_F(FreezePlans, MessageWhenItIsTooLate) {
  plan_.view.now = *plan_.ask_until;
  stand(FreezeState::kAtRisk);
  EXPECT_EQ(message().body.find("exception"), std::string::npos);
}

TEST_F(FreezePlans, MailIsInTheMboxForm) {
  entry_.proposal.title = "Größere Spuren";
  stand(FreezeState::kAtRisk);
  entry_.freezes[0].missing = {lacks("a",
                                     "From here on it is missing, and so is everything that "
                                     "comes after it in the order of the file")};
  fill();
  FreezeMessages made;
  made.plan = plan_;
  made.messages = {{0, MessageKind::kRemoved}};
  const std::string mail = render_messages_mail(made);
  EXPECT_TRUE(mail.starts_with("From milepost Thu Jan  1 00:00:00 1970\nSubject: =?UTF-8?B?"))
      << mail;
  EXPECT_NE(mail.find("\nContent-Type: text/plain; charset=utf-8\n"), std::string::npos);
  EXPECT_NE(mail.find("\n- From here on"), std::string::npos) << mail;
  for (std::size_t at = 0; at < mail.size();) {
    const std::size_t end = mail.find('\n', at);
    EXPECT_LE(utf8::width(mail.substr(at, end - at)), 78U) << mail.substr(at, end - at);
    EXPECT_FALSE(at > 0 && mail.substr(at).starts_with("From ")) << mail;
    at = end + 1;
  }
}

TEST_F(FreezePlans, WhatMovedComesBack) {
  stand(FreezeState::kRemoved);
  take_part(ParticipationState::kRemoved, "2026-02-01T12:00:00Z", "prr-freeze");
  entry_.freezes[0].missing = {lacks("prr", "no review for beta")};
  fill();
  auto slip = find_slip(plan_);
  ASSERT_TRUE(slip);
  EXPECT_TRUE(slip->back.empty()) << "the new date has passed, too";
  EXPECT_NE(slip_text(*slip, "v1.38").find("1 proposal that it removed would still be missing"),
            std::string::npos);
  entry_.freezes[0].missing.clear();
  fill();
  EXPECT_EQ(
      slip_text(*find_slip(plan_), "v1.38"),
      "the PRR freeze moved to 2026-02-05T12:00:00Z, after it was applied: the proposal that it "
      "removed is ready or has time again: milepost release restore v1.38 140 "
      "--reason \"…\"");
  entry_.freezes[0].missing = {lacks("prr", "no review for beta")};
  plan_.view.now.seconds -= 1;
  fill();
  EXPECT_EQ(find_slip(plan_)->back.size(), 1) << "there is time again";
  take_part(ParticipationState::kRemoved, "2026-02-05T12:00:00Z", "prr-freeze");
  fill();
  EXPECT_FALSE(find_slip(plan_)) << "the date did not move";
}

}  // namespace
}  // namespace milepost::release
