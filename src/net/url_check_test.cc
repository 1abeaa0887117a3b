#include "net/url_check.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/host.h"
#include "net/http_server_fixture.h"
#include "net/transfer.h"

namespace milepost::net {
namespace {

using testing::HasSubstr;

class UrlCheck : public HttpServerFixture {
 protected:
  UrlCheck() { options_.allow_loopback = true; }

  std::vector<UrlVerdict> check(const std::vector<std::string>& urls) const {
    auto verdicts = check_urls(urls, options_);
    EXPECT_TRUE(verdicts) << (verdicts ? "" : verdicts.error().message);
    if (!verdicts) return std::vector<UrlVerdict>(urls.size());
    EXPECT_EQ(verdicts->size(), urls.size());
    return *verdicts;
  }
  UrlVerdict check(const std::string& url) const { return check(std::vector{url})[0]; }

  UrlCheckOptions options_;
};

std::string told(const UrlVerdict& verdict) {
  static constexpr const char* kStates[] = {"fine", "broken", "unclear", "refused", "unchecked"};
  const std::string state = kStates[static_cast<std::size_t>(verdict.state)];
  return verdict.reason.empty() ? state : state + ": " + verdict.reason;
}

TEST_F(UrlCheck, JudgesByTheStatus) {
  answer_with([](const Asked& asked) { return status(std::stoi(asked.path.substr(1))); });
  const std::map<std::string, std::string> cases = {
      {"/200", "fine"},
      {"/204", "fine"},
      {"/304", "fine"},
      {"/401", "unclear: the server answers 401"},
      {"/403", "unclear: the server answers 403"},
      {"/404", "broken: the server answers 404"},
      {"/410", "broken: the server answers 410"},
      {"/416", "fine"},
      {"/429", "unclear: the server answers 429"},
      {"/451", "unclear: the server answers 451"},
      {"/500", "unclear: the server answers 500"},
      {"/503", "unclear: the server answers 503"},
  };
  std::vector<std::string> urls;
  for (const auto& [path, want] : cases) urls.push_back(at(path));
  const auto verdicts = check(urls);
  std::size_t i = 0;
  for (const auto& [path, want] : cases) EXPECT_EQ(told(verdicts[i++]), want) << path;
}

TEST_F(UrlCheck, AsksWithHeadThenForOneByte) {
  answer_with([](const Asked& asked) {
    if (asked.path == "/plain") return status(200);
    if (asked.path == "/silent" && asked.method == "HEAD") return std::string();
    return asked.method == "HEAD" ? status(asked.path == "/liar" ? 404 : 405)
                                  : status(206, "Content-Range: bytes 0-0/9\r\n");
  });
  EXPECT_EQ(told(check(at("/plain"))), "fine");
  EXPECT_EQ(times("GET /plain"), 0U);
  for (const char* path : {"/unwilling", "/liar", "/silent"}) {
    EXPECT_EQ(told(check(at(path))), "fine") << path;
    EXPECT_EQ(times(std::string("HEAD ") + path), 1U);
    EXPECT_EQ(times(std::string("GET ") + path), 1U);
  }
  for (const Asked& one : asked()) {
    SCOPED_TRACE(one.head);
    const bool ranged = one.head.find("Range: bytes=0-0\r\n") != std::string::npos;
    EXPECT_EQ(ranged, one.method == "GET");
    EXPECT_THAT(one.head, HasSubstr("User-Agent: milepost/" MILEPOST_VERSION "\r\n"));
    EXPECT_THAT(one.head, testing::Not(HasSubstr("Authorization")));
    EXPECT_THAT(one.head, testing::Not(HasSubstr("Cookie")));
  }
}

TEST_F(UrlCheck, DeclinesTheBody) {
  constexpr std::size_t kSize = std::size_t{64} << 20U;
  answer_with([](const Asked& asked) {
    if (asked.method == "HEAD") return status(405);
    return "HTTP/1.1 200 x\r\nContent-Length: " + std::to_string(kSize) + "\r\n\r\n" +
           std::string(kSize, 'x');
  });
  EXPECT_EQ(told(check(at("/big"))), "fine");
  EXPECT_LT(bytes_taken(), kSize);
}

TEST_F(UrlCheck, DeclinesEndlessHeaders) {
  answer_with([](const Asked&) {
    std::string answer = "HTTP/1.1 200 x\r\n";
    for (int i = 0; i < 3000; ++i) answer += "X-Filler: " + std::string(90, 'x') + "\r\n";
    return answer + "\r\n";
  });
  EXPECT_EQ(check(at("/")).state, UrlState::kUnclear);
}

TEST_F(UrlCheck, AsksForEachAddressOnce) {
  const auto verdicts = check({at("/a"), at("/a#b"), at("/a#c"), at("/d"), at("/a"), "ftp://a.b"});
  EXPECT_EQ(times("HEAD /a"), 1U);
  EXPECT_EQ(asked().size(), 2U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(told(verdicts[i]), "fine");
  EXPECT_EQ(told(verdicts[5]), "refused: only http and https are asked");
}

TEST_F(UrlCheck, FollowsRedirectsSoFar) {
  answer_with([this](const Asked& asked) {
    const int left = std::stoi(asked.path.substr(1));
    if (left == 0) return status(200);
    return left < 0 ? status(404)
                    : redirect(left == 90 ? at("/-1") : "/" + std::to_string(left - 1));
  });
  EXPECT_EQ(told(check(at("/5"))), "fine");
  EXPECT_EQ(told(check(at("/6"))), "unclear: the server redirects more than 5 times");
  EXPECT_EQ(told(check(at("/90"))), "broken: the server answers 404");
}

TEST_F(UrlCheck, RedirectsAreLookedAtLikeAnyAddress) {
  answer_with([](const Asked& asked) {
    if (asked.path == "/file") return redirect("file:///etc/passwd");
    if (asked.path == "/password") return redirect("http://user:secret@127.0.0.1/");
    return redirect("http://169.254.169.254/latest/meta-data/");
  });
  EXPECT_EQ(told(check(at("/file"))),
            "refused: the server redirects to another address: only http and https are asked");
  EXPECT_EQ(
      told(check(at("/password"))),
      "refused: the server redirects to another address: user names and passwords are not sent");
  EXPECT_EQ(told(check(at("/metadata"))),
            "refused: 169.254.169.254 has the private address 169.254.169.254");
}

TEST_F(UrlCheck, PrivateAddressesAreNeverAsked) {
  options_.allow_loopback = false;
  for (const std::string& url :
       {at("/"), at("/", "localhost"), at("/", "2130706433"), at("/", "0x7f.1"), at("/", "127.1"),
        at("/", "0"), at("/", "[::1]"), at("/", "[::ffff:127.0.0.1]"),
        std::string("http://[64:ff9b::7f00:1]/"), std::string("https://10.0.0.1/"),
        std::string("http://192.168.1.1/"), std::string("http://[fe80::1]/")}) {
    SCOPED_TRACE(url);
    const UrlVerdict verdict = check(url);
    EXPECT_EQ(verdict.state, UrlState::kRefused) << verdict.reason;
    EXPECT_THAT(verdict.reason, HasSubstr("private address"));
  }
  EXPECT_TRUE(asked().empty());
}

TEST_F(UrlCheck, ProxiesOfTheEnvironmentAreIgnored) {
  for (const char* name : {"http_proxy", "ALL_PROXY", "all_proxy"}) {
    ASSERT_EQ(setenv(name, at("").c_str(), 1), 0);
  }
  const UrlVerdict verdict = check("http://10.0.0.1/");
  for (const char* name : {"http_proxy", "ALL_PROXY", "all_proxy"}) unsetenv(name);
  EXPECT_EQ(told(verdict), "refused: 10.0.0.1 has the private address 10.0.0.1");
  EXPECT_TRUE(asked().empty());
}

TEST_F(UrlCheck, UnknownNamesAreBrokenOnlyWhereOthersAreKnown) {
  const std::string unknown = "http://no-such-host.invalid/";
  EXPECT_EQ(told(check(unknown)), "unclear: the name no-such-host.invalid could not be looked up");
  EXPECT_EQ(told(check({unknown, at("/")})[0]),
            "unclear: the name no-such-host.invalid could not be looked up")
      << "an address is no name";
  // A name service that cannot be asked says nothing about a name.
  const bool denied = look_up("no-such-host.invalid") == NameState::kUnknown;
  EXPECT_EQ(told(check({unknown, at("/", "localhost")})[0]),
            denied ? "broken: there is no host no-such-host.invalid"
                   : "unclear: the name no-such-host.invalid could not be looked up");
}

TEST_F(UrlCheck, NoConnectionTellsNothing) {
  EXPECT_EQ(check("http://127.0.0.1:1/").state, UrlState::kUnclear);
  EXPECT_EQ(check("https" + at("/").substr(4)).state, UrlState::kUnclear) << "it speaks no TLS";
}

TEST_F(UrlCheck, SilenceEndsWithTheTimeOfTheAddress) {
  struct Silence {
    std::mutex mutex;
    std::condition_variable over;
    bool done = false;
  };
  // The server's threads outlive this function.
  const auto silence = std::make_shared<Silence>();
  answer_with([silence](const Asked&) {
    std::unique_lock lock(silence->mutex);
    silence->over.wait(lock, [&] { return silence->done; });
    return std::string();
  });
  options_.url_limit = std::chrono::milliseconds(200);
  EXPECT_EQ(told(check(at("/"))), "unclear: the server did not answer in time");
  options_.url_limit = std::chrono::minutes(1);
  options_.total_limit = std::chrono::milliseconds(200);
  EXPECT_EQ(told(check(at("/"))), "unchecked: there was no time left to ask");
  const std::lock_guard lock(silence->mutex);
  silence->done = true;
  silence->over.notify_all();
}

TEST_F(UrlCheck, WithoutTimeNothingIsAsked) {
  options_.total_limit = std::chrono::milliseconds(0);
  const auto verdicts = check({at("/"), "mailto:a@b.c"});
  EXPECT_EQ(told(verdicts[0]), "unchecked: there was no time left to ask");
  EXPECT_EQ(told(verdicts[1]), "refused: only http and https are asked");
  EXPECT_TRUE(asked().empty());
}

// Holds every request until as many are there as may be, so that fewer or more show.
TEST_F(UrlCheck, AsksSeveralAtATimeButNotTooMany) {
  const struct {
    const char* name;
    std::vector<std::string> hosts;
    std::size_t transfers;
    std::size_t want;
  } cases[] = {
      {"two of one host", {"127.0.0.1"}, 16, 2},
      {"two each of two hosts", {"127.0.0.1", "localhost"}, 16, 4},
      {"three in all", {"127.0.0.1", "localhost"}, 3, 3},
  };
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t here = 0;
  std::size_t most = 0;
  std::size_t want = 0;
  answer_with([&](const Asked&) {
    std::unique_lock lock(mutex);
    most = std::max(most, ++here);
    changed.notify_all();
    changed.wait_for(lock, std::chrono::seconds(5), [&] { return most >= want; });
    // One more than may be would come now.
    changed.wait_for(lock, std::chrono::milliseconds(20), [&] { return most > want; });
    --here;
    return status(200);
  });
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    std::vector<std::string> urls;
    for (int i = 0; i < 8; ++i) {
      for (const std::string& host : c.hosts) urls.push_back(at("/" + std::to_string(i), host));
    }
    {
      const std::lock_guard lock(mutex);
      most = 0;
      want = c.want;
    }
    options_.transfers = c.transfers;
    for (const UrlVerdict& verdict : check(urls)) EXPECT_EQ(told(verdict), "fine");
    const std::lock_guard lock(mutex);
    EXPECT_EQ(most, c.want);
  }
}

TEST_F(UrlCheck, TellsHowFarItIs) {
  std::vector<std::size_t> done;
  options_.progress = [&](std::size_t settled, std::size_t total) {
    EXPECT_EQ(total, 3U);
    done.push_back(settled);
  };
  check({at("/a"), at("/b"), at("/c"), at("/a#x")});
  ASSERT_FALSE(done.empty());
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_EQ(done.back(), 3U);
}

TEST(UrlCheckAlone, NothingToAskIsNothingToDo) {
  const auto verdicts = check_urls({});
  ASSERT_TRUE(verdicts) << verdicts.error().message;
  EXPECT_TRUE(verdicts->empty());
}

TEST(Transfers, NeedLibcurl) {
  const auto absent = Transfers::open({.libraries = {"libmilepost-absent.so.9"}});
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().message,
            "links on the web need libcurl, which is not installed (Debian: libcurl4)");
  const auto other = Transfers::open({.libraries = {"libmilepost-absent.so.9", "libm.so.6"}});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message, "libcurl is there but too old to be used");
}

}  // namespace
}  // namespace milepost::net
