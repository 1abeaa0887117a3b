#include "render/wrapped_table.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

const Table kTable{{{"number", true}, {"title", false, true}, {"state"}},
                   {{"7", "one two three four", "at risk"}, {"12", "five", "done"}}};

TEST(WrappedTable, TitlesFirstAndNoLimit) {
  EXPECT_EQ(render_table_wrapped(kTable, {}, 0),
            " number  title               state\n"
            "      7  one two three four  at risk\n"
            "     12  five                done\n");
}

TEST(WrappedTable, BreaksBetweenWords) {
  EXPECT_EQ(render_table_wrapped(kTable, {}, 28),
            " number  title       state\n"
            "      7  one two     at risk\n"
            "         three four\n"
            "     12  five        done\n");
}

TEST(WrappedTable, NotesStandBelow) {
  const std::string notes[] = {"because of this, that and the other", ""};
  EXPECT_EQ(render_table_wrapped(kTable, notes, 36),
            " number  title               state\n"
            "      7  one two three four  at risk\n"
            "         because of this, that and\n"
            "         the other\n"
            "     12  five                done\n");
}

TEST(WrappedTable, ColoursTakeNoRoom) {
  EXPECT_EQ(render_table_wrapped(kTable, {}, 0, {2, {33, 0}}),
            " number  title               state\n"
            "      7  one two three four  \x1b[33mat risk\x1b[0m\n"
            "     12  five                done\n");
}

TEST(WrappedTable, OnlyAWordLongerThanItsColumnIsCut) {
  const Table table{{{"a", false, true}}, {{std::string(60, 'x') + " y"}}};
  EXPECT_EQ(render_table_wrapped(table, {}, 30), " a\n " + std::string(28, 'x') + "…\n y\n");
}

TEST(WrappedTable, AColumnWithoutTextIsLeftOut) {
  EXPECT_EQ(render_table_wrapped({{{"a"}, {"b"}}, {{"1", ""}}}, {}, 80), " a\n 1\n");
  EXPECT_EQ(render_table_wrapped({{{"a"}}, {{"\x1b[31m"}}}, {}, 80).find('\x1b'),
            std::string::npos);
}

}  // namespace
}  // namespace milepost
