#include "features/release/view.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "features/common/remedy_text.h"
#include "git/git_fixture.h"

namespace milepost::release {
namespace {

// Proposals of a process with releases, in a git repository.
class ReleaseViews : public GitFixture {
 protected:
  ReleaseViews() {
    make_repository();
    write("repo/milepost.yaml", "schema: 1\nprocess: kep\n");
    write("repo/releases.yaml",
          "schema: 1\nreleases:\n"
          "  - {name: v1.38, start: 2027-01-04, prr-freeze: 2027-02-03,"
          " enhancements-freeze: 2027-02-10, release: 2027-04-20}\n"
          "  - {name: v1.39, start: 2027-05-03}\n");
  }

  void propose(int number, std::string_view metadata) const {
    const std::string folder = fmt::format("repo/keps/sig-a/{}-x", number);
    write(folder + "/kep.yaml",
          fmt::format("title: X{0}\nkep-number: {0}\nauthors: [\"@jane\"]\nowning-sig: sig-a\n{1}",
                      number, metadata));
    write(folder + "/README.md", fmt::format("# KEP-{}: X\n\n## Summary\n\nIt is.\n", number));
  }

  Workspace::Pointer open_at(std::string_view now) const {
    const auto workspace = Workspace::open({.directory = at("repo")}, *parse_instant(now));
    EXPECT_TRUE(workspace);
    return *workspace;
  }

  void opt_in(int number, const std::string& release, const std::string& stage = "") const {
    NewEvent event;
    event.stream = fmt::format("proposal/{}", number);
    event.kind = "opted-in";
    event.by = "lead";
    event.time = *parse_instant("2027-01-05T00:00:00Z");
    event.fields = {{"release", release}};
    if (!stage.empty()) event.fields.emplace_back("stage", stage);
    const auto record = open_at("2027-01-05T00:00:00Z")->open_record(Access::kWrite);
    ASSERT_TRUE(record) << record.error().message;
    const NewEvent events[] = {std::move(event)};
    const auto appended = (*record)->store().append(events, {});
    ASSERT_TRUE(appended) << appended.error().message;
  }

  // By number.
  std::map<std::string, ReleaseEntry> view(const std::string& release = "v1.38",
                                           std::string_view now = "2027-01-20T00:00:00Z") const {
    const auto viewed = view_release(*open_at(now), {release});
    std::map<std::string, ReleaseEntry> entries;
    EXPECT_TRUE(viewed) << viewed.error().message;
    if (!viewed) return entries;
    for (const ReleaseEntry& entry : viewed->entries) entries[entry.proposal.number] = entry;
    return entries;
  }

  static std::string step(const ReleaseEntry& entry) {
    return fmt::format("{} → {}, {}", entry.from_stage, entry.to_stage, name(entry.kind));
  }
};

TEST_F(ReleaseViews, StepsAndKindsComeFromHistory) {
  constexpr std::string_view kOpen = "status: implementable\n";
  const auto propose_open = [&](int number, const std::string& metadata) {
    propose(number, std::string(kOpen) + metadata);
  };
  propose_open(1, "stage: alpha\nlatest-milestone: v1.37\nmilestone: {alpha: v1.37}\n");
  propose_open(2, "stage: alpha\nlatest-milestone: v1.36\nmilestone: {alpha: v1.36}\n");
  propose_open(3, "stage: beta\nlatest-milestone: v1.36\nmilestone: {beta: v1.36}\n");
  propose_open(4, "stage: stable\nlatest-milestone: v1.30\nmilestone: {stable: v1.30}\n");
  commit_all();
  propose_open(1, "stage: alpha\nlatest-milestone: v1.38\nmilestone: {alpha: v1.38}\n");
  propose_open(2, "stage: beta\nlatest-milestone: v1.38\nmilestone: {beta: v1.38}\n");
  propose_open(3, "stage: beta\nlatest-milestone: v1.38\nmilestone: {beta: v1.36}\n");
  propose_open(4, "stage: deprecated\nlatest-milestone: v1.38\nmilestone: {deprecated: v1.38}\n");
  propose_open(5, "stage: alpha\nlatest-milestone: v1.38\nmilestone: {alpha: v1.38}\n");
  commit_all();
  const auto entries = view();
  ASSERT_EQ(entries.size(), 5U);
  EXPECT_EQ(step(entries.at("1")), " → alpha, net new") << "alpha was put off";
  EXPECT_EQ(step(entries.at("2")), "alpha → beta, graduating") << "the files forgot alpha";
  EXPECT_EQ(step(entries.at("3")), "beta → beta, staying");
  EXPECT_EQ(step(entries.at("4")), "stable → deprecated, deprecation");
  EXPECT_EQ(step(entries.at("5")), " → alpha, net new");
}

TEST_F(ReleaseViews, WhatItWasOptedInForIsJudged) {
  propose(1,
          "status: implementable\nstage: alpha\nlatest-milestone: v1.36\n"
          "milestone: {alpha: v1.36}\n");
  propose(2,
          "status: implementable\nstage: beta\nlatest-milestone: v1.38\n"
          "milestone: {alpha: v1.36, beta: v1.38}\n");
  commit_all();
  opt_in(1, "v1.38", "beta");
  opt_in(2, "v1.38", "beta");
  const auto entries = view();
  const ReleaseEntry& ahead = entries.at("1");
  EXPECT_EQ(step(ahead), "alpha → beta, graduating");
  EXPECT_EQ(ahead.stage, "alpha") << "as the files have it";
  const auto& missing = ahead.freezes.front().missing;
  ASSERT_FALSE(missing.empty());
  EXPECT_EQ(missing.front().kind, VerdictKind::kAim);
  EXPECT_EQ(missing.front().message, "opted in for beta, its files say alpha in v1.36");
  EXPECT_EQ(how_text(missing.front()), "milepost promote 1 --to beta --release v1.38");
  const auto review = std::ranges::find(missing, ConditionType::kReview, &Verdict::type);
  ASSERT_NE(review, missing.end());
  EXPECT_NE(review->message.find("for beta"), std::string::npos) << review->message;
  for (const Verdict& verdict : entries.at("2").freezes.front().missing) {
    EXPECT_NE(verdict.kind, VerdictKind::kAim) << verdict.message;
  }
}

TEST_F(ReleaseViews, AtRiskForWhatIsNextAndMissedForWhatHasPassed) {
  propose(1,
          "status: implementable\nstage: alpha\nlatest-milestone: v1.38\n"
          "milestone: {alpha: v1.38}\n");
  commit_all();
  opt_in(1, "v1.38");
  const auto before = view().at("1");
  EXPECT_EQ(name(before.state), "at risk");
  EXPECT_EQ(name(before.freezes[0].state), "at risk");
  EXPECT_EQ(name(before.freezes[1].state), "not due yet");
  EXPECT_EQ(name(before.freezes[1].due), "later");
  EXPECT_EQ(name(before.freezes[2].due), "unset") << "it has no date";
  const auto after = view("v1.38", "2027-02-05T00:00:00Z").at("1");
  EXPECT_EQ(name(after.state), "missed");
  EXPECT_EQ(after.deciding, 0U);
  EXPECT_EQ(name(after.freezes[1].state), "at risk");
}

TEST_F(ReleaseViews, AFreezeWithoutADateHoldsNobody) {
  propose(1,
          "status: implementable\nstage: alpha\nlatest-milestone: v1.39\n"
          "milestone: {alpha: v1.39}\n");
  propose(2,
          "status: implementable\nstage: alpha\nlatest-milestone: v1.39\n"
          "milestone: {alpha: v1.39}\n");
  commit_all();
  opt_in(1, "v1.39");
  const auto entries = view("v1.39");
  EXPECT_EQ(name(entries.at("1").state), "tracked");
  EXPECT_TRUE(entries.at("1").admitted);
  EXPECT_EQ(name(entries.at("2").state), "not opted in");
}

TEST_F(ReleaseViews, WhatIsFinishedIsDone) {
  propose(1,
          "status: implemented\nstage: stable\nlatest-milestone: v1.38\n"
          "milestone: {stable: v1.38}\n");
  propose(2, "status: withdrawn\nstage: alpha\nlatest-milestone: v1.38\n");
  commit_all();
  opt_in(1, "v1.38");
  const auto entries = view();
  ASSERT_EQ(entries.size(), 1U) << "what is withdrawn is not of the release";
  EXPECT_EQ(name(entries.at("1").state), "done");
  EXPECT_TRUE(entries.at("1").admitted);
  EXPECT_EQ(name(view("v1.38", "2027-03-01T00:00:00Z").at("1").state), "done");
}

}  // namespace
}  // namespace milepost::release
