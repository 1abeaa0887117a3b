#include "proposal/unmerged.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Unmerged, WhatItIsCalled) {
  const struct {
    const char* name;
    Unmerged unmerged;
    const char* want;
  } cases[] = {
      {"read", {"o/r#12"}, "as in #12, not merged"},
      {"a branch", {"faster"}, "as in the branch faster, not merged"},
      {"nobody has said", {""}, "no text yet"},
      {"a candidate's, not read",
       {"o/r#12", "gone", "", true},
       "its text is in #12, which cannot be read"},
      {"an update, not read", {"o/r#12", "gone"}, "its update is in #12, which cannot be read"},
  };
  for (const auto& c : cases) EXPECT_EQ(note_of(c.unmerged), c.want) << c.name;
}

TEST(Unmerged, NumbersOfPullRequests) {
  const struct {
    const char* place;
    const char* want;
  } cases[] = {{"o/r#12", "12"}, {"o/r#", ""}, {"issue-12", ""}, {"a#b", ""}, {"", ""}};
  for (const auto& c : cases) EXPECT_EQ(pull_number(c.place), c.want) << c.place;
}

}  // namespace
}  // namespace milepost
