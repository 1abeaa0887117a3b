// What can be done about conditions that do not hold, and what they ask of the record.
#include "gates/gate_fixture.h"

namespace milepost {
namespace {

using Question = GateQuestion;
using Remedies = std::vector<Remedy>;

class GateRemedies : public GateFixture {
 protected:
  // About the last condition.
  Remedies remedies(const Question& question) {
    const GateVerdict gate = ask(question);
    return gate.conditions.empty() ? Remedies() : gate.conditions.back().remedies;
  }
};

TEST_F(GateRemedies, TheRecordIsAskedByWhatTheIdMeans) {
  const struct {
    const char* id;
    RecordFact fact;
    const char* what;
  } cases[] = {{"opt-in", RecordFact::kOptIn, ""},
               {"code-linked", RecordFact::kLinked, "code"},
               {"docs-merged", RecordFact::kMerged, "docs"},
               {"merged", RecordFact::kIssue, "merged"}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.id);
    const Verdict verdict = ask({fmt::format("id: {}, is: record", c.id)}).conditions.back();
    EXPECT_EQ(evidence_.asked.back().fact, c.fact);
    EXPECT_EQ(evidence_.asked.back().what, c.what);
    EXPECT_EQ(verdict.asks_opt_in(), c.fact == RecordFact::kOptIn);
  }
  EXPECT_FALSE(ask({"id: opt-in, is: top"}).conditions.back().asks_opt_in())
      << "the id of another condition";
}

TEST_F(GateRemedies, RemediesHaveTheirArguments) {
  const std::string accepted = "status: accepted\n";
  calendar_ = "  - {name: v1.4, freeze: 2026-11-01}\n  - {name: v1.3, freeze: 2026-09-01}\n";
  const struct {
    const char* name;
    Question question;
    Remedies want;
  } cases[] = {
      {"sections",
       {"id: s, is: sections", accepted},
       {remedy::FillSections{"12", "beta", {"Risks"}}}},
      {"fields",
       {"id: f, is: fields, fields: [authors]", accepted},
       {remedy::FillFields{{"authors"}}}},
      {"boxes",
       {"id: c, is: checklist, checklist: ready", accepted, "\n## Signoff\n\n- [ ] (R) a\n"},
       {remedy::TickBoxes{{{std::string(kPath), 11, 3}}}}},
      {"an approval",
       {"id: a, is: approval, role: approver", accepted + "approvers: [\"@ann\"]\n"},
       {remedy::Approve{"12", "approver", "beta"}}},
      {"a review",
       {"id: r, is: review, review: safety"},
       {{remedy::Approve{"12", "safety", "beta"}, "after the answers"}}},
      {"a release",
       {"id: m, is: milestone"},
       {remedy::Promote{"12", "beta", "v1.4", false, remedy::Brings::kRelease}}},
      {"a freeze",
       {"id: m, is: milestone, freeze: freeze", accepted, {}, "beta", "v1.3"},
       {remedy::AimLater{true}, remedy::RequestException{"v1.3", "12", "freeze"}}},
      {"a status", {"id: s, is: status, statuses: [done]"}, {remedy::AskWhy{"12", "done"}}},
      {"criteria",
       {"id: c, is: criteria", "kind: rite\nstatus: draft\ncriteria: [cheap]\n", {}, "accepted"},
       {remedy::ConfirmCriteria{"criteria", {"quick"}}}},
      {"a place",
       {"id: p, is: place"},
       {remedy::Promote{"12", "stable", "", false, remedy::Brings::kFinalPlace}}},
  };
  for (const auto& c : cases) EXPECT_EQ(remedies(c.question), c.want) << c.name;
}

TEST_F(GateRemedies, ThePackSaysWhatToDo) {
  const auto told = [&](const std::string& remedy) {
    return remedies(
        {"id: r, is: record, " + remedy, "status: accepted\nstage: alpha\n", {}, "beta", "v1.4"});
  };
  EXPECT_EQ(told("how: \"tell {number} of {release}\""),
            Remedies{remedy::Advice{"tell 12 of v1.4"}});
  EXPECT_EQ(told("do: opt-in"), (Remedies{remedy::OptIn{"v1.4", {"12"}}}));
  EXPECT_EQ(told("do: {is: promote, to: done}, how: move it first"),
            (Remedies{{remedy::Promote{"12", "done"}, "move it first"}}));
  EXPECT_EQ(told("do: {is: approve, role: lead}"),
            (Remedies{remedy::Approve{"12", "lead", "beta"}}));
  EXPECT_EQ(remedies({"id: s, is: status, statuses: [accepted], do: opt-in"}), Remedies())
      << "nothing is to be done about what holds";
  EXPECT_EQ(remedies({"id: s, is: status, statuses: [done], do: opt-in"}),
            (Remedies{remedy::OptIn{"", {"12"}}}))
      << "in the place of what its type says, to a release that is to be chosen";
}

}  // namespace
}  // namespace milepost
