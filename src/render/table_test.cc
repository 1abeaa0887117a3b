#include "render/table.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

Table sample() {
  return {{{"number", true, false}, {"title", false, true}, {"note", false, false}},
          {{"7", "Faster probes for slow nodes", "x"}, {"4211", "Volumes", ""}}};
}

TEST(Table, AlignsItsColumns) {
  EXPECT_EQ(render_table_text(sample(), 0),
            "    7  Faster probes for slow nodes  x\n"
            " 4211  Volumes\n");
}

TEST(Table, IsCutToTheTerminal) {
  EXPECT_EQ(render_table_text(sample(), 26),
            "    7  Faster probes f…  x\n"
            " 4211  Volumes\n");
  // A title is not cut past the point where it says anything: what follows it goes below.
  EXPECT_EQ(render_table_text(sample(), 22),
            "    7  Faster prob…  x\n"
            " 4211  Volumes\n");
  EXPECT_EQ(render_table_text(sample(), 21),
            "    7  Faster probes…\n"
            "       x\n"
            " 4211  Volumes\n");
}

TEST(Table, FoldsWhatIsTooWide) {
  const Table table{{{"n", true, false}, {"t", false, true}, {"a"}, {"b"}, {"c"}},
                    {{"1", "Title", "aaaaaaaa", "bbbbbbbb", "cccccccc"}, {"2", "T", "", "", "c"}}};
  EXPECT_EQ(render_table_text(table, 26),
            " 1  Title\n"
            "       aaaaaaaa  bbbbbbbb\n"
            "       cccccccc\n"
            " 2  T\n"
            "       c\n");
}

TEST(Table, CutsWideCharactersWhole) {
  EXPECT_EQ(fitted("日本語の題", 5), "日本…");
  EXPECT_EQ(fitted("日本語の題", 10), "日本語の題");
  EXPECT_EQ(fitted("ab cd", 4), "ab…");
  EXPECT_EQ(fitted("", 0), "");
}

TEST(Table, ControlsNoTerminal) {
  EXPECT_EQ(render_table_text({{{"t", false, false}}, {{"a\x1b[2Jb\nc"}}}, 0), " a\\x1b[2Jb\\nc\n");
}

TEST(Table, QuotesForSpreadsheets) {
  const Table table{{{"a", false, false}, {"b", false, false}},
                    {{"x,y", "say \"hi\""}, {"=1+1", "two\nlines"}, {"@jane", "-1"}}};
  EXPECT_EQ(render_table_csv(table, false),
            "a,b\r\n\"x,y\",\"say \"\"hi\"\"\"\r\n'=1+1,\"two\nlines\"\r\n@jane,'-1\r\n");
}

TEST(Table, FormulasAreTextForSpreadsheets) {
  const Table table{
      {{"a", false, false}},
      {{"@SUM(1+1)"}, {"@x|'y'!z"}, {"@jane, @my-org/team"}, {"+1"}, {"\t=1"}, {"a=1"}}};
  EXPECT_EQ(render_table_csv(table, false),
            "a\r\n'@SUM(1+1)\r\n'@x|'y'!z\r\n\"@jane, @my-org/team\"\r\n'+1\r\n'\t=1\r\na=1\r\n");
}

TEST(Table, CsvControlsNoTerminal) {
  const std::string hostile = "a\x1b[2J\u202Eb\xc2\x9b\nc\td";
  const Table table{{{"a", false, false}}, {{hostile}}};
  EXPECT_EQ(render_table_csv(table, false), "a\r\n\"" + hostile + "\"\r\n");
  EXPECT_EQ(render_table_csv(table, true), "a\r\na\\x1b[2J\\u{202e}b\\x9b\\nc d\r\n");
}

TEST(Table, CsvIsUtf8) {
  const Table table{{{"a", false, false}}, {{"caf\xe9 \xff"}, {"café"}}};
  EXPECT_EQ(render_table_csv(table, false), "a\r\ncaf\uFFFD \uFFFD\r\ncafé\r\n");
}

TEST(Table, EscapesMarkdown) {
  const Table table{{{"n", true, false}, {"t", false, false}}, {{"1", "a|b <i>*c*</i>"}}};
  EXPECT_EQ(render_table_markdown(table),
            "| n | t |\n|---:|---|\n| 1 | a\\|b \\<i\\>\\*c\\*\\</i\\> |\n");
}

}  // namespace
}  // namespace milepost
