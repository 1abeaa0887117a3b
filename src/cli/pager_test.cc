#include "cli/pager.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Pager, Rows) {
  EXPECT_EQ(rows_of("", 80), 0U);
  EXPECT_EQ(rows_of("a\n\nb\n", 80), 3U);
  EXPECT_EQ(rows_of("abcdefghij\nabcdefghijk\n", 10), 3U);
  EXPECT_EQ(rows_of("\x1b[31mabcdefghij\x1b[0m\n", 10), 1U);
  EXPECT_EQ(rows_of("\x1b]8;;file:///a/long/path\x1b\\abc\x1b]8;;\x1b\\\n", 10), 1U);
  EXPECT_EQ(rows_of("●●●●●●●●●●\n", 10), 1U);
  EXPECT_EQ(rows_of("\x1b[", 10), 1U);
}

class PagerOf : public testing::Test {
 protected:
  void TearDown() override {
    for (const char* name : {"MILEPOST_PAGER", "PAGER", "TERM"}) unsetenv(name);
  }

  static std::string command(std::optional<const char*> own, std::optional<const char*> common,
                             const char* terminal = "xterm") {
    own ? setenv("MILEPOST_PAGER", *own, 1) : unsetenv("MILEPOST_PAGER");
    common ? setenv("PAGER", *common, 1) : unsetenv("PAGER");
    setenv("TERM", terminal, 1);
    return pager_command();
  }
};

TEST_F(PagerOf, TheEnvironment) {
  EXPECT_EQ(command({}, {}), "less");
  EXPECT_EQ(command({}, "more -s"), "more -s");
  EXPECT_EQ(command("most", "more"), "most");
  EXPECT_EQ(command("", "more"), "");
  EXPECT_EQ(command("cat", "more"), "");
  EXPECT_EQ(command({}, ""), "");
  EXPECT_EQ(command({}, {}, "dumb"), "");
  EXPECT_EQ(command("most", {}, "dumb"), "most");
}

TEST(Pager, ShowsAllOrIsClosedEarly) {
  std::signal(SIGPIPE, SIG_IGN);
  const std::string file = std::filesystem::path(testing::TempDir()) / "paged";
  const std::string text(1U << 20U, 'x');
  EXPECT_TRUE(page("cat > '" + file + "'", text));
  std::ifstream shown(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(shown), {}), text);
  EXPECT_TRUE(page("head -c 1 > /dev/null", text));
  EXPECT_FALSE(page("no-such-pager-anywhere 2>/dev/null", text));
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace milepost
