#include "web/log.h"

#include <array>
#include <unistd.h>

#include <gtest/gtest.h>

namespace milepost::web {
namespace {

TEST(Log, PathsHideSecrets) {
  const struct {
    const char* name;
    std::string target, pattern, want;
  } cases[] = {
      {"plain", "/proposals/12", "/proposals/{proposal}", "/proposals/12"},
      {"what was looked for", "/proposals?q=a+b&sort=age", "/proposals",
       "/proposals?q=a+b&sort=age"},
      {"a value that may be one", "/x?state=abc&code=def&q=1", "", "/x?state=…&code=…&q=1"},
      {"a name without a value", "/x?secret", "", "/x?secret"},
      {"the code of a link", "/setup/abc", "/setup/{code}", "/setup/…"},
      {"below a name", "/keps/setup/abc", "/setup/{code}", "/keps/setup/…"},
      {"with a slash at the end", "/setup/abc/", "/setup/{code}", "/setup/…/"},
      {"below a name, with a slash at the end", "/keps/invite/abc/", "/invite/{code}",
       "/keps/invite/…/"},
      {"of an address with a slip", "/setup/abc/", "", "/setup/…"},
      {"of one that is encoded", "/%73etup/abc/x", "", "/setup/…"},
      {"with its slash encoded", "/keps/invite%2fabc", "", "/keps/invite/…"},
      {"a row without values", "/login?next=%2F", "/login", "/login?next=…"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(log_path(c.target, c.pattern), c.want);
  }
  EXPECT_LE(log_path("/" + std::string(10'000, 'a'), "").size(), 510U);
}

TEST(Log, LinesAreJson) {
  const LogEntry entry{"T", "id", "c", "GET", "/\"\n\x1b", 200, 5, 1.23456, "", ""};
  EXPECT_EQ(log_line(entry),
            "{\"time\":\"T\",\"id\":\"id\",\"client\":\"c\",\"method\":\"GET\","
            "\"path\":\"/\\\"\\n\\u001b\",\"status\":200,\"bytes\":5,\"ms\":1.235}\n");
  LogEntry failed = entry;
  failed.handle = "jane";
  failed.failure = "odd";
  EXPECT_NE(log_line(failed).find(",\"handle\":\"jane\",\"error\":\"odd\"}\n"), std::string::npos);
}

TEST(Log, IdsAreTakenWhenSane) {
  EXPECT_EQ(request_id("abc-1_2.3"), "abc-1_2.3");
  for (const std::string& odd : {std::string(), std::string("abc"), std::string("a b c d"),
                                 std::string("a\nb\"cd"), std::string(65, 'a')}) {
    EXPECT_NE(request_id(odd), odd);
  }
  EXPECT_NE(request_id(""), request_id(""));
}

TEST(Log, WritesAllBeforeItEnds) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  {
    LogWriter writer(ends[1]);
    for (int i = 0; i < 1000; ++i) writer.write("0123456789\n");
    writer.flush();
    writer.write("last\n");
  }
  ::close(ends[1]);
  std::string all;
  std::array<char, 4096> bytes{};
  for (ssize_t count = 0; (count = ::read(ends[0], bytes.data(), bytes.size())) > 0;) {
    all.append(bytes.data(), static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  EXPECT_EQ(all.size(), 11'005U);
  EXPECT_TRUE(all.ends_with("last\n"));
}

}  // namespace
}  // namespace milepost::web
