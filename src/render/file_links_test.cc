#include "render/file_links.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(FileLinks, LeadToTheFileAndItsLine) {
  struct Case {
    const char* name;
    FileLinks links;
    const char* path;
    std::uint32_t line;
    const char* want;
  };
  const FileLinks plain{"file://host", "", "/r"};
  const Case cases[] = {
      {"none", {}, "a.md", 3, "a.md:3"},
      {"plain", plain, "a.md", 3, "\x1b]8;;file://host/r/a.md\x1b\\a.md:3\x1b]8;;\x1b\\"},
      {"absolute", plain, "/b.md", 0, "\x1b]8;;file://host/b.md\x1b\\a.md:3\x1b]8;;\x1b\\"},
      {"line",
       {"file://", "#", "/r"},
       "a.md",
       3,
       "\x1b]8;;file:///r/a.md#3\x1b\\a.md:3\x1b]8;;\x1b\\"},
      {"hostile", plain, "a\x1b\\ b\x07.md", 0,
       "\x1b]8;;file://host/r/a%1B%5C%20b%07.md\x1b\\a.md:3\x1b]8;;\x1b\\"},
      {"standard input", plain, "-", 3, "a.md:3"},
      {"no path", plain, "", 3, "a.md:3"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string shown = c.links.link(c.path, c.line, "a.md:3");
    EXPECT_EQ(shown, c.want);
    EXPECT_EQ(without_links("x " + shown + " y"), "x a.md:3 y");
  }
}

TEST(FileLinks, WhatNeverEndsIsLeftOut) {
  EXPECT_EQ(without_links("a\x1b]8;;file:///b"), "a");
  EXPECT_EQ(without_links("\x1b[31ma\x1b[0m"), "\x1b[31ma\x1b[0m");
}

}  // namespace
}  // namespace milepost
