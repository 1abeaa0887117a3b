#include "features/record/record_lines.h"

#include <gtest/gtest.h>

namespace milepost::record {
namespace {

Event sample() {
  Event event;
  event.stream = "proposal/12";
  event.kind = "approved";
  event.by = "jane";
  event.time = {1'790'000'000};
  event.fields = {{"z", "a \"b\"\n\x01"}, {"a", "\xc3\xa4"}};
  event.texts = {Digest{}};
  event.number = 3;
  event.version = 2;
  return event;
}

TEST(RecordLines, AnEvent) {
  const std::string zero(64, '0');
  const std::string line = record_line(sample());
  EXPECT_EQ(line,
            "{\"number\":3,\"stream\":\"proposal/12\",\"version\":2,\"kind\":\"approved\","
            "\"by\":\"jane\",\"claimed\":true,\"time\":\"2026-09-21T14:13:20Z\","
            "\"fields\":{\"z\":\"a \\\"b\\\"\\n\\u0001\",\"a\":\"\xc3\xa4\"},\"texts\":[\"" +
                zero + "\"],\"digest\":\"" + zero + "\"}\n");
  const auto read = parse_record_line(line);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(std::get<Event>(*read), sample());
}

TEST(RecordLines, TextsOfAnyBytes) {
  for (const std::string& text : {std::string("# A\n"), std::string("\xff\0x", 3), std::string()}) {
    const std::string line = record_line(RecordText{Digest{}, text});
    EXPECT_EQ(line.find("\"hex\"") != line.npos, text.starts_with('\xff'));
    const auto read = parse_record_line(line);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(std::get<RecordText>(*read).text, text);
  }
}

TEST(RecordLines, TheFirstLine) {
  const auto read = parse_record_header(record_header_line({"0f", {7, Digest{}}}));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->id, "0f");
  EXPECT_EQ(read->head, (Head{7, Digest{}}));
  const struct {
    const char* line;
    const char* want;
  } cases[] = {
      {"", "is no record that milepost exported"},
      {"[", "is no record that milepost exported"},
      {"{\"milepost\":\"graph\"}", "is no record that milepost exported"},
      {"{\"milepost\":\"record\",\"format\":2}",
       "was exported by a newer milepost: its format is not 1"},
      {"{\"milepost\":\"record\",\"format\":1,\"record\":\"a\"}", "its first line is damaged"},
  };
  for (const auto& c : cases) {
    const auto wrong = parse_record_header(c.line);
    ASSERT_FALSE(wrong) << c.line;
    EXPECT_EQ(wrong.error().message, c.want);
  }
}

TEST(RecordLines, WhatIsNoLineIsRefused) {
  const std::string line = record_line(sample());
  for (std::size_t i = 0; i + 2 < line.size(); ++i) {
    EXPECT_FALSE(parse_record_line(line.substr(0, i))) << i;
  }
  for (const char* wrong :
       {"", "null", "[]", "{}", "{\"text\":1}", "{\"text\":\"ab\",\"content\":\"\"}"}) {
    EXPECT_FALSE(parse_record_line(wrong)) << wrong;
  }
  const std::string deep(100'000, '[');
  EXPECT_FALSE(parse_record_line("{\"fields\":" + deep));
  std::string other = line;
  other.replace(other.find("true"), 4, "1");
  EXPECT_FALSE(parse_record_line(other));
  other = line;
  other.replace(other.find("\"number\":3"), 10, "\"number\":-3");
  EXPECT_FALSE(parse_record_line(other));
}

}  // namespace
}  // namespace milepost::record
