#include "web/live.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::web {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::shared_ptr<http::Stream> listen(Live& live, std::uint64_t generation,
                                     const std::string& client = "here") {
  return live.listen(generation, client, 1000).value_or(nullptr);
}

std::string taken(http::Stream& stream) { return stream.take().value_or("(ended)"); }

TEST(Live, TellsEverybodyWhoListens) {
  Live live;
  const auto one = listen(live, 0);
  const auto other = listen(live, 0);
  EXPECT_EQ(live.listeners(), 2u);
  (void)one->take();
  (void)other->take();
  live.tell({7, {"4211"}, false});
  EXPECT_EQ(taken(*one),
            "event: change\ndata: {\"generation\":7,\"proposals\":[\"4211\"],\"all\":false}\n\n");
  EXPECT_THAT(taken(*other), HasSubstr("4211"));
  EXPECT_EQ(taken(*one), "");
}

TEST(Live, GivesWhatAPageMissedAndNothingElse) {
  Live live;
  live.tell({2, {"1"}, false});
  live.tell({3, {"2"}, false});
  const auto stream = listen(live, 2);
  EXPECT_THAT(taken(*stream), AllOf(HasSubstr("[\"2\"]"), Not(HasSubstr("[\"1\"]"))));
  EXPECT_THAT(taken(*listen(live, 0)), Not(HasSubstr("change")));
  EXPECT_THAT(taken(*listen(live, 3)), Not(HasSubstr("change")));
}

TEST(Live, SaysAllWhenItCannotTellWhatWasMissed) {
  Live live;
  for (std::uint64_t i = 2; i < Live::kMostKept + 10; ++i) live.tell({i, {"1"}, false});
  EXPECT_THAT(taken(*listen(live, 1)), HasSubstr("\"all\":true"));
  // Of a server that was started again since.
  EXPECT_THAT(taken(*listen(live, 100'000)), HasSubstr("\"all\":true"));
}

TEST(Live, TellsNothingToThePageOfALaterMinute) {
  Live live;
  live.note_generation(1);
  live.note_generation(5);  // a few minutes later, with nothing changed
  live.tell({6, {"1"}, false});
  live.note_generation(8);
  EXPECT_THAT(taken(*listen(live, 8)), Not(HasSubstr("change")));
  EXPECT_THAT(taken(*listen(live, 7)), Not(HasSubstr("change")));
  EXPECT_THAT(taken(*listen(live, 2)), AllOf(HasSubstr("[\"1\"]"), Not(HasSubstr("true"))));
  EXPECT_THAT(taken(*listen(live, 9)), HasSubstr("\"all\":true"));
}

TEST(Live, DropsWhoDoesNotKeepUp) {
  Live live;
  const auto slow = listen(live, 0);
  const auto quick = listen(live, 0);
  const std::vector<std::string> keys(100, std::string(50, 'k'));
  for (std::uint64_t i = 1; i < 100; ++i) {
    live.tell({i, keys, false});
    (void)quick->take();
  }
  EXPECT_TRUE(slow->ended());
  EXPECT_FALSE(quick->ended());
  EXPECT_EQ(live.listeners(), 1u);
}

TEST(Live, LetsOnlySoManyListen) {
  Live live;
  std::vector<std::shared_ptr<http::Stream>> all;
  for (std::size_t i = 0; i < Live::kMostListeners; ++i) all.push_back(listen(live, 0));
  EXPECT_EQ(listen(live, 0), nullptr);
  all.pop_back();
  EXPECT_NE(listen(live, 0), nullptr);
}

TEST(Live, EndsAllStreams) {
  Live live;
  const auto stream = listen(live, 0);
  live.end();
  EXPECT_TRUE(stream->ended());
  EXPECT_TRUE(listen(live, 0)->ended());
}

TEST(Live, GivesWhatWasRecordedItsNumber) {
  EXPECT_EQ(recorded_text(12, "{\"kind\":\"held\"}"),
            "id: 12\nevent: recorded\ndata: {\"kind\":\"held\"}\n\n");
}

TEST(Live, TellsEachEventOnceToWhoHasMissedSome) {
  Live live;
  live.tell_recorded({}, 7);
  EXPECT_THAT(taken(*listen(live, 0)), HasSubstr("id: 7\n\n"));
  const auto behind = live.listen(0, "here", 1000, Missed{{{6, "six;"}}, 6, false});
  ASSERT_FALSE(behind);
  EXPECT_EQ(behind.error(), Live::Denied::kBehind);
  // It was read a moment before it is told.
  const auto stream = live.listen(0, "here", 1000, Missed{{{7, "seven;"}, {8, "eight;"}}, 8});
  ASSERT_TRUE(stream);
  live.tell_recorded({{8, "eight;"}, {9, "nine;"}}, 9);
  EXPECT_THAT(taken(**stream), testing::EndsWith("seven;eight;nine;"));
  // Of another record that was put in its place.
  const auto ahead = live.listen(0, "here", 1000, Missed{{}, 1000, false});
  ASSERT_TRUE(ahead);
  live.tell_recorded({{10, "ten;"}}, 10);
  EXPECT_THAT(taken(**ahead), HasSubstr("ten;"));
}

TEST(Live, EndsStreamsAfterWhatIsNotAll) {
  Live live;
  const auto some = live.listen(0, "here", 1000, Missed{{{1, "one;"}}, 1, true});
  ASSERT_TRUE(some);
  EXPECT_TRUE((*some)->ended());
  EXPECT_THAT(taken(**some), HasSubstr("one;"));
  const auto stream = listen(live, 0);
  live.tell_recorded({{2, "two;"}}, 500, false);
  EXPECT_THAT(taken(*stream), HasSubstr("two;"));
  EXPECT_TRUE(stream->ended());
}

TEST(Live, LetsOneClientHaveSoManyStreams) {
  Live live;
  const auto first = live.listen(0, "one", 2);
  const auto second = live.listen(0, "one", 2);
  const auto third = live.listen(0, "one", 2);
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error(), Live::Denied::kClient);
  EXPECT_TRUE(live.listen(0, "other", 2));
  (*first)->end();
  EXPECT_TRUE(live.listen(0, "one", 2));
}

}  // namespace
}  // namespace milepost::web
