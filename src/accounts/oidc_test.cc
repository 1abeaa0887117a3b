#include "accounts/oidc.h"

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/base64.h"
#include "http/message.h"
#include "net/http_server_fixture.h"
#include "render/json_value.h"

namespace milepost::accounts {
namespace {

using testing::HasSubstr;

constexpr Instant kNow{1'790'000'000};

std::string token_of(const Json& claims) {
  return base64url(R"({"alg":"RS256"})") + "." + base64url(claims.dump()) + "." + base64url("sig");
}

Json good_claims() {
  return {{"iss", "https://id.example"}, {"aud", "milepost"},       {"sub", "42"},
          {"exp", kNow.seconds + 300},   {"iat", kNow.seconds - 1}, {"nonce", "n"}};
}

TEST(Base64, IsReadAsItIsWritten) {
  const std::map<std::string, std::string> cases = {
      {"", ""}, {"f", "Zg"}, {"fo", "Zm8"}, {"foo", "Zm9v"}, {"\xfb\xff", "-_8"}};
  for (const auto& [bytes, text] : cases) {
    EXPECT_EQ(base64url(bytes), text);
    EXPECT_EQ(read_base64url(text), bytes);
  }
  EXPECT_EQ(base64("\xfb\xff"), "+/8=");
  for (const char* const wrong : {"Z", "Zg==", "Z+", "Zm8 "}) {
    EXPECT_FALSE(read_base64url(wrong)) << wrong;
  }
}

TEST(IdToken, IsHeldAgainstWhatWasAskedFor) {
  struct Case {
    const char* what;
    const char* claim;
    Json value;  // null: left out
    const char* refused;
  };
  const Case cases[] = {
      {"as it should be", "name", "Jane", nullptr},
      {"several are meant, we were given it", "azp", "milepost", nullptr},
      {"within the clocks' difference", "exp", kNow.seconds - 59, nullptr},
      {"of another issuer", "iss", "https://id.example/", "another issuer"},
      {"of no issuer", "iss", nullptr, "another issuer"},
      {"for another", "aud", "other", "somebody else"},
      {"for others", "aud", Json::array({"a", "b"}), "somebody else"},
      {"for several, and not said whose", "aud", Json::array({"milepost", "b"}), "given to"},
      {"for nobody", "aud", nullptr, "somebody else"},
      {"given to another", "azp", "other", "given to somebody else"},
      {"expired", "exp", kNow.seconds - 60, "expired"},
      {"never expires", "exp", nullptr, "expired"},
      {"expires in words", "exp", "tomorrow", "expired"},
      {"from the future", "iat", kNow.seconds + 61, "future"},
      {"of another sign-in", "nonce", "m", "another sign-in"},
      {"of no sign-in", "nonce", nullptr, "another sign-in"},
      {"about nobody", "sub", nullptr, "nobody"},
      {"about no text", "sub", 42, "nobody"},
      {"about too much", "sub", std::string(256, 'a'), "nobody"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.what);
    Json claims = good_claims();
    claims[c.claim] = c.value;
    if (c.value.is_null()) claims.erase(c.claim);
    const auto subject =
        check_id_token(token_of(claims), {"https://id.example", "milepost", "n"}, kNow);
    EXPECT_EQ(subject.has_value(), c.refused == nullptr);
    if (!subject && c.refused != nullptr) {
      EXPECT_THAT(subject.error().message, HasSubstr(c.refused));
    }
  }
  Json several = good_claims();
  several["aud"] = Json::array({"milepost", "b"});
  several["azp"] = "milepost";
  EXPECT_TRUE(check_id_token(token_of(several), {"https://id.example", "milepost", "n"}, kNow));
  for (const char* const odd : {"", "a.b", "a.!.c", "..", "a.e30.c.d", "a.W10.c"}) {
    EXPECT_FALSE(check_id_token(odd, {"https://id.example", "milepost", "n"}, kNow)) << odd;
  }
}

TEST(OidcSettings, NamesAProviderThatCanBeTrusted) {
  const std::map<std::string, bool> cases = {{"https://id.example", true},
                                             {"https://id.example/realms/x", true},
                                             {"http://127.0.0.1:4000", true},
                                             {"http://localhost:4000", true},
                                             {"http://id.example", false},
                                             {"http://127.0.0.1.id.example", false},
                                             {"ftp://id.example", false},
                                             {"id.example", false},
                                             {"https://user:pass@id.example", false}};
  for (const auto& [issuer, good] : cases) {
    EXPECT_EQ(OidcProvider::make({issuer, "milepost", "s"}).has_value(), good) << issuer;
  }
  EXPECT_FALSE(OidcProvider::make({"https://id.example", "", "s"}));
}

// A provider in the small; a real one is in tests/e2e/test_oidc.py.
class OidcFlow : public net::HttpServerFixture {
 protected:
  OidcFlow() {
    discovery_ = {{"issuer", at("")},
                  {"authorization_endpoint", at("/auth")},
                  {"token_endpoint", at("/token")},
                  {"userinfo_endpoint", at("/me")}};
    userinfo_ = {{"sub", "42"}, {"preferred_username", "jane"}, {"name", "Jane  Doe"}};
    answer_with([this](const Asked& asked) {
      if (asked.path == "/.well-known/openid-configuration") return page(200, discovery_.dump());
      if (asked.path == "/token") return page(token_status_, tokens().dump());
      if (asked.path == "/me") return page(200, userinfo_.dump());
      return status(404);
    });
  }

  Json tokens() {
    Json claims = claims_;
    claims["iss"] = at("");
    claims["nonce"] = nonce_;
    return {{"access_token", "abc"}, {"id_token", token_of(claims)}};
  }

  std::shared_ptr<OidcProvider> provider(const std::string& secret = "s:1") const {
    return *OidcProvider::make({at(""), "milepost", secret});
  }

  // What the provider was told in the address that the browser goes to.
  static http::Fields asked_in(const std::string& address) {
    return *http::read_form(address.substr(address.find('?') + 1));
  }

  Result<OidcPerson> run(OidcProvider& oidc, const http::Fields& fields,
                         const std::string& secret) {
    nonce_ = fields.get("nonce");
    return oidc.finish({"code1", fields.get("state"), "", "", ""}, secret, kBack, kNow);
  }

  static constexpr const char* kBack = "https://here.example/login/oidc/callback";
  Json discovery_, userinfo_;
  Json claims_ = good_claims();
  std::string nonce_;
  int token_status_ = 200;
};

TEST_F(OidcFlow, TellsWhoSignedIn) {
  const auto oidc = provider();
  const auto begun = oidc->begin(kBack, kNow);
  ASSERT_TRUE(begun) << begun.error().message;
  EXPECT_THAT(begun->address, testing::StartsWith(at("/auth?")));
  const http::Fields fields = asked_in(begun->address);
  EXPECT_EQ(fields.get("response_type"), "code");
  EXPECT_EQ(fields.get("client_id"), "milepost");
  EXPECT_EQ(fields.get("redirect_uri"), kBack);
  EXPECT_EQ(fields.get("code_challenge_method"), "S256");
  EXPECT_EQ(fields.get("code_challenge").size(), 43U);
  EXPECT_EQ(begun->address.find(begun->secret), std::string::npos);

  const auto person = run(*oidc, fields, begun->secret);
  ASSERT_TRUE(person) << person.error().message;
  EXPECT_EQ(person->issuer, at(""));
  EXPECT_EQ(person->subject, "42");
  EXPECT_EQ(person->handle, "jane");
  EXPECT_EQ(person->name, "Jane Doe");
  for (const Asked& one : asked()) {
    if (one.path == "/me") {
      EXPECT_THAT(one.head, HasSubstr("Authorization: Bearer abc\r\n"));
    }
    if (one.path != "/token") continue;
    EXPECT_THAT(one.head, HasSubstr("Authorization: Basic " + base64("milepost:s%3A1") + "\r\n"));
    const auto sent = *http::read_form(one.body);
    EXPECT_EQ(sent.get("code"), "code1");
    EXPECT_EQ(sent.get("redirect_uri"), kBack);
    EXPECT_FALSE(sent.has("client_secret"));
    // The challenge is of this verifier.
    const auto digest = (*Sha256::load()).of(sent.get("code_verifier"));
    EXPECT_EQ(fields.get("code_challenge"),
              base64url({reinterpret_cast<const char*>(digest.bytes.data()), 32}));
  }
}

TEST_F(OidcFlow, AsksForTheDiscoveryOnce) {
  const auto oidc = provider();
  ASSERT_TRUE(oidc->begin(kBack, kNow));
  ASSERT_TRUE(oidc->begin(kBack, {kNow.seconds + 3599}));
  EXPECT_EQ(times("GET /.well-known/openid-configuration"), 1U);
  ASSERT_TRUE(oidc->begin(kBack, {kNow.seconds + 3600}));
  EXPECT_EQ(times("GET /.well-known/openid-configuration"), 2U);
}

TEST_F(OidcFlow, SendsTheSecretAsTheProviderTakesIt) {
  discovery_["token_endpoint_auth_methods_supported"] = Json::array({"client_secret_post"});
  const auto oidc = provider();
  const auto begun = *oidc->begin(kBack, kNow);
  ASSERT_TRUE(run(*oidc, asked_in(begun.address), begun.secret));
  const auto sent = *http::read_form(asked()[1].body);
  EXPECT_EQ(sent.get("client_id"), "milepost");
  EXPECT_EQ(sent.get("client_secret"), "s:1");
  EXPECT_EQ(asked()[1].head.find("Authorization"), std::string::npos);
}

TEST_F(OidcFlow, IsRefusedWhenItWasBegunElsewhere) {
  const auto oidc = provider();
  const auto mine = *oidc->begin(kBack, kNow);
  const auto theirs = *oidc->begin(kBack, kNow);
  // A code of somebody else's sign-in, put into my browser.
  EXPECT_FALSE(run(*oidc, asked_in(theirs.address), mine.secret));
  EXPECT_FALSE(run(*oidc, asked_in(theirs.address), ""));
  EXPECT_EQ(times("POST /token"), 0U);
  // The token of another request.
  nonce_ = asked_in(theirs.address).get("nonce");
  const auto state = asked_in(mine.address).get("state");
  EXPECT_FALSE(oidc->finish({"code1", state, "", "", ""}, mine.secret, kBack, kNow));
  // Another provider answers.
  EXPECT_FALSE(
      oidc->finish({"code1", state, "https://evil.example", "", ""}, mine.secret, kBack, kNow));
  const auto denied = oidc->finish({"", state, "", "access_denied", ""}, mine.secret, kBack, kNow);
  ASSERT_FALSE(denied);
  EXPECT_THAT(denied.error().message, HasSubstr("access_denied"));
}

TEST_F(OidcFlow, IsRefusedWhenTheProviderIsOdd) {
  const auto finishes = [&] {
    const auto oidc = provider();
    const auto begun = oidc->begin(kBack, kNow);
    return begun && run(*oidc, asked_in(begun->address), begun->secret);
  };
  EXPECT_TRUE(finishes());
  userinfo_["sub"] = "43";
  EXPECT_FALSE(finishes());
  userinfo_ = {{"sub", "42"}};
  EXPECT_FALSE(finishes());  // nobody says the handle
  claims_["preferred_username"] = "jane";
  EXPECT_TRUE(finishes());
  token_status_ = 400;
  EXPECT_FALSE(finishes());
  token_status_ = 200;
  discovery_["token_endpoint"] = "http://id.example/token";
  EXPECT_FALSE(finishes());
  discovery_["issuer"] = "https://id.example";
  EXPECT_FALSE(finishes());
}

}  // namespace
}  // namespace milepost::accounts
