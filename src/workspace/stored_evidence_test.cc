#include "workspace/stored_evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost {
namespace {

class StoredRecords : public testing::Test {
 protected:
  StoredRecords() { card_.number = "7"; }

  void happen(std::string kind, EventFields fields, std::string_view when) {
    Event event;
    event.kind = std::move(kind);
    event.by = "lead";
    event.time = *parse_instant(when);
    event.fields = std::move(fields);
    apply(state_, event);
  }

  // "yes: evidence"; "unknown" when nothing can be said.
  std::string ask(std::string_view condition, std::string_view release = "v1.38") const {
    const StoredEvidence evidence({{"proposal/7", state_}}, {}, *Sha256::load());
    const auto said = evidence.recorded(card_, parse_record_question(condition), release);
    if (!said) return "unknown";
    return std::string(said->holds ? "yes: " : "no: ") + said->evidence;
  }

  Card card_;
  ProposalState state_;
};

TEST_F(StoredRecords, OptIn) {
  EXPECT_EQ(ask("opt-in"), "unknown") << "nobody goes by the record";
  happen("opted-in", {{"release", "v1.38"}}, "2026-01-12T23:59:59Z");
  EXPECT_EQ(ask("opt-in"), "yes: opted in by @lead on 2026-01-12");
  EXPECT_EQ(ask("opt-in", "v1.39"), "unknown");
  EXPECT_EQ(ask("opt-in", ""), "unknown");
  Card other;
  other.number = "8";
  const auto said = StoredEvidence({{"proposal/7", state_}}, {}, *Sha256::load())
                        .recorded(other, {RecordFact::kOptIn, ""}, "v1.38");
  ASSERT_TRUE(said);
  EXPECT_FALSE(said->holds) << "others have opted in, this one has not";
  EXPECT_THAT(releases_in(write_state(state_)), testing::ElementsAre("v1.38"));
  EXPECT_THAT(releases_in(write_state({})), testing::IsEmpty());
  happen("removed", {{"release", "v1.38"}}, "2026-02-05T12:00:00Z");
  EXPECT_EQ(ask("opt-in"), "no: removed by @lead on 2026-02-05");
  happen("exception-requested", {{"release", "v1.38"}, {"freeze", "prr"}}, "2026-02-06T12:00:00Z");
  happen("exception-approved", {{"release", "v1.38"}, {"freeze", "prr"}}, "2026-02-07T12:00:00Z");
  EXPECT_EQ(ask("opt-in"), "yes: opted in by @lead on 2026-01-12");
}

TEST_F(StoredRecords, PullRequests) {
  EXPECT_EQ(ask("code-linked"), "no: ");
  EXPECT_EQ(ask("code-merged"), "no: no pull request is linked");
  const auto link = [&](const char* reference, const char* merged) {
    happen("linked", {{"kind", "code"}, {"reference", reference}, {"merged", merged}},
           "2026-03-01T00:00:00Z");
  };
  link("o/r#1", "yes");
  link("o/r#2", "no");
  EXPECT_EQ(ask("code-linked"), "yes: o/r#1 is linked");
  EXPECT_EQ(ask("docs-linked"), "no: ");
  EXPECT_EQ(ask("code-merged"), "no: still open: o/r#2");
  happen("linked",
         {{"kind", "code"}, {"reference", "o/r#2"}, {"merged", "no"}, {"state", "closed"}},
         "2026-03-02T00:00:00Z");
  EXPECT_EQ(ask("code-merged"), "yes: merged: o/r#1") << "one that was closed holds nothing";
  link("o/r#2", "yes");
  EXPECT_EQ(ask("code-merged"), "yes: merged: o/r#1, o/r#2");
}

TEST_F(StoredRecords, KnowNothingElse) {
  EXPECT_EQ(ask("moon"), "unknown");
  EXPECT_FALSE(StoredEvidence().recorded(card_, {RecordFact::kOptIn, ""}, "v1.38"))
      << "there is no record";
}

}  // namespace
}  // namespace milepost
