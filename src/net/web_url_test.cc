#include "net/web_url.h"

#include <string>

#include <gtest/gtest.h>

namespace milepost::net {
namespace {

TEST(WebUrl, IsReadAndTidied) {
  const struct {
    const char* text;
    const char* want;
    const char* host;
    bool named = true;
  } cases[] = {
      {"https://a.b", "https://a.b/", "a.b"},
      {"HTTPS://A.b/C#d", "https://A.b/C", "a.b"},
      {"http://a.b:8080/c?d=e/f", "http://a.b:8080/c?d=e/f", "a.b"},
      {"http://a.b?c", "http://a.b/?c", "a.b"},
      {"http://a.b/c@d", "http://a.b/c@d", "a.b"},
      {"http://a.b/é f\n", "http://a.b/%C3%A9%20f%0A", "a.b"},
      {"http://bücher.example/", "http://bücher.example/", "bücher.example"},
      {"http://127.0.0.1/", "http://127.0.0.1/", "127.0.0.1", false},
      {"http://0x7f.1/", "http://0x7f.1/", "0x7f.1", false},
      {"http://2130706433", "http://2130706433/", "2130706433", false},
      {"http://[::1]:80/a", "http://[::1]:80/a", "[::1]", false},
      {"http://a.b:/c", "http://a.b:/c", "a.b"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    const auto url = read_url(c.text);
    ASSERT_TRUE(url) << url.error().message;
    EXPECT_EQ(url->text, c.want);
    EXPECT_EQ(url->host, c.host);
    EXPECT_EQ(url->named, c.named);
  }
}

TEST(WebUrl, IsRefused) {
  const struct {
    std::string text;
    const char* why;
  } cases[] = {
      {"", "only http and https are asked"},
      {"ftp://a.b", "only http and https are asked"},
      {"file:///etc/passwd", "only http and https are asked"},
      {"gopher://a.b/", "only http and https are asked"},
      {"mailto:a@b.c", "only http and https are asked"},
      {"http:/a", "only http and https are asked"},
      {"http://user@a.b/", "user names and passwords are not sent"},
      {"http://user:secret@a.b/", "user names and passwords are not sent"},
      {"http://a.b:80@c.d/", "user names and passwords are not sent"},
      {"http://", "the host is not written as it should be"},
      {"http:///a", "the host is not written as it should be"},
      {"http://a b/", "the host is not written as it should be"},
      {"http://a.b\\c.d/", "the host is not written as it should be"},
      {"http://a.b%2Fc/", "the host is not written as it should be"},
      {"http://a.b:8o/", "the host is not written as it should be"},
      {"http://a.b:123456/", "the host is not written as it should be"},
      {"http://[::1/", "the host is not written as it should be"},
      {"http://[::1%25eth0]/", "the host is not written as it should be"},
      {"http://[::1]x/", "the host is not written as it should be"},
      {"http://a.b\r\nc: d/", "the host is not written as it should be"},
      {"http://a.b/" + std::string(9000, 'c'), "the address is too long"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text.substr(0, 40));
    const auto url = read_url(c.text);
    ASSERT_FALSE(url);
    EXPECT_EQ(url.error().message, c.why);
  }
}

}  // namespace
}  // namespace milepost::net
