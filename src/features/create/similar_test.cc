#include "features/create/similar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::create {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Index index_of(const std::vector<std::string>& titles) {
  Index index;
  for (const std::string& title : titles) index.cards.emplace_back().title = title;
  return index;
}

std::vector<std::string> found(const Index& index, std::string_view title) {
  std::vector<std::string> titles;
  for (const Similar& similar : find_similar(index, title)) {
    titles.push_back((similar.same_title ? "=" : "") + similar.card->title);
  }
  return titles;
}

TEST(Similar, RareWordsWeighMore) {
  const Index index = index_of({"Pod Quotas for Volumes", "Pod Priority", "Pod Overhead",
                                "Volume Quota", "Pod Topology", "Logging"});
  EXPECT_THAT(found(index, "Volume quotas"), ElementsAre("Volume Quota", "Pod Quotas for Volumes"));
  EXPECT_THAT(found(index, "Pod Snapshots"), IsEmpty());
}

TEST(Similar, TheSameTitleComesFirst) {
  const Index index = index_of({"Graceful drain of berths", "graceful-drain"});
  EXPECT_THAT(found(index, "Graceful Drain!"),
              ElementsAre("=graceful-drain", "Graceful drain of berths"));
}

TEST(Similar, NothingIsLikeNothing) {
  EXPECT_THAT(found(index_of({"", "A"}), ""), IsEmpty());
  EXPECT_THAT(found(index_of({}), "A"), IsEmpty());
}

}  // namespace
}  // namespace milepost::create
