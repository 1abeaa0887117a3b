#include <algorithm>

#include <gtest/gtest.h>

#include "features/findings/formats.h"
#include "features/findings/run_fixture.h"

namespace milepost::findings {
namespace {

TEST(Github, MostSevereFirst) {
  RunFixture fixture;
  fixture.file("a.md", "abc\ndef\n");
  fixture.info({0, 0}, "i").warning({0, 6}, "w").error({4, 7}, "e").note("n");
  EXPECT_EQ(render_github(fixture.run()),
            "::error file=a.md,line=2,endLine=2,col=1,endColumn=4,title=MP201 "
            "section-missing::e (n)\n"
            "::warning file=a.md,line=1,endLine=2,title=MP203 section-unfilled::w\n"
            "::notice file=a.md,line=1,endLine=1,title=MP206 section-renamed::i\n");
}

TEST(Github, AWholeLineIsOneLine) {
  RunFixture fixture;
  fixture.file("a.md", "abc\ndef\n").error({0, 4}, "e");
  EXPECT_EQ(render_github(fixture.run()),
            "::error file=a.md,line=1,endLine=1,title=MP201 section-missing::e\n");
}

TEST(Github, CleanSaysNothing) { EXPECT_EQ(render_github(findings::Run{}), ""); }

TEST(Github, AtMostTenThenACount) {
  RunFixture fixture;
  fixture.file("a.md", "abc\n").read_error("b.md", "gone");
  for (int i = 0; i < 8; ++i) fixture.warning({0, 1}, "w");
  for (int i = 0; i < 4; ++i) fixture.info({0, 1}, "i");
  fixture.error({0, 1}, "e");
  const std::string text = render_github(fixture.run());
  EXPECT_EQ(std::ranges::count(text, '\n'), 11);
  EXPECT_TRUE(
      text.starts_with("::error file=b.md,title=could not be checked::gone\n"
                       "::error file=a.md,"))
      << text;
  EXPECT_TRUE(
      text.ends_with("::notice title=milepost::and 4 infos more; milepost check lists them\n"))
      << text;
}

TEST(Github, TenAreNotTooMany) {
  RunFixture fixture;
  fixture.file("a.md", "abc\n");
  for (int i = 0; i < 10; ++i) fixture.warning({0, 1}, "w");
  EXPECT_EQ(render_github(fixture.run()).find("more"), std::string::npos);
}

TEST(Github, NothingHostileMakesACommand) {
  const std::string text = render_github(hostile_run().run());
  EXPECT_EQ(text,
            "::error file=gone\\x1b[2J\\n%3A%3Ax\\xff,title=could not be checked::no\\x1b "
            "such\\xff\\nfile\n"
            "::error file=a\\x1b[2J\\n%3A%3Aerror%3A%3A%25%2Cb\\xff.md,line=1,endLine=1,col=1,"
            "endColumn=7,title=MP201 section-missing::\\x1b[31m \"<&>\" %250A ::set-output::\\r\\n "
            "\\xff\\xf0 ]]> (\\x1b[0m\\x7f\\x9b)\n");
}

}  // namespace
}  // namespace milepost::findings
