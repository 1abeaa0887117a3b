// Who one is, and one's tokens, as JSON.

#include <span>

#include <fmt/format.h>

#include "accounts/accounts.h"
#include "features/common/route.h"
#include "render/json_value.h"

namespace milepost::accounts {

namespace {

constexpr std::string_view kJsonType = "application/json";

http::Response answer_json(int status, const Json& value) {
  return http::text_response(status, std::string(kJsonType), json_text(value));
}

http::Response show_me(const http::Request& request, const Visit& visit) {
  const Visitor& visitor = visit.visitor;
  const auto account = visit.accounts->find(visitor.handle);
  if (!account) return problem(account.error(), request);
  constexpr std::string_view kScopes[] = {"nothing", "read", "record", "accounts"};
  return answer_json(
      200, {{"handle", visitor.handle},
            {"name", *account ? (*account)->name : ""},
            {"admin", visitor.admin},
            {"by_token", visitor.by_token},
            {"scope",
             visitor.by_token ? Json(kScopes[static_cast<std::size_t>(visitor.scope)]) : Json()}});
}

Json instant_or_null(Instant at) { return at.seconds == 0 ? Json() : Json(to_string(at)); }

Json token_json(const Token& token) {
  return {{"id", token.id},
          {"name", token.name},
          {"scope", name(token.scope)},
          {"made", to_string(token.made)},
          {"expires", to_string(token.expires)},
          {"used", instant_or_null(token.used)}};
}

http::Response list_tokens(const http::Request& request, const Visit& visit) {
  const auto tokens = visit.accounts->tokens(visit.visitor.handle);
  if (!tokens) return problem(tokens.error(), request);
  Json list = Json::array();
  for (const Token& token : *tokens) list.push_back(token_json(token));
  return answer_json(200, {{"tokens", std::move(list)}});
}

struct TokenWish {
  std::string name;
  TokenScope scope = TokenScope::kRead;
  int days = 0;
};

Result<TokenWish> read_wish(const std::string& body) {
  const Json wish = read_json(body);
  if (!wish.is_object()) return failure("the body is no JSON object");
  for (const auto& [key, value] : wish.items()) {
    if (key != "name" && key != "scope" && key != "days") {
      return failure(fmt::format("\"{}\" is no field of a token: name, scope, days", key));
    }
  }
  TokenWish read;
  if (!wish.contains("name") || !wish["name"].is_string()) return failure("\"name\" is no text");
  read.name = wish["name"].get<std::string>();
  if (wish.contains("scope")) {
    const auto scope =
        wish["scope"].is_string() ? scope_named(wish["scope"].get<std::string>()) : std::nullopt;
    if (!scope) return failure("\"scope\" is read, record or accounts");
    read.scope = *scope;
  }
  constexpr int kUsualDays = 90;
  read.days = kUsualDays;
  if (wish.contains("days")) {
    if (!wish["days"].is_number_integer() || wish["days"] < 1 || wish["days"] > kMostTokenDays) {
      return failure(fmt::format("\"days\" is a number from 1 to {}", kMostTokenDays));
    }
    read.days = wish["days"].get<int>();
  }
  return read;
}

http::Response make_token(const http::Request& request, const Visit& visit) {
  const auto wish = read_wish(request.body);
  if (!wish) return problem(wish.error(), request);
  const auto made = visit.accounts->make_token(visit.visitor.handle, wish->name, wish->scope,
                                               wish->days, now_utc());
  if (!made) return problem(made.error(), request);
  Json answer = token_json(made->token);
  answer["secret"] = made->secret;
  auto response = answer_json(201, answer);
  // Nor with the Idempotency-Key that it was asked with.
  response.headers.add("Cache-Control", "no-store");
  return response;
}

http::Response revoke_token(const http::Request& request, const Visit& visit) {
  const auto done = visit.accounts->revoke_token(visit.visitor.handle, request.values.get("token"));
  if (!done) return problem(done.error(), request);
  http::Response response;
  response.status = 204;
  return response;
}

constexpr Guard kLook{Caller::kPerson, Scope::kRead, Rate::kRead, Csrf::kSafe};
constexpr Guard kLookAtTokens{Caller::kPerson, Scope::kAccounts, Rate::kRead, Csrf::kSafe};
constexpr Guard kChange{Caller::kPerson, Scope::kAccounts, Rate::kWrite, Csrf::kToken};

constexpr Route kRoutes[] = {
    {http::Method::kGet,
     "/api/v1/me",
     kLook,
     Precondition::kFree,
     show_me,
     {"who you are, and what the token is good for", "", "", "Me", ""}},
    {http::Method::kGet,
     "/api/v1/tokens",
     kLookAtTokens,
     Precondition::kFree,
     list_tokens,
     {"your tokens, without what they open", "", "", "TokenList", ""}},
    {http::Method::kPost,
     "/api/v1/tokens",
     kChange,
     Precondition::kFree,
     make_token,
     {"make a token; its secret is shown once", "", "TokenRequest", "NewToken", "201 422"}},
    {http::Method::kDelete,
     "/api/v1/tokens/{token}",
     kChange,
     Precondition::kFree,
     revoke_token,
     {"revoke a token, at once", "", "", "", "204 404"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes{kRoutes};

}  // namespace milepost::accounts
