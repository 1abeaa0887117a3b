#include <algorithm>

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "features/findings/formats.h"
#include "features/findings/run_fixture.h"

namespace milepost::findings {
namespace {

const std::string kReadme =
    "# Faster probes\n"
    "\n"
    "### Notes\n"
    "\n"
    "## Drawbacks\n";

RunFixture sample() {
  RunFixture fixture;
  fixture.file("keps/1/README.md", kReadme);
  fixture.error({17, 17}, "\"Risks\" is required from alpha").note("it belongs after this section");
  fixture.warning({28, 40}, "\"Drawbacks\" has only the template's instructions");
  fixture.info({0, 0}, "\"Testing Plan\" is taken for \"Test Plan\" (same words)");
  fixture.file("keps/1/kep.yaml", "title: x\nstatus: implementible\n");
  fixture.error({17, 30}, "status \"implementible\" is unknown").note("did you mean \"done\"?");
  return fixture.proposals(319);
}

TextOptions on_terminal() {
  TextOptions options;
  options.terminal = true;
  return options;
}

TEST(Text, OnATerminal) {
  auto options = on_terminal();
  options.elapsed = std::chrono::milliseconds(41);
  options.columns = 100;
  EXPECT_EQ(render_text(sample().run(), options),
            R"(keps/1/README.md
  error MP201 section-missing  "Risks" is required from alpha
       3 │ ### Notes
         │ ^ it belongs after this section
  warning MP203 section-unfilled  "Drawbacks" has only the template's instructions
       5 │ ## Drawbacks
         │ ^^^^^^^^^^^^
  info MP206 section-renamed  "Testing Plan" is taken for "Test Plan" (same words)

keps/1/kep.yaml
  error MP201 section-missing  status "implementible" is unknown
       2 │ status: implementible
         │         ^^^^^^^^^^^^^ did you mean "done"?

319 proposals, 2 errors, 1 warning, 1 info in 41 ms        milepost explain MP201 tells more
)");
}

TEST(Text, InAPipe) {
  EXPECT_EQ(
      render_text(sample().run(), {}),
      R"(keps/1/README.md:3:1: error MP201 section-missing  "Risks" is required from alpha (it belongs after this section)
keps/1/README.md:5:1: warning MP203 section-unfilled  "Drawbacks" has only the template's instructions
keps/1/README.md:1:1: info MP206 section-renamed  "Testing Plan" is taken for "Test Plan" (same words)
keps/1/kep.yaml:2:9: error MP201 section-missing  status "implementible" is unknown (did you mean "done"?)
319 proposals, 2 errors, 1 warning, 1 info
)");
}

TEST(Text, NarrowTerminal) {
  auto options = on_terminal();
  options.columns = 50;
  RunFixture fixture;
  fixture.file("a.md", "status: implementible and so on and on and on and on\n");
  fixture.error({8, 21}, "status \"implementible\" is none of the statuses of the process")
      .note("did you mean \"implementable\", or \"implemented\"?");
  EXPECT_EQ(render_text(fixture.run(), options),
            R"(a.md
  error MP201 section-missing  status
      "implementible" is none of the statuses of
      the process
       1 │ status: implementible and so on and o…
         │         ^^^^^^^^^^^^^
         │ did you mean "implementable", or
         │ "implemented"?

1 file, 1 error
milepost explain MP201 tells more
)");
}

TEST(Text, Summaries) {
  struct Case {
    const char* name;
    RunFixture fixture;
    std::string want;
  };
  RunFixture clean;
  RunFixture one_file;
  one_file.file("a.md", "x");
  RunFixture unread;
  RunFixture few;
  few.file("a.md", "x").info({0, 1}, "m");
  const Case cases[] = {
      {"clean", clean.proposals(319), "319 proposals, nothing to report\n"},
      {"one", RunFixture().proposals(1), "1 proposal, nothing to report\n"},
      {"nothing there", {}, "no proposals found\n"},
      {"a file", one_file, "1 file, nothing to report\n"},
      {"trouble", unread.proposals(2).read_error("b.md", "gone"),
       "2 proposals, nothing to report, 1 could not be checked\n"},
      {"infos only", few,
       "a.md:1:1: info MP206 section-renamed  m\n"
       "1 file, 1 info\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(render_text(c.fixture.run(), {}), c.want);
    TextOptions quiet;
    quiet.quiet = true;
    EXPECT_EQ(render_text(c.fixture.run(), quiet), "");
  }
}

TEST(Text, QuietKeepsErrorsAndWarnings) {
  TextOptions options;
  options.quiet = true;
  const std::string text = render_text(sample().run(), options);
  EXPECT_EQ(std::ranges::count(text, '\n'), 3);
  EXPECT_EQ(text.find("info"), std::string::npos);
  EXPECT_EQ(text.find("proposals"), std::string::npos);
}

TEST(Text, SaysWhatWasAssumedOnATerminal) {
  auto fixture = sample();
  fixture.assume("process kep, recognised by kep.yaml");
  const std::string text = render_text(fixture.run(), on_terminal());
  EXPECT_NE(text.find("\nprocess kep, recognised by kep.yaml\n319 proposals"), std::string::npos);
  EXPECT_EQ(render_text(fixture.run(), {}).find("recognised"), std::string::npos)
      << "a pipe has findings alone";
  RunFixture clean;
  clean.proposals(3).assume("process kep, recognised by kep.yaml");
  EXPECT_EQ(render_text(clean.run(), on_terminal()),
            "process kep, recognised by kep.yaml\n3 proposals, nothing to report\n");
}

TEST(Text, ColourMarksSeverityOnly) {
  auto options = on_terminal();
  options.colour = true;
  const std::string text = render_text(sample().run(), options);
  EXPECT_NE(text.find("  \x1b[31merror\x1b[0m MP201"), std::string::npos);
  EXPECT_NE(text.find("  \x1b[33mwarning\x1b[0m MP203"), std::string::npos);
  EXPECT_NE(text.find("  \x1b[36minfo\x1b[0m MP206"), std::string::npos);
  EXPECT_NE(text.find("│ \x1b[33m^^^^^^^^^^^^\x1b[0m\n"), std::string::npos);

  // Without the escapes it is the text without colour.
  std::string plain = text;
  for (std::size_t at = 0; (at = plain.find('\x1b', at)) != std::string::npos;) {
    plain.erase(at, plain.find('m', at) + 1 - at);
  }
  EXPECT_EQ(plain, render_text(sample().run(), on_terminal()));
}

TEST(Text, FilesWithoutALineToShow) {
  RunFixture fixture;
  fixture.file("empty.md", "").error({0, 0}, "there is no title").note("begin with one");
  EXPECT_EQ(render_text(fixture.run(), on_terminal()),
            "empty.md\n"
            "  error MP201 section-missing  there is no title (begin with one)\n"
            "\n"
            "1 file, 1 error        milepost explain MP201 tells more\n");
  EXPECT_EQ(render_text(fixture.run(), {}),
            "empty.md:1:1: error MP201 section-missing  there is no title (begin with one)\n"
            "1 file, 1 error\n");
}

TEST(Text, AFindingWithoutASource) {
  RunFixture fixture;
  fixture.error({0, 0}, "nothing to point at");
  EXPECT_EQ(render_text(fixture.run(), {}),
            "error MP201 section-missing  nothing to point at\nno proposals found, 1 error\n");
  EXPECT_NE(render_text(fixture.run(), on_terminal()).find("  error MP201"), std::string::npos);
}

TEST(Text, NothingHostileReachesTheTerminal) {
  auto options = on_terminal();
  for (const bool terminal : {true, false}) {
    options.terminal = terminal;
    const std::string text = render_text(hostile_run().run(), options);
    EXPECT_EQ(utf8::find_invalid(text), std::string::npos) << text;
    EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos);
    EXPECT_EQ(text.find("\u202E"), std::string::npos);
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      EXPECT_TRUE(byte == '\n' || (byte >= 0x20 && byte != 0x7F)) << static_cast<int>(byte);
    }
  }
}

TEST(Text, Durations) {
  EXPECT_EQ(describe(std::chrono::milliseconds(0)), "0 ms");
  EXPECT_EQ(describe(std::chrono::milliseconds(999)), "999 ms");
  EXPECT_EQ(describe(std::chrono::milliseconds(2540)), "2.5 s");
  EXPECT_EQ(describe(std::chrono::seconds(200)), "3 min");
}

}  // namespace
}  // namespace milepost::findings
