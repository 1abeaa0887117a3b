#include "process/title_prefix.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(TitlePrefix, IsReadOffATitle) {
  const struct {
    std::string_view form, title, number, rest;
    bool there = true;
  } cases[] = {
      {"TEP-{number}: ", "TEP-0042: Warm Starts", "0042", "Warm Starts"},
      {"TEP-{number}: ", "tep-42: Warm", "42", "Warm"},
      {"TEP-{number}: ", "TEP-42:", "42", ""},
      {"TEP-{number}: ", "TEP-42", "", "", false},
      {"TEP-{number}: ", "TEP-NNNN: Warm", "", "", false},
      {"TEP-{number}: ", "Warm", "", "", false},
      {"{number:4} ", "0007 Warm", "0007", "Warm"},
      {"RFC: ", "RFC: Warm", "", "Warm"},
      {"Vorschläge №{number} – ", "Vorschläge №7 – Wärme", "7", "Wärme"},
      {"Vorschläge №{number} – ", "Vorschl", "", "", false},
      {"", "Warm", "", "", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.title);
    const auto read = read_title_prefix(c.form, c.title);
    ASSERT_EQ(read.has_value(), c.there);
    if (!read) {
      EXPECT_EQ(without_prefix(c.form, c.title), c.title);
      continue;
    }
    EXPECT_EQ(read->number, c.number);
    EXPECT_EQ(read->title, c.rest);
  }
}

TEST(TitlePrefix, IsWritten) {
  EXPECT_EQ(title_prefix_of("TEP-{number}: ", "42", "0042"), "TEP-0042: ") << "as the path has it";
  EXPECT_EQ(title_prefix_of("TEP-{number}: ", "42", ""), "TEP-42: ");
  EXPECT_EQ(title_prefix_of("TEP-{number:3}: ", "42", "0042"), "TEP-042: ");
  EXPECT_EQ(title_prefix_of("TEP-{number:3}: ", "4211", ""), "TEP-4211: ");
  EXPECT_EQ(title_prefix_of("TEP-{number}: ", "", ""), "") << "there is no number";
  EXPECT_EQ(title_prefix_of("RFC: ", "", ""), "RFC: ");
}

TEST(TitlePrefix, OfATemplate) {
  const std::vector<std::string> numbers = {"NNNN", "0", "0000"};
  const std::vector<std::string> titles = {"NNNN", "Title", "Short Title"};
  const struct {
    std::string_view title, want;
  } cases[] = {
      {"KEP-NNNN: Your short, descriptive title", "KEP-NNNN: "},
      {"KEP-NNNN: <name of the feature>", "KEP-NNNN: "},
      {"KEP-NNNN - Your title", "KEP-NNNN - "},
      {"KEP NNNN \u2013 Your title", "KEP NNNN \u2013 "},
      {"KEP NNNN Your title", "KEP NNNN "},
      {"[KEP-NNNN] Your title", "[KEP-NNNN] "},
      {"RFC 0000: Title", "RFC 0000: "},
      {"NNNN: Title", "NNNN: "},
      {"NNNN. Title", "NNNN. "},
      {"\\[KEP-NNNN\\] Title", "\\[KEP-NNNN\\] "},
      {"[KEP-NNNN](https://example.org/NNNN): Title", "[KEP-NNNN](https://example.org/NNNN): "},
      {"KEP-NNNN:", "KEP-NNNN:"},
      {"KEP: <title>", "KEP: "},
      {"Design: [name]", "Design: "},
      {"Design: {name}", "Design: "},
      {"Design:", "Design:"},
      {"Design - short title", "Design - "},
      {"Design: how to write one", ""},
      {"Title", ""},
      {"<title>", ""},
      {"Title of your proposal", ""},
      {"Our Title Here", ""},
      {"Proposal Title", ""},
      {"Short Title (KEP-NNNN)", ""},
      {"Version 1.0: the plan", ""},
      {"", ""},
  };
  for (const auto& c : cases) EXPECT_EQ(prefix_of_template(c.title, numbers, titles), c.want);
}

TEST(TitlePrefix, IsRefusedWhenWrong) {
  for (const char* form : {"TEP-{number}: ", "{number:9}", "RFC: ", "№ {number} –"}) {
    EXPECT_EQ(fault_of_title_prefix(form), "") << form;
  }
  for (const char* form : {"", "  ", "{slug}: ", "{number:0}", "{number:12}", "{number", "number}",
                           "{number}{number}", "{number:x}"}) {
    EXPECT_NE(fault_of_title_prefix(form), "") << form;
  }
}

}  // namespace
}  // namespace milepost
