#include "accounts/oidc.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "accounts/base64.h"
#include "accounts/secrets.h"
#include "base/printable.h"
#include "base/strings.h"
#include "http/message.h"
#include "net/transfer.h"
#include "net/web_url.h"
#include "render/json_value.h"

namespace milepost::accounts {

namespace {

constexpr std::int64_t kDiscovered = 3600;       // seconds that a discovery is good for
constexpr std::int64_t kClockSkew = 60;          // seconds that clocks may differ
constexpr std::size_t kMostAnswer = 256 << 10U;  // more than any provider answers
constexpr std::chrono::seconds kAnswerLimit{10};

// Over plain HTTP anybody on the way could put an answer in the place of the provider's.
Result<std::string> check_endpoint(std::string_view url, std::string_view what) {
  const auto read = net::read_url(url);
  if (!read) {
    return failure(fmt::format("{} \"{}\": {}", what, printable(url), read.error().message));
  }
  const bool here = read->host == "localhost" || read->host == "127.0.0.1" || read->host == "::1" ||
                    read->host == "[::1]";
  if (!read->text.starts_with("https://") && !here) {
    return failure(fmt::format("{} \"{}\" is not https", what, printable(url)));
  }
  return read->text;
}

std::string text_in(const Json& object, const std::string& key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::int64_t> number_in(const Json& object, const std::string& key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  return static_cast<std::int64_t>(found->get<double>());
}

Result<Json> ask_provider(net::Request request, std::string_view what) {
  net::TransferOptions options;
  // Whoever runs the server has named the provider; it may stand in a network of theirs.
  options.allow_private = true;
  request.head = false;
  request.limit = kAnswerLimit;
  request.most_bytes = kMostAnswer;
  request.headers.emplace_back("Accept: application/json");
  TRY(const auto reply, net::ask(options, request));
  Json answer = read_json(reply.body);
  if (reply.status != 200) {
    const std::string error = answer.is_object() ? text_in(answer, "error") : "";
    return failure(fmt::format("the provider's {} answers {}{}{}", what, reply.status,
                               error.empty() ? "" : ": ", printable(error)),
                   ErrorKind::kUnavailable);
  }
  if (!answer.is_object()) {
    return failure(fmt::format("the provider's {} does not answer with JSON", what),
                   ErrorKind::kUnavailable);
  }
  return answer;
}

bool takes_only_body(const Json& discovery) {
  const auto methods = discovery.find("token_endpoint_auth_methods_supported");
  if (methods == discovery.end() || !methods->is_array()) return false;
  const auto has = [&](std::string_view name) {
    return std::ranges::find(*methods, Json(name)) != methods->end();
  };
  return has("client_secret_post") && !has("client_secret_basic");
}

tl::unexpected<Error> token_is_wrong(std::string_view why) {
  return failure(fmt::format("the provider's ID token {}", why), ErrorKind::kForbidden);
}

bool is_audience(const Json& claims, const std::string& client) {
  const auto audience = claims.find("aud");
  if (audience == claims.end()) return false;
  if (audience->is_string()) return *audience == Json(client);
  return audience->is_array() && std::ranges::find(*audience, Json(client)) != audience->end();
}

Result<Json> read_claims(std::string_view token, const OidcExpected& expected, Instant now) {
  const auto [header, rest] = cut(token, '.');
  const auto [payload, signature] = cut(rest, '.');
  const auto bytes = read_base64url(payload);
  if (!bytes || header.empty() || signature.find('.') != std::string_view::npos) {
    return token_is_wrong("cannot be read");
  }
  Json claims = read_json(*bytes);
  if (!claims.is_object()) return token_is_wrong("cannot be read");
  if (text_in(claims, "iss") != expected.issuer) return token_is_wrong("is of another issuer");
  if (!is_audience(claims, expected.client)) return token_is_wrong("is for somebody else");
  const bool several = claims["aud"].is_array() && claims["aud"].size() > 1;
  if ((several || claims.contains("azp")) && text_in(claims, "azp") != expected.client) {
    return token_is_wrong("was given to somebody else");
  }
  const auto expires = number_in(claims, "exp");
  if (!expires || *expires + kClockSkew <= now.seconds) return token_is_wrong("has expired");
  const auto issued = number_in(claims, "iat");
  if (!issued || *issued - kClockSkew > now.seconds) return token_is_wrong("is from the future");
  if (expected.nonce.empty() || text_in(claims, "nonce") != expected.nonce) {
    return token_is_wrong("belongs to another sign-in");
  }
  constexpr std::size_t kLongestSubject = 255;  // OpenID Connect Core 2
  const std::string subject = text_in(claims, "sub");
  if (subject.empty() || subject.size() > kLongestSubject) return token_is_wrong("names nobody");
  return claims;
}

std::string form_of(std::initializer_list<std::pair<std::string_view, std::string_view>> fields) {
  std::string form;
  for (const auto& [name, value] : fields) {
    if (value.empty()) continue;
    form += fmt::format("{}{}={}", form.empty() ? "" : "&", name, http::encode(value));
  }
  return form;
}

}  // namespace

Result<std::string> check_id_token(std::string_view token, const OidcExpected& expected,
                                   Instant now) {
  return read_claims(token, expected, now).map([](const Json& claims) {
    return text_in(claims, "sub");
  });
}

Result<std::shared_ptr<OidcProvider>> OidcProvider::make(OidcSettings settings) {
  TRY(const auto* const library, sodium_library());
  TRY(const auto sha256, Sha256::load());
  TRY(check_endpoint(settings.issuer, "the issuer").map([](const std::string&) {}));
  if (settings.client.empty()) return failure("the provider knows no client without a name");
  const std::string host = net::read_url(settings.issuer)->host;
  return std::shared_ptr<OidcProvider>(
      new OidcProvider(std::move(settings), host, *library, sha256));
}

Result<OidcDiscovery> OidcProvider::discover(Instant now) {
  {
    const std::lock_guard lock(mutex_);
    const std::int64_t age = now.seconds - discovered_.seconds;
    if (discovery_ && age >= 0 && age < kDiscovered) return *discovery_;
  }
  std::string_view issuer = settings_.issuer;
  if (issuer.ends_with('/')) issuer.remove_suffix(1);
  net::Request request;
  request.url = std::string(issuer) + "/.well-known/openid-configuration";
  TRY(const Json found, ask_provider(std::move(request), "discovery"));
  if (text_in(found, "issuer") != settings_.issuer) {
    return failure(fmt::format("the provider calls itself \"{}\", not \"{}\"",
                               printable(text_in(found, "issuer")), settings_.issuer),
                   ErrorKind::kUnavailable);
  }
  OidcDiscovery discovery;
  TRY(discovery.authorization,
      check_endpoint(text_in(found, "authorization_endpoint"), "the authorization endpoint"));
  TRY(discovery.token, check_endpoint(text_in(found, "token_endpoint"), "the token endpoint"));
  if (const std::string userinfo = text_in(found, "userinfo_endpoint"); !userinfo.empty()) {
    TRY(discovery.userinfo, check_endpoint(userinfo, "the userinfo endpoint"));
  }
  discovery.secret_in_body = takes_only_body(found);
  const std::lock_guard lock(mutex_);
  discovery_ = discovery;
  discovered_ = now;
  return discovery;
}

std::string OidcProvider::derived(std::string_view what, std::string_view secret) const {
  return sha256_.of(fmt::format("{} {}", what, secret)).hex();
}

Result<OidcProvider::Begun> OidcProvider::begin(std::string_view redirect, Instant now) {
  TRY(const OidcDiscovery discovery, discover(now));
  const std::string secret = random_text(library_, kSecretLength);
  const auto hashed = sha256_.of(derived("verifier", secret));
  const std::string challenge =
      base64url({reinterpret_cast<const char*>(hashed.bytes.data()), hashed.bytes.size()});
  const std::string query = form_of({{"response_type", "code"},
                                     {"client_id", settings_.client},
                                     {"redirect_uri", redirect},
                                     {"scope", "openid profile"},
                                     {"state", derived("state", secret)},
                                     {"nonce", derived("nonce", secret)},
                                     {"code_challenge", challenge},
                                     {"code_challenge_method", "S256"}});
  const bool has_query = discovery.authorization.find('?') != std::string::npos;
  return Begun{discovery.authorization + (has_query ? "&" : "?") + query, secret};
}

Result<OidcPerson> OidcProvider::finish(const OidcAnswer& answer, std::string_view secret,
                                        std::string_view redirect, Instant now) {
  if (!is_secret(secret) || !are_same(library_, answer.state, derived("state", secret))) {
    return failure("this sign-in was not begun in this browser, or took too long; begin again",
                   ErrorKind::kForbidden);
  }
  if (!answer.issuer.empty() && answer.issuer != settings_.issuer) {
    return failure("the answer comes from another provider", ErrorKind::kForbidden);
  }
  if (!answer.error.empty() || answer.code.empty()) {
    return failure(
        fmt::format(
            "{} did not let you in: {}", name_,
            printable(answer.error_description.empty() ? answer.error : answer.error_description)),
        ErrorKind::kForbidden);
  }
  TRY(const OidcDiscovery discovery, discover(now));
  net::Request exchange;
  exchange.url = discovery.token;
  const bool in_body = settings_.secret.empty() || discovery.secret_in_body;
  exchange.posted = form_of({{"grant_type", "authorization_code"},
                             {"code", answer.code},
                             {"redirect_uri", redirect},
                             {"code_verifier", derived("verifier", secret)},
                             {"client_id", in_body ? settings_.client : std::string()},
                             {"client_secret", in_body ? settings_.secret : std::string()}});
  exchange.headers.emplace_back("Content-Type: application/x-www-form-urlencoded");
  if (!in_body) {
    exchange.headers.push_back(
        "Authorization: Basic " +
        base64(http::encode(settings_.client) + ":" + http::encode(settings_.secret)));
  }
  TRY(const Json tokens, ask_provider(std::move(exchange), "token endpoint"));
  TRY(Json claims,
      read_claims(text_in(tokens, "id_token"),
                  {settings_.issuer, settings_.client, derived("nonce", secret)}, now));
  const std::string subject = text_in(claims, "sub");
  const std::string access = text_in(tokens, "access_token");
  if (text_in(claims, settings_.handle_claim).empty() && !discovery.userinfo.empty() &&
      !access.empty() && access.find_first_of("\r\n") == std::string::npos) {
    net::Request userinfo;
    userinfo.url = discovery.userinfo;
    userinfo.headers.push_back("Authorization: Bearer " + access);
    TRY(claims, ask_provider(std::move(userinfo), "userinfo endpoint"));
    if (text_in(claims, "sub") != subject) {
      return failure("the provider's userinfo is about somebody else", ErrorKind::kForbidden);
    }
  }
  OidcPerson person{settings_.issuer, subject, text_in(claims, settings_.handle_claim),
                    single_spaced(text_in(claims, "name"))};
  if (person.handle.empty()) {
    return failure(fmt::format("{} does not say your handle: the claim {} is missing", name_,
                               settings_.handle_claim),
                   ErrorKind::kForbidden);
  }
  return person;
}

}  // namespace milepost::accounts
