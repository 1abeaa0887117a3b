#include "search/title_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::search {
namespace {

using testing::ElementsAre;

TEST(TitleWords, TellWhatAWordWasMeantFor) {
  const TitleWords titles({"Volume snapshots", "Pod memory", "Volumes of Überlast", "Pods, volume",
                           "Mod", "Modern memoir"});
  EXPECT_THAT(titles.meant_for("volmue"), ElementsAre("volume"));  // of "volumes", too
  EXPECT_THAT(titles.meant_for("snapsoht"), ElementsAre("snapshot"));
  EXPECT_THAT(titles.meant_for("uberlsat"), ElementsAre("uberlast"));
  EXPECT_THAT(titles.meant_for("memoyr"), ElementsAre("memoir", "memory"));
  // What titles have, or begin with, is no slip; nor is what is too short to tell, or far away.
  for (const char* word : {"volume", "volu", "memo", "pod", "pdo", "mof", "kubelet"}) {
    EXPECT_THAT(titles.meant_for(word), ElementsAre()) << word;
  }
  EXPECT_THAT(titles.meant_for("pdo", Brief::kToo), ElementsAre("pod"));
  EXPECT_THAT(titles.meant_for("po", Brief::kToo), ElementsAre());
  EXPECT_THAT(TitleWords().meant_for("volume"), ElementsAre());
}

}  // namespace
}  // namespace milepost::search
