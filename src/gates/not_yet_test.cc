#include "gates/not_yet.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(NotYet, SaysThatWhatIsAskedForIsNotSo) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"the code is merged", "the code is not merged yet"},
      {"the answers are right", "the answers are not right yet"},
      {"what is new has come out", "what is new has not come out yet"},
      {"a lead of the group has opted in", "no lead of the group has opted in yet"},
      {"an approver accepts it", "no approver accepts it yet"},
      {"everything under \"Before Beta\" is ticked",
       "not everything under \"Before Beta\" is ticked yet"},
      {"nothing is left to do", "not yet: nothing is left to do"},
      {"enough tests", "not yet: enough tests"},
  };
  for (const auto& [wanted, text] : cases) EXPECT_EQ(not_yet(wanted), text);
}

}  // namespace
}  // namespace milepost
