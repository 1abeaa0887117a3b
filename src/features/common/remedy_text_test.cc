#include "features/common/remedy_text.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(RemedyText, Commands) {
  const struct {
    Remedy remedy;
    std::string_view want;
  } cases[] = {
      {remedy::Approve{"7", "prr", "beta"}, "milepost approve 7 --role prr --to beta"},
      {remedy::Approve{"7", "prr", "", "sam"}, "milepost approve 7 --role prr --as sam"},
      {remedy::CompareApproved{"7", "prr", "sam"},
       "milepost diff 7 --approved --role prr --by sam"},
      {remedy::Unhold{"7"}, "milepost unhold 7"},
      {remedy::Resolve{"7", 3}, "milepost resolve 7 3 --comment \"…\""},
      {remedy::OptIn{"v1.2", {"7", "8"}}, "milepost release opt-in v1.2 7 8"},
      {remedy::OptIn{"", {"7"}}, "milepost release opt-in RELEASE 7"},
      {remedy::OptOut{"v1.2", "7"}, "milepost release opt-out v1.2 7"},
      {remedy::RequestException{"v1.2", "7", "prr"},
       "milepost release exception request v1.2 7 --freeze prr --until DAY --reason \"…\""},
      {remedy::ApproveException{"v1.2", "7", "prr"},
       "milepost release exception approve v1.2 7 --freeze prr"},
      {remedy::ApproveException{"v1.2", "7", "prr", true},
       "milepost release exception approve v1.2 7 --freeze prr --until DAY"},
      {remedy::RejectException{"v1.2", "7", "prr"},
       "milepost release exception reject v1.2 7 --freeze prr --reason \"…\""},
      {remedy::Promote{"7", "beta"}, "milepost promote 7 --to beta"},
      {remedy::Promote{"7", "beta", "v1.2", true},
       "milepost promote 7 --to beta --release v1.2 --reason \"…\""},
      {remedy::Promote{"7", "beta", "", false, remedy::Brings::kRelease},
       "milepost promote 7 --to beta --release RELEASE"},
      {remedy::AskWhy{"7"}, "milepost why 7"},
      {remedy::AskWhy{"7", "beta", "v1.2"}, "milepost why 7 --to beta --release v1.2"},
      {remedy::FillSections{"7", "beta", {"Risks"}}, "milepost check 7 --to beta"},
      {remedy::MendFindings{"7", ""}, "milepost check 7"},
      {remedy::MendMetadata{"7"}, "milepost check 7"},
      {remedy::Upgrade{"7"}, "milepost upgrade 7"},
      {remedy::AddRelease{"v1.2"}, "milepost release new v1.2 --start YYYY-MM-DD"},
      {remedy::TickItem{"7", "tests"}, "milepost track tick 7 tests"},
      {remedy::ApproveItem{"7", "tests"}, "milepost track approve 7 tests"},
      {remedy::SetLabel{"7", "done"}, "milepost track label 7 done"},
      {remedy::SetLabel{"7", "done", true}, "milepost track label 7 done --remove"},
      {remedy::SetTrackerStatus{"7", "HALF"}, "milepost track status 7 HALF"},
      {remedy::TakeSide{"7", remedy::Side::kIssue}, "milepost track settle 7 --take issue"},
      {remedy::TakeSide{"7", remedy::Side::kDocument}, "milepost track settle 7 --take document"},
      {remedy::NameText{"7"}, "milepost track new --number 7 --pr OWNER/REPOSITORY#N"},
      {remedy::LinkPullRequest{"7", "docs"},
       "milepost track link-pr 7 OWNER/REPOSITORY#N --kind docs"},
  };
  for (const auto& c : cases) EXPECT_EQ(command_text(c.remedy), c.want);
}

TEST(RemedyText, InASentence) {
  const Spot spot{"kep.yaml", 3, 8};
  const struct {
    Remedy remedy;
    std::string_view want;
  } cases[] = {
      {{remedy::Approve{"7", "prr", ""}, "after the answers"},
       "after the answers: milepost approve 7 --role prr"},
      {remedy::FillSections{"7", "beta", {}}, "milepost check 7 --to beta says more"},
      {remedy::MendFindings{"7", ""}, "milepost check 7 says more"},
      {remedy::MendMetadata{"7"}, "milepost check 7 says where"},
      {remedy::Upgrade{"7"}, "milepost upgrade 7 brings in what is missing"},
      {remedy::Promote{"7", "beta"}, "milepost promote 7 --to beta"},
      {remedy::Promote{"7", "beta", "v1.2", false, remedy::Brings::kRelease},
       "milepost promote 7 --to beta --release v1.2 sets it"},
      {remedy::Promote{"7", "stable", "", false, remedy::Brings::kFinalPlace},
       "milepost promote 7 --to stable moves it there"},
      {remedy::RequestException{"v1.2", "7", "prr"}, "ask for an exception"},
      {remedy::Advice{"ask jane"}, "ask jane"},
      {remedy::GiveReason{}, "say it with --reason \"…\""},
      {remedy::Override{}, "only --override with a --reason leads there"},
      {remedy::LeaveTo{"the author (@jane)"}, "it is for the author (@jane)"},
      {remedy::AimLater{}, "aim at a later release"},
      {remedy::AimLater{true}, "aim at a later release with --release"},
      {remedy::NameRelease{}, "say in which release it came out: --release RELEASE"},
      {remedy::AwaitRelease{"v1.2"}, "wait for the release"},
      {remedy::SettleDebate{}, "settle it, then take the UNRESOLVED marks away"},
      {remedy::TrackIssue{"7"}, "milepost track new 7 makes it"},
      {remedy::FixBoxes{"7"}, "milepost drift --fix 7 sets the boxes"},
      {remedy::TickBoxes{{spot}}, "tick what is done"},
      {remedy::AddLink{{"Design", "Signoff"}}, "link to it in Design, Signoff"},
      {remedy::FillFields{{"authors"}}, "fill in the metadata"},
      {remedy::NamePeople{"approvers"}, "name somebody in approvers"},
      {remedy::NameSuccessor{"superseded-by"}, "name it in superseded-by"},
      {remedy::NameSuccessor{}, "link to the successor beside the status"},
      {remedy::ConfirmCriteria{"criteria", {"quick"}}, "where it is so, add the word to criteria"},
      {remedy::SetMilestone{"alpha"}, "set the milestone of alpha"},
      {remedy::SetToCome{"latest", spot}, "set latest in kep.yaml:3 to a release to come"},
      {remedy::EditFields{{{"stage", "beta", spot}}}, "set stage: beta in kep.yaml:3"},
      {remedy::EditFields{{{"latest", "v1", spot}, {"beta", "v1", {"kep.yaml", 9, 1}}}},
       "set latest: v1 in kep.yaml:3, and beta: v1 in line 9"},
      {remedy::AddToCalendar{"releases.yaml"}, "add it to releases.yaml"},
      {remedy::EnterApprover{"PRR", "beta", "prr/7.yaml"},
       "name who approved PRR under beta in prr/7.yaml"},
      {remedy::TakeOut{"tests", spot}, "take tests out of kep.yaml:3"},
      {remedy::TakeOut{"tests", {"issue 7", 4, 1}, true},
       "take tests out of issue 7:4 and import that"},
      {remedy::DeclareGate{"Fast", "gates.go"}, "add Fast to gates.go"},
      {remedy::SetGateStage{"Fast", "Beta", {"gates.go", 2, 1}}, "set Fast to Beta in gates.go:2"},
      {remedy::SetGateDefault{"Fast", true, {"gates.go", 2, 1}},
       "set the default of Fast to true in gates.go:2"},
      {remedy::FetchText{"git fetch origin pull/12/head:refs/pull/12/head"},
       "git fetch origin pull/12/head:refs/pull/12/head"},
      {remedy::MergeText{"#12"}, "merge #12"},
      {remedy::SetGateVersion{"v1.2", {"gates.go", 2, 1}}, "set the version to v1.2 in gates.go:2"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(remedy_text(c.remedy), c.want);
    EXPECT_EQ(command_text(c.remedy).empty(), !c.remedy.is_command()) << c.want;
  }
}

TEST(RemedyText, OfAVerdict) {
  Verdict verdict = missing_verdict(VerdictKind::kAim, "too late");
  EXPECT_EQ(how_text(verdict), "");
  verdict.remedies = {remedy::AimLater{true}, remedy::RequestException{"v1.2", "7", "prr"}};
  EXPECT_EQ(how_text(verdict), "aim at a later release with --release, or ask for an exception");
  Detail detail{"  Risks: new"};
  EXPECT_EQ(detail_text(detail), "  Risks: new");
  detail = {"  shown by"};
  detail.remedy = remedy::CompareApproved{"7", "prr", "sam"};
  EXPECT_EQ(detail_text(detail), "  shown by milepost diff 7 --approved --role prr --by sam");
}

}  // namespace
}  // namespace milepost
