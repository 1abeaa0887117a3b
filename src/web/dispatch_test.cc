#include "web/dispatch.h"

#include <chrono>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/common/web_page.h"
#include "http/stream.h"
#include "web/dispatch_rows_fixture.h"
#include "web/security_headers.h"

namespace milepost::web {
namespace {

using http::Method;
using testing::HasSubstr;
using testing::StartsWith;

class DispatchTest : public DispatchRows {};

TEST_F(DispatchTest, FindsRows) {
  serve(kRows);
  const struct {
    std::string name;
    Method method;
    std::string target;
    int status;
    std::string has;  // its body
  } cases[] = {
      {"home", Method::kGet, "/", 200, " / "},
      {"values", Method::kGet, "/proposals/12?x=1", 200, "/proposals/12 12"},
      {"a slash at the end", Method::kGet, "/proposals/12/", 200, "12"},
      {"by its path", Method::kGet, "/proposals/ways~12-faster", 200, "ways~12-faster"},
      {"encoded", Method::kGet, "/rules/a%20b", 200, "/rules/a b"},
      {"no such page", Method::kGet, "/nowhere", 404, "<html"},
      {"no such part", Method::kGet, "/api/v1/nowhere", 404, "\"status\": 404"},
      {"no such proposal", Method::kGet, "/proposals/99", 404, "no proposal"},
      {"a file that is no proposal", Method::kGet, "/proposals/~etc~passwd", 404, "no proposal"},
      {"another file of the repository", Method::kGet, "/proposals/milepost.yaml", 404, ""},
      {"another method", Method::kPost, "/", 405, "GET, HEAD"},
      {"a method of no address", Method::kOther, "/", 405, "GET, HEAD"},
      {"up", Method::kGet, "/rules/../x", 400, ""},
      {"up, encoded", Method::kGet, "/rules/%2e%2E/x", 400, ""},
      {"a slash, encoded", Method::kGet, "/rules/a%2fb", 400, ""},
      {"a zero byte", Method::kGet, "/rules/a%00b", 400, ""},
      {"a zero byte in the API", Method::kGet, "/api/v1/a%00b", 400, "\"status\": 400"},
      {"a zero byte in the query", Method::kGet, "/?a=%00", 400, ""},
      {"another server", Method::kGet, "http://elsewhere/", 400, ""},
      {"a fragment", Method::kGet, "/#a", 400, ""},
      {"two slashes", Method::kGet, "//rules/a", 404, ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Answered answered = ask(request(c.method, c.target));
    EXPECT_EQ(answered.response->status, c.status);
    EXPECT_THAT(body(answered), HasSubstr(c.has));
  }
  EXPECT_EQ(ask(request(Method::kPut, "/api/v1/things")).response->headers.get("Allow"),
            "POST, DELETE");
}

TEST_F(DispatchTest, EveryAnswerIsGuarded) {
  serve(kRows);
  for (const std::string target : {"/", "/nowhere", "/api/v1/nowhere", "/fails", "/rules/../x"}) {
    SCOPED_TRACE(target);
    const Answered answered = get(target);
    const http::Fields& headers = answered.response->headers;
    EXPECT_EQ(headers.get("Content-Security-Policy"), kContentPolicy);
    EXPECT_EQ(headers.get("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(headers.get("Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_TRUE(headers.has("Referrer-Policy"));
    EXPECT_TRUE(headers.has("Cache-Control"));
    EXPECT_FALSE(headers.has("Strict-Transport-Security"));
  }
  EXPECT_EQ(get("/picture").response->headers.all("Content-Security-Policy"),
            std::vector<std::string_view>{"sandbox"});
  EXPECT_TRUE(ask(request(Method::kGet, "/nowhere"), {"127.0.0.1", true})
                  .response->headers.has("Strict-Transport-Security"));
}

TEST_F(DispatchTest, FailuresTellNothing) {
  serve(kRows);
  for (const std::string target : {"/fails", "/api/v1/fails"}) {
    const Answered answered = get(target);
    EXPECT_EQ(answered.response->status, 500);
    EXPECT_THAT(body(answered), testing::Not(HasSubstr("secret detail")));
    EXPECT_THAT(body(answered), HasSubstr("test-1"));
    EXPECT_EQ(answered.failure, "secret detail");
  }
}

TEST_F(DispatchTest, WhateverIsThrownIsAnAnswer) {
  options_.by_session = [](std::string_view) -> std::optional<Visitor> { throw 7; };
  options_.by_token = [](std::string_view) -> std::optional<Visitor> {
    throw std::runtime_error("secret detail");
  };
  static constexpr Route kThrowing[] = {
      {Method::kGet, "/page", kReading, Precondition::kFree, count_call, {}},
      {Method::kGet, "/api/v1/page", kReading, Precondition::kFree, count_call, kText}};
  serve(kThrowing);
  const auto page = get("/page", {{"cookie", "milepost=person"}});
  EXPECT_EQ(page.response->status, 500);
  EXPECT_FALSE(page.failure.empty());
  const auto api = get("/api/v1/page", {{"authorization", "Bearer x"}});
  EXPECT_EQ(api.response->status, 500);
  EXPECT_EQ(api.response->type, "application/problem+json");
  EXPECT_EQ(api.failure, "secret detail");
  EXPECT_EQ(body(api).find("secret detail"), std::string::npos);
}

TEST_F(DispatchTest, NotReady) {
  ready_ = false;
  serve(kRows);
  EXPECT_EQ(get("/").response->status, 503);
  ready_ = true;
  EXPECT_EQ(get("/").response->status, 200);
}

// The accounts are opened after the first repository is read: whoever looks them up waits.
TEST_F(DispatchTest, NotReadyBeforeTheAccountsAre) {
  accounts::Accounts* opened = nullptr;
  options_.accounts = [&] { return opened; };
  serve(kRows);
  for (const std::string target : {"/login", "/rules/a", "/api/v1/events"}) {
    SCOPED_TRACE(target);
    const Answered answered = get(target);
    EXPECT_EQ(answered.response->status, 503);
    EXPECT_TRUE(answered.response->headers.has("Retry-After"));
  }
  options_.by_token = [](std::string_view) { return std::nullopt; };
  serve(kRows);
  EXPECT_EQ(get("/rules/a", kToken).response->status, 503) << "who knows whether it is good";
  EXPECT_EQ(calls, 0);
  keep_accounts();
  serve(kRows);
  EXPECT_EQ(get("/rules/a").response->status, 200);
  EXPECT_EQ(get("/rules/a", kToken).response->status, 401);
}

// --- who asks ---

TEST_F(DispatchTest, WhoAsks) {
  serve(kRows);
  const Arrival here{"127.0.0.1", false};
  const Arrival away{"203.0.113.7", false};
  const Arrival safe{"203.0.113.7", true};
  const struct {
    std::string name;
    Headers headers;
    Arrival arrival;
    std::string handle;
    int status;
  } cases[] = {
      {"nobody", {}, here, "", 200},
      {"a session", {{"cookie", "a=b; milepost=person"}}, here, "person", 200},
      {"one that has run out", {{"cookie", "milepost=gone"}}, here, "", 200},
      {"one over an open line", {{"cookie", "milepost=person"}}, away, "", 200},
      {"by TLS", {{"cookie", "__Host-milepost=person"}}, safe, "person", 200},
      {"by TLS, a cookie that anybody may set", {{"cookie", "milepost=person"}}, safe, "", 200},
      {"a token", {{"authorization", "Bearer person read"}}, away, "person", 200},
      {"an unknown token", {{"authorization", "Bearer x"}}, here, "", 401},
      {"another scheme", {{"authorization", "Basic eDp5"}}, here, "", 401},
      {"a token counts, not the cookie",
       {{"authorization", "Bearer x"}, {"cookie", "milepost=person"}},
       here,
       "",
       401},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Answered answered = ask(request(Method::kGet, "/rules/a", c.headers), c.arrival);
    EXPECT_EQ(answered.handle, c.handle);
    EXPECT_EQ(answered.response->status, c.status);
    EXPECT_EQ(answered.response->headers.has("WWW-Authenticate"), c.status == 401);
  }
}

TEST_F(DispatchTest, ReadingMayBeForThoseWhoSignedIn) {
  options_.anonymous_reading = false;
  serve(kRows);
  const Answered page = get("/proposals/12?a=b");
  EXPECT_EQ(page.response->status, 303);
  EXPECT_EQ(page.response->headers.get("Location"), "/login?next=%2Fproposals%2F12%3Fa%3Db");
  EXPECT_EQ(get("/api/v1/events").response->status, 401);
  EXPECT_EQ(get("/proposals/12", {{"cookie", "milepost=person"}}).response->status, 200);
  EXPECT_EQ(get("/proposals/12").response->status, 303);
}

// Names of repositories, and how often they change, are for those who have signed in.
TEST_F(DispatchTest, WhatIsPrivateHasNoNames) {
  options_.anonymous_reading = false;
  generation_ = 4711;
  for (const bool several : {false, true}) {
    serve(kRows, several ? std::vector<std::string>{"merger", "other"}
                         : std::vector<std::string>{"merger"});
    std::string known = several ? "/merger" : "";
    for (const std::string place : {"/", "/nope", "/merger/", "/merger/nope", "/merger/login",
                                    "/nope/login", "/favicon.ico", "/login/nope"}) {
      if (!several && place == "/merger/login") continue;
      SCOPED_TRACE(place);
      const Answered answered = get(place);
      EXPECT_EQ(answered.response->status, 303);
      EXPECT_EQ(answered.response->headers.get("Location"), "/login?next=" + http::encode(place));
    }
    for (const std::string place : {"/nope/api/v1/nope", "/merger/api/v1/events"}) {
      if (!several) continue;
      EXPECT_EQ(get(place).response->status, 401);
      EXPECT_EQ(get(place).response->type, "application/problem+json");
    }
    const std::string same = body(post("/merger/nope", {}, ""));
    EXPECT_EQ(body(post("/nope/nope", {}, "")), same);
    const std::string login = body(get("/login"));
    EXPECT_THAT(login, HasSubstr("action=\"/login\""));
    for (const std::string& page : {login, same}) {
      EXPECT_THAT(page, testing::Not(HasSubstr("merger")));
      EXPECT_THAT(page, testing::Not(HasSubstr("4711")));
    }
    const Headers session = {{"cookie", "milepost=person"}};
    EXPECT_EQ(get(known + "/rules/a", session).response->status, 200);
    EXPECT_EQ(get(known + "/nope", session).response->status, 404);
    EXPECT_THAT(body(get(known + "/nope", session)), HasSubstr("merger"));
  }
}

TEST_F(DispatchTest, WhoHasSignedInIsKnownWhereNothingIs) {
  serve(kRows);
  const Headers session = {{"cookie", "milepost=person"}};
  EXPECT_THAT(body(get("/nowhere", session)), HasSubstr("@person"));
  EXPECT_THAT(body(post("/rules/a", session, "")), HasSubstr("@person"));
  EXPECT_THAT(body(get("/nowhere")), HasSubstr("Sign in"));
}

TEST_F(DispatchTest, TheProxySaysWhoAsks) {
  const Headers forwarded = {{"x-forwarded-for", "1.2.3.4, 203.0.113.9"},
                             {"x-forwarded-proto", "https"},
                             {"cookie", "__Host-milepost=person"}};
  serve(kRows);
  const Answered distrusted = get("/", forwarded);
  EXPECT_EQ(distrusted.client, "127.0.0.1");
  EXPECT_EQ(distrusted.handle, "");
  options_.trust_proxy = true;
  serve(kRows);
  const Answered trusted = get("/", forwarded);
  EXPECT_EQ(trusted.client, "203.0.113.9");
  EXPECT_EQ(trusted.handle, "person");
  const std::pair<std::string, std::string> clients[] = {
      {"198.51.100.7:4711", "198.51.100.7"},
      {"1.2.3.4, 198.51.100.7:4711", "198.51.100.7"},
      {"2001:db8::1", "2001:db8::1"},
      {"[2001:db8::1]", "2001:db8::1"},
      {"[2001:db8::1]:99", "2001:db8::1"},
      {"anything", "unknown"},
      {"", "unknown"},
      {"127.0.0.1:x:y", "unknown"},
      {"[", "unknown"},
      {"127.0.0.1, ", "unknown"},
  };
  for (const auto& [said, client] : clients) {
    EXPECT_EQ(get("/rules/a", {{"x-forwarded-for", said}}).client, client) << said;
  }
  // A proxy that says nothing lets everybody come from its machine.
  const Answered unsaid = get("/rules/b", {{"cookie", "milepost=person"}});
  EXPECT_EQ(unsaid.client, "unknown");
  EXPECT_EQ(unsaid.handle, "") << "a session over an open line";
}

// A page of elsewhere can have its name lead to this machine.
TEST_F(DispatchTest, AnswersToItsNames) {
  const auto status = [&](const std::string& host, const std::string& target = "/rules/a") {
    http::Request made;
    made.target = target;
    made.headers.add("host", host);
    return ask(made).response->status;
  };
  serve(kRows);
  EXPECT_EQ(status("evil.test"), 200) << "a server for others, or behind a proxy";
  options_.own_names = true;
  serve(kRows);
  for (const std::string host : {"localhost", "LocalHost:8080", "keps.localhost:80", "127.0.0.1",
                                 "127.1.2.3:8080", "[::1]", "[::1]:8080"}) {
    EXPECT_EQ(status(host), 200) << host;
  }
  for (const std::string host : {"evil.test", "evil.test:8080", "127.0.0.1.evil.test", "", "[::2]",
                                 "localhost.evil.test", "notlocalhost", "proposals.example"}) {
    EXPECT_EQ(status(host), 421) << host;
    EXPECT_EQ(status(host, "/nowhere"), 421) << host;
  }
  options_.base_url = "https://Proposals.example:8443";
  serve(kRows);
  EXPECT_EQ(status("proposals.example"), 200);
  EXPECT_EQ(status("localhost:8080"), 200);
  EXPECT_EQ(status("evil.test"), 421);
}

// --- forged requests ---

TEST_F(DispatchTest, FormsAreOfTheSession) {
  serve(kRows);
  const auto tag = proposal_tag(*workspace_, *workspace_->index().find_number("12"));
  const std::string match = "&_match=" + http::encode(*tag);
  const struct {
    std::string name;
    Headers headers;
    std::string form;
    int status;
  } cases[] = {
      {"right", kForm, "_csrf=csrf-1", 201},
      {"right, in a header", with(kForm, "x-csrf-token", "csrf-1"), "a=b", 201},
      {"none", kForm, "a=b", 403},
      {"wrong", kForm, "_csrf=csrf-2", 403},
      {"cut short", kForm, "_csrf=csrf-", 403},
      {"empty", kForm, "_csrf=", 403},
      {"from our page", with(kForm, "origin", "http://milepost.test"), "_csrf=csrf-1", 201},
      {"from elsewhere", with(kForm, "origin", "http://evil.test"), "_csrf=csrf-1", 403},
      {"from another scheme", with(kForm, "origin", "https://milepost.test"), "_csrf=csrf-1", 403},
      {"from nowhere", with(kForm, "origin", "null"), "_csrf=csrf-1", 403},
      {"from another site", with(kForm, "sec-fetch-site", "cross-site"), "_csrf=csrf-1", 403},
      {"from a sibling", with(kForm, "sec-fetch-site", "same-site"), "_csrf=csrf-1", 403},
      {"a token needs none",
       {{"authorization", "Bearer person record"},
        {"content-type", "application/x-www-form-urlencoded"},
        {"origin", "http://evil.test"}},
       "a=b",
       201},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(post("/proposals/12/approve", c.headers, c.form + match).response->status, c.status);
  }
  EXPECT_EQ(calls, 4);
}

TEST_F(DispatchTest, SigningInComesFromOurPage) {
  serve(kRows);
  const Headers form = {{"content-type", "application/x-www-form-urlencoded"}};
  EXPECT_EQ(post("/login", form, "a=b").response->status, 403);
  EXPECT_EQ(post("/login", with(form, "origin", "http://milepost.test"), "a=b").response->status,
            201);
  EXPECT_EQ(post("/login", with(form, "sec-fetch-site", "same-origin"), "a=b").response->status,
            201);
  EXPECT_EQ(post("/login", with(form, "sec-fetch-site", "none"), "a=b").response->status, 403);
  EXPECT_EQ(post("/login", with(form, "origin", "http://evil.test"), "a=b").response->status, 403);
  options_.base_url = "https://proposals.test";
  serve(kRows);
  EXPECT_EQ(post("/login", with(form, "origin", "https://proposals.test"), "a").response->status,
            201);
}

TEST_F(DispatchTest, WhoeverHasNoSessionNeedsNoToken) {
  serve(kRows);
  const Headers json = {{"content-type", "application/json"}};
  EXPECT_EQ(post("/api/v1/check", json, "{}").response->status, 201);
  EXPECT_EQ(post("/api/v1/check", with(json, "cookie", "milepost=person"), "{}").response->status,
            403);
  EXPECT_EQ(post("/api/v1/check", with(json, "origin", "http://evil.test"), "{}").response->status,
            403);
}

TEST(Guards, SecretsAreComparedWhole) {
  EXPECT_TRUE(equal_secrets("abc", "abc"));
  EXPECT_FALSE(equal_secrets("abc", "abd"));
  EXPECT_FALSE(equal_secrets("abc", "ab"));
  EXPECT_TRUE(equal_secrets("", ""));
}

// --- bodies ---

TEST_F(DispatchTest, BodiesHaveTheirType) {
  serve(kRows);
  const Headers bearer = {{"authorization", "Bearer person record"}};
  const struct {
    std::string name, type, text;
    int status;
  } cases[] = {
      {"JSON", "application/json", "{}", 201},
      {"JSON with its encoding", "Application/JSON; charset=utf-8", "{}", 201},
      {"a form", "application/x-www-form-urlencoded", "a=b", 415},
      {"text, as a form of another site may send", "text/plain", "{}", 415},
      {"nothing", "", "", 201},
      {"no type", "", "{}", 415},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(post("/api/v1/things", with(bearer, "content-type", c.type), c.text).response->status,
              c.status);
  }
  EXPECT_EQ(post("/proposals/12/approve", with(kForm, "x-csrf-token", "csrf-1"), "a=%zz")
                .response->status,
            400);
}

// --- how often ---

TEST_F(DispatchTest, RatesAreOfClientsAndAccounts) {
  serve(kRows);
  const auto most = static_cast<int>(rate_class(Rate::kWrite).at_once);
  const auto write = [&](const std::string& client, const std::string& who) {
    return ask(
        request(Method::kPost, "/api/v1/things", {{"authorization", "Bearer " + who + " record"}}),
        {client, false});
  };
  for (int i = 0; i < most; ++i) EXPECT_EQ(write("192.0.2.1", "person").response->status, 201);
  const Answered refused = write("192.0.2.1", "other");
  EXPECT_EQ(refused.response->status, 429);
  EXPECT_EQ(refused.response->headers.get("Retry-After"), "1");
  EXPECT_EQ(write("192.0.2.2", "person").response->status, 429) << "the account is the same";
  EXPECT_EQ(write("192.0.2.3", "other").response->status, 201);
  // Other classes have buckets of their own.
  EXPECT_EQ(ask(request(Method::kGet, "/rules/a"), {"192.0.2.1", false}).response->status, 200);
  milliseconds_ += 1000;
  EXPECT_EQ(write("192.0.2.1", "person").response->status, 201);
}

TEST_F(DispatchTest, WhatIsKeptIsNotCounted) {
  serve(kRows);
  const auto most = static_cast<int>(rate_class(Rate::kRead).at_once);
  for (int i = 0; i < 3 * most; ++i) EXPECT_EQ(get("/rules/a").response->status, 200);
  for (int i = 1; i < most; ++i) get("/rules/" + std::to_string(i));
  EXPECT_EQ(get("/rules/other").response->status, 429);
  EXPECT_EQ(get("/rules/a").response->status, 200);
}

// --- what is kept, and what was known ---

http::Response name_host(const http::Request& request, const Visit& /*visit*/) {
  return http::text_response(200, "text/plain", request.headers.get("host"));
}

TEST_F(DispatchTest, WhatIsKeptIsOfTheServerThatWasAsked) {
  static constexpr Route kFeed[] = {
      {Method::kGet, "/feed", kReading, Precondition::kFree, name_host, {}}};
  serve(kFeed);
  const auto from = [&](const std::string& host) {
    http::Request asked = request(Method::kGet, "/feed");
    asked.headers = {};
    asked.headers.add("host", host);
    return body(ask(asked));
  };
  EXPECT_EQ(from("evil.example"), "evil.example");
  EXPECT_EQ(from("milepost.test"), "milepost.test");
}

TEST_F(DispatchTest, ReadersShareAnswers) {
  serve(kRows);
  const Answered first = get("/proposals/12");
  EXPECT_EQ(get("/proposals/12").response, first.response);
  EXPECT_EQ(calls, 1);
  const auto differs = [&](const std::string& why, const std::string& target,
                           const Headers& headers = {}) {
    const int before = calls;
    EXPECT_EQ(get(target, headers).response->status, 200) << why;
    EXPECT_EQ(calls, before + 1) << why;
  };
  differs("another query", "/proposals/12?a=b");
  differs("another type is asked for", "/proposals/12", {{"accept", "text/csv"}});
  differs("who has signed in", "/proposals/12", {{"cookie", "milepost=person"}});
  differs("the same again", "/proposals/12", {{"cookie", "milepost=person"}});
  differs("a token", "/proposals/12", {{"authorization", "Bearer person read"}});
  differs("sets a cookie", "/cookie");
  differs("sets a cookie, again", "/cookie");
  ++generation_;
  differs("another generation", "/proposals/12");
  EXPECT_THAT(body(get("/proposals/12", {{"cookie", "milepost=person"}})), HasSubstr("person"));
  EXPECT_THAT(body(get("/proposals/12")), testing::Not(HasSubstr("person")));
  EXPECT_EQ(
      get("/proposals/12", {{"cookie", "milepost=person"}}).response->headers.get("Cache-Control"),
      "private, no-cache");
}

TEST(AnswerCacheTest, IsBounded) {
  AnswerCache cache(1 << 20U);
  const auto answer = [](std::size_t size) {
    return std::make_shared<const CachedAnswer>(
        CachedAnswer{http::text_response(200, "text/plain", std::string(size, 'x'))});
  };
  for (int i = 0; i < 2000; ++i)
    cache.keep({0, 1, std::to_string(i), "", "http://x"}, answer(10'000));
  EXPECT_LE(cache.bytes(), 1U << 20U);
  EXPECT_GE(cache.bytes(), 1U << 19U);
  EXPECT_EQ(cache.find({0, 1, "0", "", "http://x"}), nullptr);
  EXPECT_NE(cache.find({0, 1, "1999", "", "http://x"}), nullptr);
  EXPECT_EQ(cache.find({1, 1, "1999", "", "http://x"}), nullptr);
  EXPECT_EQ(cache.find({0, 2, "1999", "", "http://x"}), nullptr);
  cache.keep({0, 1, "large", "", "http://x"}, answer(900'000));
  EXPECT_EQ(cache.find({0, 1, "large", "", "http://x"}), nullptr);
}

TEST(AnswerCacheTest, ForgetsFormerGenerations) {
  AnswerCache cache(8 << 20U);
  const auto answer = std::make_shared<const CachedAnswer>(
      CachedAnswer{http::text_response(200, "text/plain", std::string(1000, 'x'))});
  cache.keep({1, 1, "/other", "", ""}, answer);
  for (std::uint64_t generation = 1; generation <= 100; ++generation) {
    cache.keep({0, generation, "/page", "", ""}, answer);
    EXPECT_NE(cache.find({0, generation, "/page", "", ""}), nullptr);
  }
  EXPECT_LT(cache.bytes(), 20'000U);  // one in each part at most
  EXPECT_NE(cache.find({1, 1, "/other", "", ""}), nullptr);
}

TEST_F(DispatchTest, WhatIsKnownIsNotSentAgain) {
  serve(kRows);
  for (const std::string target : {"/rules/a", "/cookie", "/picture"}) {
    SCOPED_TRACE(target);
    const Answered first = get(target);
    const std::string tag = first.response->etag;
    ASSERT_THAT(tag, StartsWith("\""));
    if (target != "/cookie") {
      const Answered again = get(target, {{"if-none-match", "\"x\", W/" + tag}});
      EXPECT_EQ(again.response->status, 304);
      EXPECT_EQ(again.response->body, nullptr);
      EXPECT_EQ(again.response->etag, tag);
    }
    EXPECT_EQ(get(target, {{"if-none-match", "\"x\""}}).response->status, 200);
  }
  const Headers session = {{"cookie", "milepost=person"}};
  const std::string tag = get("/picture", session).response->etag;
  EXPECT_EQ(get("/picture", with(session, "if-none-match", tag)).response->status, 304);
}

TEST_F(DispatchTest, HeadIsAnsweredLikeGet) {
  serve(kRows);
  const Answered head = ask(request(Method::kHead, "/rules/a"));
  EXPECT_EQ(head.response->status, 200);
  EXPECT_EQ(get("/rules/a").response->etag, head.response->etag);
}

TEST_F(DispatchTest, StreamsEndWithWhoeverListens) {
  bool good = true;
  const auto somebody = [&good](std::string_view) {
    return good ? std::optional(Visitor{"person", false, true, Scope::kRead, ""}) : std::nullopt;
  };
  options_.by_session = options_.by_token = somebody;
  serve(kRows);
  for (const Headers& headers : {Headers{{"cookie", "milepost=x"}}, kToken}) {
    good = true;
    const auto listened = get("/api/v1/events", headers).response->stream;
    ASSERT_TRUE(listened);
    EXPECT_TRUE(listened->may_listen());
    good = false;
    EXPECT_FALSE(listened->may_listen());
    good = true;
  }
  EXPECT_FALSE(get("/api/v1/events").response->stream->has_permission()) << "nobody stays nobody";
}

TEST_F(DispatchTest, StreamsAreNotKept) {
  serve(kRows);
  const Answered first = get("/api/v1/events");
  ASSERT_NE(first.response->stream, nullptr);
  EXPECT_EQ(first.response->etag, "");
  EXPECT_NE(get("/api/v1/events").response->stream, first.response->stream);
}

// --- several repositories ---

TEST_F(DispatchTest, SeveralRepositories) {
  serve(kRows, {"ways", "more"});
  EXPECT_THAT(body(get("/ways/proposals/12")), HasSubstr("/proposals/12 12"));
  EXPECT_EQ(get("/more/proposals/12").response->status, 200);
  EXPECT_EQ(calls, 2) << "each has answers of its own";
  EXPECT_EQ(get("/more/proposals/12").response->status, 200);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(get("/ways").response->status, 200);
  EXPECT_EQ(get("/proposals/12").response->status, 404);
  EXPECT_EQ(get("/other/proposals/12").response->status, 404);
  const std::string list = body(get("/"));
  EXPECT_THAT(list, HasSubstr("href=\"/ways/\""));
  EXPECT_THAT(list, HasSubstr("href=\"/more/\""));
}

}  // namespace
}  // namespace milepost::web
