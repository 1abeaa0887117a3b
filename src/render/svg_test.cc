#include "render/svg.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "render/xml_fixture.h"

namespace milepost::svg {
namespace {

constexpr Font kFont{10};

TEST(SvgText, Width) {
  EXPECT_EQ(text_width("", kFont), 0);
  EXPECT_GT(text_width("WWW", kFont), 2 * text_width("iii", kFont));
  EXPECT_GT(text_width("abc", {10, true}), text_width("abc", kFont));
  EXPECT_DOUBLE_EQ(text_width("abc", {20}), 2 * text_width("abc", kFont));
  EXPECT_DOUBLE_EQ(text_width("漢字", kFont), 20);
  EXPECT_DOUBLE_EQ(text_width("e\u0301", kFont), text_width("e", kFont));
  EXPECT_GT(text_width("\xff\xfe", kFont), 0);
}

TEST(SvgText, FitKeepsTheBeginning) {
  const double width = text_width("a little longer", kFont);
  EXPECT_EQ(fit("a little longer", width, kFont), "a little longer");
  EXPECT_EQ(fit("a little longer than that", width, kFont), "a little long…");
  EXPECT_EQ(fit("a little   longer", text_width("a little   …", kFont), kFont), "a little…");
  EXPECT_EQ(fit("abc", 0, kFont), "…");
  EXPECT_EQ(fit("", 0, kFont), "");
}

TEST(SvgText, FitEndKeepsTheEnd) {
  EXPECT_EQ(fit_end("a/b/c.md", 1000, kFont), "a/b/c.md");
  EXPECT_EQ(fit_end("network/proposal.md", text_width("…proposal.md", kFont), kFont),
            "…proposal.md");
  // The accent goes with its letter.
  EXPECT_EQ(fit_end("aaae\u0301b", text_width("…b", kFont), kFont), "…b");
  EXPECT_EQ(fit_end("abc", 0, kFont), "…");
}

TEST(SvgText, WhatIsCutFits) {
  const std::string texts[] = {"WWWWWWWWWWWW",         "iiiiiiiiiiiiiiiiiiiiiiii",
                               "漢字漢字漢字漢字漢字", "a b c d e f g h i j k l m",
                               "🎉🎉🎉🎉🎉🎉🎉",       "\xff\xff\xff\xff\xff"};
  for (const auto& text : texts) {
    for (double width = 12; width < 100; width += 7) {
      EXPECT_LE(text_width(fit(text, width, kFont), kFont), width) << text;
      EXPECT_LE(text_width(fit_end(text, width, kFont), kFont), width) << text;
      for (const auto& line : wrap(text, std::max(width, 20.0), kFont, 3)) {
        EXPECT_LE(text_width(line, kFont), std::max(width, 20.0)) << text;
      }
    }
  }
}

TEST(SvgText, Wrap) {
  using Lines = std::vector<std::string>;
  const double width = text_width("In-place resize", kFont);
  EXPECT_EQ(wrap("", width, kFont, 2), Lines());
  EXPECT_EQ(wrap("  \t ", width, kFont, 2), Lines());
  EXPECT_EQ(wrap(" Short ", width, kFont, 2), Lines{"Short"});
  EXPECT_EQ(wrap("In-place resize of pods", width, kFont, 2),
            (Lines{"In-place resize", "of pods"}));
  EXPECT_EQ(wrap("In-place resizes of it", width, kFont, 2), (Lines{"In-place", "resizes of it"}));
  EXPECT_EQ(wrap("In-place resize of pods and more", width, kFont, 2),
            (Lines{"In-place resize", "of pods and…"}));
  EXPECT_EQ(wrap("一二三四五六七八", 41, kFont, 2), (Lines{"一二三四", "五六七八"}));
  EXPECT_EQ(wrap("ab", 0, kFont, 3), (Lines{"a", "b"}));
}

TEST(Svg, Number) {
  EXPECT_EQ(number(0), "0");
  EXPECT_EQ(number(12), "12");
  EXPECT_EQ(number(12.5), "12.5");
  EXPECT_EQ(number(12.04), "12");
  EXPECT_EQ(number(-0.04), "0");
  EXPECT_EQ(number(-0.5), "-0.5");
  EXPECT_EQ(number(-7), "-7");
}

TEST(Svg, SafeLink) {
  const std::string_view safe[] = {
      "a.md",  "../a/README.md",  "/a#b", "https://x.org/a?b=c:d", "HTTP://x.org",
      "a/b:c", "?q=javascript:x", "#top"};
  for (const auto link : safe) EXPECT_EQ(safe_link(link), link);
  const std::string_view unsafe[] = {"javascript:alert(1)",
                                     "JavaScript:x",
                                     " javascript:x",
                                     "java\nscript:x",
                                     "data:text/html,x",
                                     "vbscript:x",
                                     "//evil.example/x",
                                     "\\\\evil.example",
                                     "file:///etc/passwd",
                                     "\x01javascript:x",
                                     ""};
  for (const auto link : unsafe) EXPECT_EQ(safe_link(link), "") << link;
}

double luminance(std::string_view colour) {
  const auto channel = [&](std::size_t at) {
    const double value = std::stoi(std::string(colour.substr(at, 2)), nullptr, 16) / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

double contrast(std::string_view a, std::string_view b) {
  const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
  return (light + 0.05) / (dark + 0.05);
}

TEST(Svg, ColoursAreReadable) {
  EXPECT_NEAR(contrast("#ffffff", "#000000"), 21, 0.01);
  for (const auto& colours : {kLight, kDark}) {
    for (const auto ground : {colours.paper, colours.surface}) {
      for (const auto ink :
           {colours.text, colours.faint, colours.active, colours.done, colours.fault}) {
        EXPECT_GE(contrast(ink, ground), 4.5) << ink << " on " << ground;
      }
      EXPECT_GE(contrast(colours.line, ground), 3) << colours.line << " on " << ground;
    }
  }
}

TEST(Svg, Document) {
  Picture picture;
  picture.width = 10.2;
  picture.height = 20;
  picture.title = "a<b \x1b";
  picture.description = "\"d\" & more\xff";
  picture.style = ".milepost .x{font-size:12px}\n";
  picture.rules = [](const Colours& colours) {
    return ".milepost .x{fill:" + std::string(colours.line) + "}\n";
  };
  picture.body = "<g/>\n";
  const std::string text = document(picture);
  EXPECT_EQ(xml_fault(text), "");
  EXPECT_TRUE(
      text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"milepost\" "
                       "role=\"img\" width=\"11\" height=\"20\" viewBox=\"0 0 11 20\">\n"
                       "<title>a&lt;b \\x1b</title>\n"
                       "<desc>&quot;d&quot; &amp; more\\xff</desc>\n"));
  const std::size_t dark = text.find("@media (prefers-color-scheme:dark)");
  ASSERT_NE(dark, text.npos);
  EXPECT_LT(text.find("fill:" + std::string(kLight.line)), dark);
  EXPECT_GT(text.find("fill:" + std::string(kDark.line)), dark);
  picture.has_links = true;
  EXPECT_NE(document(picture).find("role=\"group\""), std::string::npos);
}

TEST(XmlFixture, FindsFaults) {
  EXPECT_EQ(xml_fault("<a b=\"c\"><d/>x &amp; &#10;</a>\n"), "");
  for (const auto* const text :
       {"", "x", "<a>", "<a></b>", "<a/><b/>", "<a b=c/>", "<a b=\"c\" b=\"d\"/>", "<a>&</a>",
        "<a>&nbsp;</a>", "<a>\x1b</a>", "<a", "<a b=\"<\"/>", "<a/>x"}) {
    EXPECT_NE(xml_fault(text), "") << text;
  }
}

}  // namespace
}  // namespace milepost::svg
