#include "features/track/pull_list.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace milepost::track {
namespace {

// "line reference state [label…]" of each, then "line! why" of what is bad.
std::string shown(std::string_view text) {
  const auto list = read_pull_list(text);
  if (!list) return "error: " + list.error().message;
  std::string out;
  for (const ListedPull& pull : list->pulls) {
    out += fmt::format("{} {} {}", pull.line, pull.reference, name(pull.state));
    for (const std::string& label : pull.labels) out += fmt::format(" [{}]", label);
    out += "\n";
  }
  for (const BadRow& row : list->bad) out += fmt::format("{}! {}\n", row.line, row.why);
  return out;
}

constexpr std::string_view kUrl = "https://github.com/lane/lane/pull/";

std::string json_row(int number, std::string_view more) {
  return fmt::format(R"({{"number":{},"title":"t","url":"{}{}",{}}})", number, kUrl, number, more);
}

TEST(PullList, OfGh) {
  struct Case {
    std::string_view name;
    std::string text;
    std::string want;
  };
  const std::string open = json_row(1, R"("state":"OPEN","mergedAt":null,"labels":[])");
  const Case cases[] = {
      {"an empty list", " [ ]\n", ""},
      {"open, merged and closed",
       "[" + open + ",\n" +
           json_row(2, R"("state":"MERGED","mergedAt":"2026-01-02T03:04:05Z","labels":[])") +
           ",\n" + json_row(3, R"("state":"CLOSED","mergedAt":null)") + "]",
       "1 lane/lane#1 open\n2 lane/lane#2 merged\n3 lane/lane#3 closed\n"},
      {"closed by being merged",
       "[" + json_row(2, R"("state":"closed","mergedAt":"2026-01-02T03:04:05Z")") + "]",
       "1 lane/lane#2 merged\n"},
      {"labels",
       "[" + json_row(1, R"("state":"OPEN","labels":[{"name":"a"},{"id":1,"name":"b"}])") + "]",
       "1 lane/lane#1 open [a] [b]\n"},
      {"a mark before it", "\xef\xbb\xbf[" + open + "]", "1 lane/lane#1 open\n"},
      {"the same twice", "[" + open + ",\n" + open + "]", "1 lane/lane#1 open\n"},
      {"twice, and otherwise", "[" + open + ",\n" + json_row(1, R"("state":"CLOSED")") + "]",
       "1 lane/lane#1 open\n2! lane/lane#1 is closed here, and open in line 1\n"},
      {"rows that are wrong",
       "[\n{\"a\": tru},\n7,\n" + json_row(4, R"("state":"DRAFT")") + ",\n" +
           json_row(5, R"("state":"OPEN","mergedAt":"soon")") + ",\n" +
           json_row(6, R"("state":"OPEN","labels":{})") + ",\n" +
           json_row(7, R"("state":"OPEN","labels":[3])") + ",\n" + json_row(8, R"("state":3)") +
           ",\n" + R"({"state":"OPEN"})" + ",\n" +
           R"({"state":"OPEN","url":"https://github.com/lane/lane/issues/3"})" + ",\n" +
           R"({"state":"OPEN","number":5,"url":"https://github.com/lane/lane/pull/3"})" + ",\n" +
           open + "]",
       "12 lane/lane#1 open\n"
       "2! it is no JSON, or is nested too deep\n"
       "3! it is no pull request: {\"number\": … is expected\n"
       "4! its state is \"DRAFT\": OPEN, MERGED or CLOSED is expected\n"
       "5! mergedAt is \"soon\", which is no time\n"
       "6! its labels are no list\n"
       "7! a label has no name\n"
       "8! its state is no text\n"
       "9! it has no url\n"
       "10! \"https://github.com/lane/lane/issues/3\" is no address of a pull request\n"
       "11! its number is 5, but its url is https://github.com/lane/lane/pull/3\n"},
      {"nested too deep", "[" + std::string(100, '[') + std::string(100, ']') + "]",
       "1! it is no JSON, or is nested too deep\n"},
      {"brackets and quotes in texts",
       R"([{"title":"a ] \" } , [","state":"OPEN","url":"https://h/o/r/pull/1"}])",
       "1 o/r#1 open\n"},
      {"not closed", "[" + open + ",\n", "error: is no JSON: the list breaks off in line 2"},
      {"a text that is not closed", "[\"" + open,
       "error: is no JSON: the list breaks off in line 1"},
      {"closed twice", "[" + open + "]]", "error: is no JSON: the list breaks off in line 1"},
      {"an object", open,
       "error: is neither the JSON of gh pr list nor CSV: its first line has no column \"title\""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(shown(c.text), c.want);
  }
}

TEST(PullList, InCsv) {
  struct Case {
    std::string_view name;
    std::string_view text;
    std::string_view want;
  };
  const Case cases[] = {
      {"nothing", "  \n", "error: is empty"},
      {"no text", std::string_view("a\0b", 3), "error: is neither the JSON of gh pr list nor CSV"},
      {"prose", "Dear all,\n",
       "error: is neither the JSON of gh pr list nor CSV: its first line has no column \"title\""},
      {"no state", "number,title,url\n",
       "error: is neither the JSON of gh pr list nor CSV: its first line has no column \"state\""},
      {"a header alone", "title,state,url\n", ""},
      {"columns in any order and case, others passed over",
       "URL,who,State,title,mergedat\r\nhttps://h/o/r/pull/1,jane,open,t,\r\n", "2 o/r#1 open\n"},
      {"quotes",
       "title,state,url,labels\n\"a, \"\"b\"\"\nc\",OPEN,https://h/o/r/pull/1,\"x, y;z\"\n"
       "\n\"t\",\"MERGED\",https://h/o/r/pull/2,\n",
       "2 o/r#1 open [x] [y] [z]\n5 o/r#2 merged\n"},
      {"rows that are wrong",
       "title,state,url\nt,OPEN\nt,OPEN,https://h/o/r/pull/1,,\nt,,https://h/o/r/pull/2\n"
       "t,OPEN,https://h/o/r/pull/3\n\"t,OPEN,https://h/o/r/pull/4\n",
       "5 o/r#3 open\n"
       "2! it has 2 columns, the first line has 3\n"
       "3! it has 5 columns, the first line has 3\n"
       "4! its state is \"\": OPEN, MERGED or CLOSED is expected\n"
       "6! a quote is not closed\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(shown(c.text), c.want);
  }
}

TEST(PullList, HasALimit) {
  std::string json = "[";
  std::string csv = "title,state,url\n";
  for (std::size_t i = 0; i <= kMostPulls; ++i) {
    json += fmt::format("{}0", i == 0 ? "" : ",");
    csv += "x\n";
  }
  EXPECT_EQ(shown(json + "]"), "error: has more than 10000 pull requests: split it");
  EXPECT_EQ(shown(csv), "error: has more than 10000 pull requests: split it");
}

}  // namespace
}  // namespace milepost::track
