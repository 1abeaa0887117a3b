#include "base/utf8.h"

#include <string>

#include <gtest/gtest.h>

namespace milepost::utf8 {
namespace {

TEST(Utf8, DecodesWhatIsGoodAndNamesWhatIsBad) {
  struct Case {
    const char* name;
    std::string_view text;
    char32_t code_point;
    std::uint32_t length;
    bool valid;
  };
  const Case cases[] = {
      {"ascii", "a", U'a', 1, true},
      {"nul", std::string_view("\0", 1), 0, 1, true},
      {"two bytes", "é", 0xE9, 2, true},
      {"three bytes", "€x", 0x20AC, 3, true},
      {"four bytes", "😀", 0x1F600, 4, true},
      {"last code point", "\xF4\x8F\xBF\xBF", 0x10FFFF, 4, true},
      {"past the last", "\xF4\x90\x80\x80", 0xFFFD, 1, false},
      {"overlong slash", "\xC0\xAF", 0xFFFD, 1, false},
      {"overlong three", "\xE0\x80\x80", 0xFFFD, 1, false},
      {"overlong four", "\xF0\x80\x80\x80", 0xFFFD, 1, false},
      {"surrogate", "\xED\xA0\x80", 0xFFFD, 1, false},
      {"just below surrogates", "\xED\x9F\xBF", 0xD7FF, 3, true},
      {"cut short", "\xE2\x82", 0xFFFD, 1, false},
      {"bad third byte", "\xE2\x82x", 0xFFFD, 1, false},
      {"stray tail", "\x80", 0xFFFD, 1, false},
      {"never a byte", "\xFF", 0xFFFD, 1, false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Decoded got = decode(c.text);
    EXPECT_EQ(got.code_point, c.code_point);
    EXPECT_EQ(got.length, c.length);
    EXPECT_EQ(got.valid, c.valid);
  }
}

TEST(Utf8, CountsMeasuresAndFinds) {
  struct Case {
    const char* name;
    std::string_view text;
    std::uint32_t code_points;
    std::uint32_t utf16_units;
    std::uint32_t width;
    std::size_t invalid;
  };
  constexpr auto kNone = std::string_view::npos;
  const Case cases[] = {
      {"nothing", "", 0, 0, 0, kNone},
      {"longer than a word", "abcdefghijk", 11, 11, 11, kNone},
      {"accents", "déjà vu", 7, 7, 7, kNone},
      {"combining mark", "e\xCC\x81", 2, 2, 1, kNone},
      {"wide", "漢字", 2, 2, 4, kNone},
      {"emoji", "a😀b", 3, 4, 4, kNone},
      {"tick box", "✅", 1, 1, 2, kNone},
      {"joined emoji", "👩‍💻", 3, 5, 2, kNone},
      {"text dash", "a—b", 3, 3, 3, kNone},
      {"bad byte after eight good", "12345678\xFFz", 10, 10, 10, 8},
      {"bad at the end", "ab\xE2\x82", 4, 4, 4, 2},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(count(c.text).code_points, c.code_points);
    EXPECT_EQ(count(c.text).utf16_units, c.utf16_units);
    EXPECT_EQ(width(c.text), c.width);
    EXPECT_EQ(find_invalid(c.text), c.invalid);
  }
}

TEST(Utf8, FindsTheNextByteBeyondAscii) {
  for (std::size_t size = 0; size < 50; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, '\x7F');
      EXPECT_EQ(find_beyond_ascii(text, 0), std::string::npos);
      text[at] = at % 2 == 0 ? '\x80' : '\xFF';
      EXPECT_EQ(find_beyond_ascii(text, 0), at);
      EXPECT_EQ(find_beyond_ascii(text, at), at);
      EXPECT_EQ(find_beyond_ascii(text, at + 1), std::string::npos);
    }
  }
}

TEST(Utf8, AppendsEveryCodePointSoThatItDecodesAgain) {
  for (char32_t c = 0; c <= 0x110000; c += c < 0x900 ? 1 : 251) {
    std::string text;
    append(text, c);
    const bool good = c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
    const Decoded got = decode(text);
    ASSERT_TRUE(got.valid) << static_cast<std::uint32_t>(c);
    ASSERT_EQ(got.code_point, good ? c : U'\xFFFD') << static_cast<std::uint32_t>(c);
    ASSERT_EQ(got.length, text.size());
  }
}

}  // namespace
}  // namespace milepost::utf8
