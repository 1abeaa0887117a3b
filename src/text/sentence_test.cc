#include "text/sentence.h"

#include <string>

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Sentence, TheFirst) {
  const struct {
    std::string_view text, want;
  } cases[] = {
      {"", ""},
      {"Probes are faster", "Probes are faster"},
      {"  Probes are faster. They were slow.", "Probes are faster."},
      {"Since v1.2 probes are faster. Yes.", "Since v1.2 probes are faster."},
      {"Some probes, e.g. Those of J. Doe, are faster. Yes.",
       "Some probes, e.g. Those of J. Doe, are faster."},
      {"It ends. with a slip. Yes.", "It ends. with a slip."},
      {"Faster (at last.) And so on.", "Faster (at last.)"},
      {"Really? Yes.", "Really?"},
      {"One.\nTwo.", "One."},
  };
  for (const auto& c : cases) EXPECT_EQ(first_sentence(c.text), c.want);
}

TEST(Sentence, TheFirstFew) {
  EXPECT_EQ(first_sentences("One a. Two. Three.", 2), "One a. Two.");
  EXPECT_EQ(first_sentences("One. Two", 2), "One. Two");
  EXPECT_EQ(first_sentences(" One. Two ", 0), "One. Two");
  EXPECT_EQ(first_sentences("", 3), "");
}

TEST(Sentence, HowMany) {
  const struct {
    std::string_view text;
    std::size_t count;
  } cases[] = {
      {"", 0},
      {"No full stop", 1},
      {"One. Two!", 2},
      {"It costs 1.5 s, e.g. at night. Why? Nobody knows", 3},
      {"See v1.2.3 of x.y.", 1},
      {"Really?!", 1},
      {"And so on, etc.", 1},
  };
  for (const auto& c : cases) EXPECT_EQ(count_sentences(c.text), c.count) << c.text;
}

// Each character is looked at a bounded number of times.
TEST(Sentence, NothingButStops) {
  const std::string stops(1 << 20, '.');
  EXPECT_EQ(first_sentence(stops).size(), stops.size());
}

}  // namespace
}  // namespace milepost
