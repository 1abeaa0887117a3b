#include "store/moves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Moves, ANameThatWasNeverMovedIsItsOwnStream) {
  const Moves moves;
  EXPECT_TRUE(moves.empty());
  EXPECT_THAT(moves.streams_of("proposal/a"), ElementsAre("proposal/a"));
  EXPECT_EQ(moves.name_of("proposal/a"), "proposal/a");
}

TEST(Moves, WhatIsMovedTakesItsStreamsAlong) {
  Moves moves;
  moves.move("a", "b");
  EXPECT_THAT(moves.streams_of("b"), ElementsAre("a", "b"));
  EXPECT_EQ(moves.name_of("a"), "b");
  // Another proposal at the old place does not get what was said of the first.
  EXPECT_THAT(moves.streams_of("a"), ElementsAre("a#2"));
  EXPECT_EQ(moves.name_of("a#2"), "a");
  moves.move("b", "c");
  EXPECT_THAT(moves.streams_of("c"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(moves.joined(), ElementsAre("c"));
  moves.move("c", "c");
  EXPECT_THAT(moves.streams_of("c"), ElementsAre("a", "b", "c"));
}

TEST(Moves, ThereAndBack) {
  Moves moves;
  moves.move("a", "b");
  moves.move("b", "a");
  EXPECT_THAT(moves.streams_of("a"), ElementsAre("a", "b", "a#2"));
  EXPECT_THAT(moves.streams_of("b"), ElementsAre("b#2"));
  moves.move("a", "b");
  EXPECT_THAT(moves.streams_of("b"), ElementsAre("a", "b", "a#2", "b#2"));
  EXPECT_THAT(moves.streams_of("a"), ElementsAre("a#3"));
}

TEST(Moves, AreFoldedWrittenAndRead) {
  Event event;
  event.kind = "moved";
  event.fields = {{"from", "a\tb"}, {"to", "c\n"}};
  const std::string state = fold_moves("", event);
  EXPECT_THAT(Moves::read(state).streams_of("c\n"), ElementsAre("a\tb", "c\n"));
  event.kind = "zork";
  EXPECT_EQ(fold_moves(state, event), state);
  event.kind = "moved";
  event.fields = {{"from", "x"}};
  EXPECT_EQ(fold_moves(state, event), state);
  EXPECT_THAT(Moves::read("half a line").joined(), IsEmpty());
}

}  // namespace
}  // namespace milepost
