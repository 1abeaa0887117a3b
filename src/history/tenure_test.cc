#include "history/tenure.h"

#include <gtest/gtest.h>

#include "base/instant.h"

namespace milepost {
namespace {

class Tenures : public testing::Test {
 protected:
  // One commit a day; "" for a version that could not be read.
  void live(const std::vector<std::pair<std::string, std::string>>& said) {
    Lifespan lifespan;
    for (const auto& [status, stage] : said) {
      const Date day{2024, 1, static_cast<int>(history_.commits.size()) + 1};
      history_.commits.push_back({{}, start_of(day), "Jane"});
      auto snapshot = std::make_shared<Snapshot>();
      snapshot->status = status;
      snapshot->stage = stage;
      ProposalVersion version;
      version.commit = history_.commits.size() - 1;
      if (!status.empty()) version.snapshot = std::move(snapshot);
      lifespan.versions.push_back(std::move(version));
    }
    history_.lifespans.push_back(std::move(lifespan));
  }

  std::vector<std::string> told(Track track) const {
    std::vector<std::string> lines;
    for (const Tenure& tenure : tenures_of(history_, history_.lifespans.back(), track)) {
      lines.push_back(tenure.value + " " + to_string(tenure.from) +
                      (tenure.until ? " to " + to_string(*tenure.until) : ""));
    }
    return lines;
  }

  History history_;
};

using Told = std::vector<std::string>;

TEST_F(Tenures, KeepStatusAndStageApart) {
  live({{"provisional", ""}, {"open", "alpha"}, {"open", "beta"}, {"done", "beta"}});
  EXPECT_EQ(told(Track::kStatus), (Told{"provisional 2024-01-01 to 2024-01-02",
                                        "open 2024-01-02 to 2024-01-04", "done 2024-01-04"}));
  EXPECT_EQ(told(Track::kStage), (Told{"alpha 2024-01-02 to 2024-01-03", "beta 2024-01-03"}));
}

TEST_F(Tenures, PassOverWhatSaysNothing) {
  live({{"open", "alpha"}, {"", ""}, {"open", ""}, {"open", "alpha"}, {"open", "beta"}});
  EXPECT_EQ(told(Track::kStage), (Told{"alpha 2024-01-01 to 2024-01-05", "beta 2024-01-05"}));
}

TEST_F(Tenures, EndWhenTheProposalIsDeleted) {
  live({{"open", "alpha"}, {"open", "alpha"}});
  history_.lifespans.back().deleted = 1;
  EXPECT_EQ(told(Track::kStage), (Told{"alpha 2024-01-01 to 2024-01-02"}));
}

TEST_F(Tenures, AreCountedOverAllProposals) {
  live({{"open", "alpha"}, {"open", "beta"}});
  live({{"open", "alpha"}, {"open", "alpha"}, {"open", "beta"}});
  live({{"open", "alpha"}, {"open", "alpha"}, {"open", "alpha"}, {"open", "stable"}});
  const Durations durations(history_, Track::kStage);
  EXPECT_EQ(durations.between("alpha", "beta"), (std::vector<int>{1, 2}));
  EXPECT_EQ(durations.in("alpha"), (std::vector<int>{1, 2, 3}));
  EXPECT_TRUE(durations.between("beta", "stable").empty());
  EXPECT_TRUE(durations.in("beta").empty());
}

TEST(Percentile, IsAValueThatIsThere) {
  EXPECT_EQ(percentile({7}, 50), 7);
  EXPECT_EQ(percentile({7}, 0), 7);
  EXPECT_EQ(percentile({1, 2, 3, 4}, 50), 2);
  EXPECT_EQ(percentile({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 90), 9);
  EXPECT_EQ(percentile({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 100), 10);
}

}  // namespace
}  // namespace milepost
