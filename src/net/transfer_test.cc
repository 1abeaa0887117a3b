#include "net/transfer.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/http_server_fixture.h"

namespace milepost::net {
namespace {

using testing::HasSubstr;

class Ask : public HttpServerFixture {
 protected:
  Ask() { options_.allow_loopback = true; }

  Request request(const std::string& path) const {
    Request made;
    made.url = at(path);
    made.head = false;
    made.limit = std::chrono::seconds(10);
    made.most_bytes = 1000;
    return made;
  }

  TransferOptions options_;
};

TEST_F(Ask, KeepsTheBodyThatWasAskedFor) {
  answer_with([](const Asked& asked) { return page(200, std::string(1000, asked.path[1])); });
  const auto reply = ask(options_, request("/a"));
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->status, 200);
  EXPECT_EQ(reply->body, std::string(1000, 'a'));
  EXPECT_THAT(asked()[0].head, testing::Not(HasSubstr("Range")));
}

TEST_F(Ask, RefusesMoreThanThat) {
  answer_with([](const Asked&) { return page(200, std::string(1001, 'a')); });
  const auto reply = ask(options_, request("/a"));
  ASSERT_FALSE(reply);
  EXPECT_THAT(reply.error().message, HasSubstr("longer than 1000 bytes"));
  EXPECT_EQ(reply.error().kind, ErrorKind::kUnavailable);
}

TEST_F(Ask, SendsWhatIsPostedWithItsHeaders) {
  answer_with([](const Asked& asked) { return page(400, asked.body); });
  Request posted = request("/token");
  posted.posted = std::string("a=1&b=\0", 7) + std::string(5000, 'x');
  posted.most_bytes = 10'000;
  posted.headers = {"Authorization: Basic abc", "Accept: application/json"};
  const auto reply = ask(options_, posted);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->status, 400);
  EXPECT_EQ(reply->body, *posted.posted);
  EXPECT_EQ(asked()[0].method, "POST");
  EXPECT_THAT(asked()[0].head, HasSubstr("\r\nAuthorization: Basic abc\r\n"));
  EXPECT_THAT(asked()[0].head, HasSubstr("\r\nAccept: application/json\r\n"));
}

TEST_F(Ask, AnAnswerThatBreaksOffIsNone) {
  answer_with([](const Asked&) {
    return std::string("HTTP/1.1 200 x\r\nConnection: close\r\nContent-Length: 50\r\n\r\n{}");
  });
  EXPECT_FALSE(ask(options_, request("/a")));
}

TEST_F(Ask, FollowsNoRedirectAndReachesNoPrivateAddressUnasked) {
  answer_with([](const Asked&) { return redirect("http://127.0.0.1:1/"); });
  const auto reply = ask(options_, request("/a"));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 302);
  EXPECT_FALSE(ask({}, request("/a")));
  TransferOptions own;
  own.allow_private = true;
  EXPECT_TRUE(ask(own, request("/a")));
}

}  // namespace
}  // namespace milepost::net
