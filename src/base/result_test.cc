#include "base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

Result<int> digit(char c) {
  if (c < '0' || c > '9') return failure(std::string("no digit: ") + c);
  return c - '0';
}

Result<void> expect_even(int number) {
  if (number % 2 != 0) return failure("odd: " + std::to_string(number));
  return {};
}

Result<std::string> doubled(char c) {
  TRY(const auto number, digit(c));
  TRY(expect_even(number));
  return std::to_string(2 * number);
}

TEST(Try, DeclaresTheValueOrReturnsTheError) {
  struct Case {
    const char* name;
    char given;
    const char* want;   // the value
    const char* error;  // or the error
  };
  const Case cases[] = {
      {"both succeed", '4', "8", ""},
      {"the value fails", 'x', "", "no digit: x"},
      {"the check fails", '3', "", "odd: 3"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto got = doubled(c.given);
    EXPECT_EQ(got.value_or(""), c.want);
    EXPECT_EQ(got ? "" : got.error().message, c.error);
  }
}

Result<std::unique_ptr<int>> boxed(char c) {
  TRY(const int number, digit(c));
  return std::make_unique<int>(number);
}

Result<int> unboxed(char c) {
  TRY(auto box, boxed(c));  // can only be moved
  TRY(const auto& seen, boxed(c));
  return *box + *seen;
}

TEST(Try, MovesWhatTheCallGives) {
  EXPECT_EQ(unboxed('2').value(), 4);
  EXPECT_EQ(unboxed('x').error().message, "no digit: x");
}

Result<std::string> read_kept(Result<std::string>& kept) {
  TRY(const auto& seen, kept);
  TRY(auto copy, kept);
  if (&seen != &*kept) return failure("a copy was made");
  return copy;
}

TEST(Try, LeavesAResultThatItWasGivenByReferenceAsItIs) {
  Result<std::string> value = "long enough not to be kept in place of a pointer";
  EXPECT_EQ(read_kept(value).value(), *value);
  EXPECT_FALSE(value->empty());

  Result<std::string> error = failure("as long as the one above, and for the same reason");
  EXPECT_EQ(read_kept(error).error().message, error.error().message);
  EXPECT_FALSE(error.error().message.empty());
}

Result<int> sum(std::string_view digits) {
  int total = 0;
  for (const char c : digits) {
    TRY(const auto value, digit(c));
    total += value;
  }
  return total;
}

Result<std::vector<int>> nested(std::string_view one, std::string_view other) {
  const auto both = [&]() -> Result<int> {
    TRY(const auto left, sum(one));
    TRY(const auto right, [&]() -> Result<int> {
      TRY(const auto inner, sum(other));
      return inner;
    }());
    return left + right;
  };
  TRY(const auto all, both());
  return std::vector<int>{all};
}

TEST(Try, MayStandInsideAnother) {
  EXPECT_EQ(nested("12", "34").value(), std::vector<int>{10});
  EXPECT_EQ(nested("12", "3y").error().message, "no digit: y");
  EXPECT_EQ(nested("1x", "3y").error().message, "no digit: x");
}

Result<void> two_on_a_line(char one, char other) {
  // clang-format off
  TRY(expect_even(one - '0')); TRY(expect_even(other - '0'));
  TRY(const auto first, digit(one)); TRY(const auto second, digit(other));
  // clang-format on
  return expect_even(first + second);
}

TEST(Try, TwoMayShareALine) {
  EXPECT_TRUE(two_on_a_line('2', '4'));
  EXPECT_EQ(two_on_a_line('2', '5').error().message, "odd: 5");
}

Result<std::vector<int>> first_and_last(std::string_view digits) {
  std::vector<int> both(2);
  TRY(both[0], within("the first", digit(digits.front())));
  TRY(both[1], within("the last", digit(digits.back())));
  TRY(within("the sum", expect_even(both[0] + both[1])));
  return both;
}

TEST(Try, SetsWhatIsDeclaredAlready) {
  EXPECT_EQ(first_and_last("1x5").value(), (std::vector<int>{1, 5}));
}

TEST(Within, SaysWhatWasBeingDone) {
  EXPECT_EQ(first_and_last("y3").error().message, "the first: no digit: y");
  EXPECT_EQ(first_and_last("3y").error().message, "the last: no digit: y");
  EXPECT_EQ(first_and_last("34").error().message, "the sum: odd: 7");
}

TEST(Error, SaysTheOutermostTaskFirst) {
  EXPECT_EQ(Error{"no such file"}.within("reading x").within("loading y").message,
            "loading y: reading x: no such file");
}

}  // namespace
}  // namespace milepost
