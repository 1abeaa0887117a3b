#include "base/printable.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

struct Case {
  const char* name;
  std::string text;
  std::string want;
};

TEST(Printable, EscapesWhatATerminalObeys) {
  const Case cases[] = {
      {"nothing", "", ""},
      {"plain", "\"Drawbacks\" is empty", "\"Drawbacks\" is empty"},
      {"letters and emoji", "naïve 漢字 👩‍💻", "naïve 漢字 👩‍💻"},
      {"escape sequence", "a\x1b[31mred", "a\\x1b[31mred"},
      {"bell, delete and NUL", std::string("\a\x7f\0", 3), "\\x07\\x7f\\x00"},
      {"C1 control, two bytes",
       "\xc2\x9b"
       "31m",
       "\\x9b31m"},
      {"C1 control as a bad byte",
       "\x9b"
       "31m",
       "\\x9b31m"},
      {"line ends", "a\r\nb", "a\\r\\nb"},
      {"tab", "a\tb", "a b"},
      {"turned around", "a\u202Eb\u2066c", "a\\u{202e}b\\u{2066}c"},
      {"byte order mark", "\uFEFFa", "\\u{feff}a"},
      {"tags", "a\U000E0041", "a\\u{e0041}"},
      {"shorthand, music and hieroglyph controls", "\U0001BCA0\U0001D173\U00013430\u17B4",
       "\\u{1bca0}\\u{1d173}\\u{13430}\\u{17b4}"},
      {"reserved for what shows nothing", "\uFFF0\U000E0FFF", "\\u{fff0}\\u{e0fff}"},
      {"an emoji of two with a selector", "❤\uFE0F\u200D🔥", "❤\uFE0F\u200D🔥"},
      {"a sign around numbers", "\u06DD12", "\u06DD12"},
      {"cut short", "a\xe2\x82", "a\\xe2\\x82"},
      {"overlong", "\xc0\xaf", "\\xc0\\xaf"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(printable(c.text), c.want);
  }
}

TEST(Printable, NoControlByteEverPasses) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all.push_back(static_cast<char>(byte));
  for (const char c : printable(all)) {
    EXPECT_GE(static_cast<unsigned char>(c), 0x20);
    EXPECT_NE(static_cast<unsigned char>(c), 0x7F);
  }
}

// Unicode's category Cf and what it calls default-ignorable, but for what printable.cc leaves out.
TEST(Printable, NothingInvisiblePasses) {
  const std::pair<char32_t, char32_t> ranges[] = {
      {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160},
      {0x17B4, 0x17B5},   {0x180E, 0x180E},   {0x200B, 0x200B},   {0x200E, 0x200F},
      {0x202A, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFEFF, 0xFEFF},
      {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3},
      {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
  };
  for (const auto& [first, last] : ranges) {
    for (char32_t c = first; c <= last; ++c) {
      std::string text;
      utf8::append(text, c);
      SCOPED_TRACE(static_cast<std::uint32_t>(c));
      EXPECT_TRUE(printable(text).starts_with("\\u{"));
      EXPECT_TRUE(printable_json("\"" + text + "\"").starts_with("\"\\u"));
    }
  }
}

TEST(Printable, PathIsNoWorkflowCommand) {
  EXPECT_EQ(printable_path("::error::x/README.md"), "./::error::x/README.md");
  EXPECT_EQ(printable_path("keps/a.md"), "keps/a.md");
  EXPECT_EQ(printable_path("a\nb"), "a\\nb");
}

TEST(Printable, XmlHoldsOnlyWhatItMay) {
  const Case cases[] = {
      {"markup", "<a href=\"x\">&</a>", "&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;"},
      {"white space is kept", "a\tb\nc", "a&#9;b&#10;c"},
      {"control", "a\x1b[0m", "a\uFFFD[0m"},
      {"bad byte", "a\xff", "a\uFFFD"},
      {"noncharacter", "a\xef\xbf\xbf", "a\uFFFD"},
      {"end of CDATA", "]]>", "]]&gt;"},
      {"turned around", "a\u202E\xc2\x9b\x7f", "a&#8238;&#155;&#127;"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(xml_text(c.text), c.want);
  }
}

TEST(Printable, JsonIsEscapedAndReadsBack) {
  const Case cases[] = {
      {"nothing to do", R"({"a": "naïve 漢字 👩 \n"})", R"({"a": "naïve 漢字 👩 \n"})"},
      {"turned around", "\"a\u202Eb\u2066c\u200E\u061C\"", R"("a\u202eb\u2066c\u200e\u061c")"},
      {"line separators", "\"\u2028\u2029\"", R"("\u2028\u2029")"},
      {"C1 control and delete", "\"\xc2\x9b\x7f\"", R"("\u009b\u007f")"},
      {"of no width", "\"\u200B\u200C\u200D\u2060\uFEFF\"", R"("\u200b\u200c\u200d\u2060\ufeff")"},
      {"tags", "\"\U000E0041 end\"", R"("\udb40\udc41 end")"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(printable_json(c.text), c.want);
  }
}

}  // namespace
}  // namespace milepost
