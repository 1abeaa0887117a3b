// Hostile documents cost time in proportion to their length.
//
// Each shape is scanned at a size and at sixteen times that size. Linear work takes
// sixteen times as long, a little more when it outgrows a cache, quadratic work 256
// times; the limit lies well between. What is measured is the processor time of this
// thread, the best of several tries, and a shape that seems too slow gets more tries:
// a busy machine can make a try slow, but not every one. (Counting steps in the scanner would be
// exact, but would have to be kept in every loop; a loop without a counter is the one that goes
// wrong.)

#include <algorithm>
#include <ctime>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "base/source.h"
#include "render/markdown_html.h"
#include "text/anchors.h"
#include "text/document.h"
#include "text/inline.h"

namespace milepost {
namespace {

std::string repeat(std::string_view text, std::size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

// For shapes whose length grows with the square of a count.
std::size_t root(std::size_t bytes) {
  std::size_t count = 1;
  while (count * count < bytes) ++count;
  return count;
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

using Work = std::function<void(const std::string& text)>;

void read_document(const std::string& text) {
  const Document document(std::make_shared<Source>("hostile.md", text));
  const auto links = find_links(document);
  const auto plain = plain_text(text);
  const Anchors anchors(document);
}

double seconds_of(const Work& work, const std::string& text, int tries) {
  double best = 1e9;
  for (int i = 0; i < tries; ++i) {
    const double start = processor_seconds();
    work(text);
    best = std::min(best, processor_seconds() - start);
  }
  return best;
}

struct Shape {
  const char* name;
  std::function<std::string(std::size_t)> make;  // of about so many bytes
};

std::function<std::string(std::size_t)> repeated(std::string text) {
  return [text](std::size_t bytes) { return repeat(text, bytes / text.size()); };
}

const Shape kShapes[] = {
    {"nested strong emphasis",
     [](std::size_t n) { return repeat("*a **a ", n / 14) + "b" + repeat(" a** a*", n / 14); }},
    {"emphasis closers", repeated("a_ ")},
    {"emphasis openers", repeated("_a ")},
    {"mismatched emphasis", repeated("*a_ ")},
    {"multiples of three", [](std::size_t n) { return "a**b" + repeat("c* ", n / 3); }},
    {"a**b", repeated("a**b")},
    {"stars", [](std::size_t n) { return repeat("*", n); }},
    {"stars and words", repeated("*a* **b** ***c*** ")},
    {"strikethrough of two lengths", repeated("~a ~~b ")},
    {"tildes beside stars", repeated("*~~~~")},
    {"link closers", repeated("a]")},
    {"link openers", repeated("[a")},
    {"link openers and emphasis closers", repeated("[ a_")},
    {"brackets", [](std::size_t n) { return repeat("[", n / 2) + "a" + repeat("]", n / 2); }},
    {"bracket, parenthesis", repeated("[ (](")},
    {"images in nothing", repeated("![[]()")},
    {"images and links", repeated("![a[b](c) http://d.e ")},
    {"unclosed link", repeated("[a](b")},
    {"unclosed pointed link", repeated("[a](<b")},
    {"unclosed title", repeated("[a](b \"c ")},
    {"parentheses in a destination", [](std::size_t n) { return "[a](" + repeat("(", n); }},
    {"backticks of every length",
     [](std::size_t n) {
       std::string out;
       for (std::size_t i = 1; out.size() < n; ++i) out += "e" + repeat("`", i);
       return out;
     }},
    {"backticks apart", repeated("`a``b```c")},
    {"unclosed comments in text", [](std::size_t n) { return "</" + repeat("<!--", n / 4); }},
    {"unclosed comments on lines", repeated("x <!-- y\n\n")},
    {"comment ends", repeated("a -->\n")},
    {"comments", repeated("<!-- a -->\n")},
    {"comments in a paragraph", repeated("x <!-- a --> ")},
    {"unclosed comment", [](std::size_t n) { return "<!--\n" + repeat("a\n<!--\n", n / 7); }},
    {"instructions", repeated("a <?")},
    {"declarations", repeated("a <!A ")},
    {"character data", repeated("a <![CDATA[")},
    {"unclosed tags", repeated("<a ")},
    {"unclosed attributes", repeated("<a b=\"<a b='")},
    {"tags", repeated("<a b='c'>")},
    {"unclosed ids in a block", [](std::size_t n) { return "<p\n" + repeat("<a id=\"b'", n / 9); }},
    {"unclosed headings as HTML", [](std::size_t n) { return "<p\n" + repeat("<h1>", n / 4); }},
    {"entities", repeated("&amp;&#35;&x")},
    {"bare domains", repeated("www._")},
    {"bare links", repeated("http://a.b/(c")},
    {"colons", repeated("http:://")},
    {"quotes in quotes", repeated("> ")},
    {"quotes in quotes, many lines", repeated(">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>a\n")},
    {"emphasis in deep quotes",
     [](std::size_t n) { return repeat(">", n / 3) + repeat("a*", n / 3); }},
    {"lists in lists, one line", repeated("- ")},
    {"stars as lists", [](std::size_t n) { return repeat("* ", n / 2) + "a"; }},
    {"lists in lists, indented",
     [](std::size_t n) {
       std::string out;
       for (std::size_t i = 0; i < root(n); ++i) out += repeat("  ", i) + "* a\n";
       return out;
     }},
    {"blank lines in deep lists",
     [](std::size_t n) { return repeat("- ", n / 4) + "x" + repeat("\n", n / 2); }},
    {"blank lines in deep lists in quotes",
     [](std::size_t n) { return "> " + repeat("- ", n / 4) + "x\n" + repeat(">\n", n / 4); }},
    {"long list", repeated("- a\n")},
    {"ordered lists that break off", repeated("1. a\n1) b\n")},
    {"blanks in deep lists",
     [](std::size_t n) { return repeat("- ", 99) + "a\n" + repeat(" ", n); }},
    {"lazy lines", [](std::size_t n) { return "> > > a\n" + repeat("b\n", n / 2); }},
    {"headings", repeated("# a *b* [c]\n")},
    {"headings that number themselves",
     [](std::size_t n) {
       std::string out;
       for (std::size_t i = 0; out.size() < n; ++i) out += "# a " + std::to_string(i) + "\n# a\n";
       return out;
     }},
    {"images in a heading", [](std::size_t n) { return "# " + repeat("![a](b)", n / 7); }},
    {"setext", repeated("a\n-\n")},
    {"one long heading", [](std::size_t n) { return "# " + repeat("`a` *b ", n / 7); }},
    {"fences", repeated("```\n~~~\n")},
    {"table of many cells",
     [](std::size_t n) { return repeat("a|", n / 4) + "\n" + repeat("-|", n / 4) + "\n"; }},
    {"table of many rows", [](std::size_t n) { return "a|b\n-|-\n" + repeat("c|d\n", n / 4); }},
    {"delimiter rows", repeated("|-|-|\n|-|\n")},
    {"definitions",
     [](std::size_t n) {
       std::string out;
       for (std::size_t i = 0; out.size() < n / 2; ++i) out += "[" + std::to_string(i) + "]: u\n";
       return out + "\n" + repeat("[0] ", n / 8);
     }},
    {"definitions with the same label", repeated("[a]: u\n")},
    {"definitions without a title's end", repeated("[a]: u\n(x\n\n")},
    {"unclosed labels", repeated("[a\n")},
    {"boxes", repeated("- [ ] **a** b\n")},
    {"bold without an end", repeated("- **a\n")},
    {"unresolved on one line", repeated("<<[UNRESOLVED a ")},
    {"unresolved in code", repeated("`a` <<[UNRESOLVED a]>> ")},
    {"unresolved closers", repeated("<!-- <<[UNRESOLVED]>> -->\n<<[/UNRESOLVED]>>\n")},
    {"damaged characters", repeated("â€”Ã©é”—")},
    {"bad bytes", repeated("\xC3\xFF\x80")},
    {"carriage returns", repeated("a\r")},
    {"zero bytes", [](std::size_t n) { return std::string(n, '\0'); }},
};

// What md4c alone takes quadratic time for, and what our writing of HTML might.
const Shape kRenderedShapes[] = {
    {"brackets on many lines", repeated("[a]\n")},
    {"links on many lines", repeated("[a](b\n)")},
    {"addresses on many lines", repeated("http://a.b\r\n")},
    {"bare domains, many words", repeated("www.a.b ")},
    {"formatting in formatting", repeated("<b>")},
    {"formatting and blocks", [](std::size_t n) { return "<div>\n" + repeat("<b><div>", n / 8); }},
    {"items", [](std::size_t n) { return "<ul>\n" + repeat("<li><b>", n / 7); }},
    {"cells", [](std::size_t n) { return "<table>\n" + repeat("<tr><td>", n / 8); }},
    {"blocks without end", repeated("<details>\n\n")},
    {"notes", repeated("[^1]: a b\n")},
    {"quotes in code", [](std::size_t n) { return "```go\n" + repeat("\\\"\\'", n / 4); }},
    {"comments in code", [](std::size_t n) { return "```go\n" + repeat("/*", n / 2); }},
};

void expect_linear(std::span<const Shape> shapes, const Work& work) {
  constexpr std::size_t kBytes = 24 * 1024;
  constexpr std::size_t kTimes = 16;
  constexpr double kMostGrowth = 80;
  constexpr double kTooFastToTell = 0.002;
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(shape.name);
    const std::string small = shape.make(kBytes);
    const std::string large = shape.make(kTimes * kBytes);
    ASSERT_GE(large.size(), kTimes * small.size() * 3 / 4);
    ASSERT_LE(large.size(), kTimes * small.size() * 5 / 4);
    double growth = 0;
    double seconds = 0;
    for (const int tries : {1, 4, 15, 40}) {
      seconds = seconds_of(work, large, tries);
      growth = seconds / seconds_of(work, small, tries);
      if (growth < kMostGrowth || seconds < kTooFastToTell) break;
    }
    EXPECT_TRUE(growth < kMostGrowth || seconds < kTooFastToTell)
        << growth << " times as long, " << seconds << " s";
  }
}

TEST(Pathological, TimeGrowsWithLength) { expect_linear(kShapes, read_document); }

TEST(Pathological, TimeToRenderGrowsWithLength) {
  const Work render = [](const std::string& text) { render_markdown(text); };
  expect_linear(kShapes, render);
  expect_linear(kRenderedShapes, render);
}

TEST(Pathological, NestingEndsAtTheLimit) {
  for (const char* marker : {"> ", "- ", "1. "}) {
    SCOPED_TRACE(marker);
    const auto source = std::make_shared<Source>("deep.md", repeat(marker, 5000) + "text");
    const Document document(source);
    int deepest = 0;
    for (const Block& block : document.blocks()) {
      int depth = 0;
      for (std::uint32_t i = block.parent; i != kNone; i = document.blocks()[i].parent) {
        if (document.blocks()[i].kind != BlockKind::kList) ++depth;
      }
      deepest = std::max(deepest, depth);
    }
    EXPECT_EQ(deepest, kLimits.nesting);
    ASSERT_EQ(document.problems().size(), 1U);
    EXPECT_EQ(document.problems()[0].kind, ProblemKind::kTooDeep);
  }
}

}  // namespace
}  // namespace milepost
