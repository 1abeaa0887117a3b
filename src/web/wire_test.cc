#include "web/wire.h"

#include <gtest/gtest.h>

namespace milepost::web {
namespace {

TEST(Wire, Heads) {
  http::Response response = http::text_response(200, "text/plain", "abc");
  response.etag = "\"x\"";
  response.headers.add("A", "b");
  EXPECT_EQ(response_head(response, {}),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\nETag: \"x\"\r\n"
            "A: b\r\n\r\n");
  WireOptions closing;
  closing.keep_alive = false;
  closing.id = "1";
  EXPECT_EQ(response_head(http::redirect("/a"), closing),
            "HTTP/1.1 303 See Other\r\nContent-Type: text/plain; charset=utf-8\r\n"
            "Content-Length: 0\r\nLocation: /a\r\nX-Request-Id: 1\r\nConnection: close\r\n\r\n");
  response.status = 304;
  EXPECT_EQ(response_head(response, {}),
            "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\nA: b\r\n\r\n");
}

TEST(Wire, ValuesMakeNoHeaders) {
  http::Response response = http::redirect("/a\r\nSet-Cookie: evil=1\0x");
  const std::string head = response_head(response, {});
  EXPECT_EQ(head.find("\r\nSet-Cookie"), std::string::npos);
  EXPECT_NE(head.find("Location: /a  Set-Cookie: evil=1"), std::string::npos);
}

}  // namespace
}  // namespace milepost::web
