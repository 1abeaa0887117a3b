#include <gtest/gtest.h>

#include "base/utf8.h"
#include "features/findings/formats.h"
#include "features/findings/run_fixture.h"

namespace milepost::findings {
namespace {

RunFixture sample() {
  RunFixture fixture;
  fixture.file("a.md", "abc\n").error({0, 3}, "\"Risks\" is missing").note("n");
  fixture.warning({1, 2}, "w");
  fixture.file("b.md", "abc\n").info({0, 0}, "i");
  return fixture.read_error("c.md", "gone");
}

TEST(Junit, WhatFailsTheRunFails) {
  EXPECT_EQ(render_junit(sample().run(), false), R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="milepost" tests="4" failures="1" errors="1">
  <testsuite name="c.md" tests="1" failures="0" errors="1" skipped="0">
    <testcase classname="c.md" name="could be checked">
      <error type="trouble" message="gone"/>
    </testcase>
  </testsuite>
  <testsuite name="a.md" tests="2" failures="1" errors="0" skipped="0">
    <testcase classname="a.md" name="MP201 section-missing 1:1">
      <failure type="MP201" message="&quot;Risks&quot; is missing (n)">a.md:1:1: error MP201  &quot;Risks&quot; is missing (n)</failure>
    </testcase>
    <testcase classname="a.md" name="MP203 section-unfilled 1:2">
      <system-out>a.md:1:2: warning MP203  w</system-out>
    </testcase>
  </testsuite>
  <testsuite name="b.md" tests="1" failures="0" errors="0" skipped="0">
    <testcase classname="b.md" name="MP206 section-renamed 1:1">
      <system-out>b.md:1:1: info MP206  i</system-out>
    </testcase>
  </testsuite>
</testsuites>
)xml");
}

TEST(Junit, StrictFailsWarnings) {
  const std::string text = render_junit(sample().run(), true);
  EXPECT_NE(text.find("tests=\"4\" failures=\"2\" errors=\"1\">"), std::string::npos);
  EXPECT_NE(text.find("<failure type=\"MP203\" message=\"w\">"), std::string::npos);
}

TEST(Junit, ACleanRunHasACase) {
  RunFixture fixture;
  fixture.file("a.md", "x");
  EXPECT_EQ(render_junit(fixture.run(), false), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="milepost" tests="1" failures="0" errors="0">
  <testsuite name="milepost" tests="1" failures="0" errors="0" skipped="0">
    <testcase classname="milepost" name="1 file"/>
  </testsuite>
</testsuites>
)");
}

TEST(Junit, NothingHostileBreaksTheXml) {
  const std::string text = render_junit(hostile_run().run(), false);
  EXPECT_EQ(utf8::find_invalid(text), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("]]>"), std::string::npos);
  EXPECT_NE(text.find("&quot;&lt;&amp;&gt;&quot;"), std::string::npos);
}

}  // namespace
}  // namespace milepost::findings
