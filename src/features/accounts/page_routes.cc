// Signing in and out: by password, by a link that can be used once, by OpenID Connect.

#include <fmt/format.h>

#include "accounts/accounts.h"
#include "accounts/oidc.h"
#include "base/strings.h"
#include "features/accounts/session_cookie.h"
#include "features/common/own_address.h"
#include "features/common/web_page.h"

namespace milepost::accounts {

namespace {

constexpr std::int64_t kOidcSeconds = 600;  // to sign in at the provider

http::Response no_sign_in_here(const Visit& visit) {
  return error_page(visit, 403,
                    "Signing in needs HTTPS: over plain HTTP others could read the password. It "
                    "works without on the machine of the server alone.");
}

struct LoginForm {
  std::string handle = {};
  std::string next = {};
  std::string error = {};
  int status = 200;
};

http::Response login_page(const Visit& visit, const LoginForm& form) {
  const OidcProvider* oidc = visit.accounts->oidc();
  Json data = {{"handle", form.handle},
               {"next", form.next},
               {"next_encoded", http::encode(form.next)},
               {"error", form.error},
               {"has_error", !form.error.empty()},
               {"oidc", oidc != nullptr},
               {"oidc_name", oidc != nullptr ? oidc->name() : ""}};
  return page_response(visit, {"login", "Sign in", "", form.status, true}, std::move(data));
}

http::Response show_login(const http::Request& request, const Visit& visit) {
  if (!may_sign_in(request, visit)) return no_sign_in_here(visit);
  const std::string next = local_address(request.query.get("next"), visit);
  if (visit.visitor.signed_in()) return http::redirect(next);
  return login_page(visit, {"", next});
}

http::Response sign_in(const http::Request& request, const Visit& visit) {
  if (!may_sign_in(request, visit)) return no_sign_in_here(visit);
  const std::string next = local_address(request.form.get("next"), visit);
  const std::string handle(trim(request.form.get("handle")));
  std::string_view bare = handle;
  if (bare.starts_with('@')) bare.remove_prefix(1);
  const auto in = visit.accounts->sign_in(bare, request.form.get("password"), now_utc());
  if (in) return begin_session(visit, in->cookie, next);
  return login_page(visit, {handle, next, in.error().message, http_status(in.error())});
}

http::Response sign_out(const http::Request& request, const Visit& visit) {
  const auto done = visit.accounts->sign_out(session_of(request, visit));
  if (!done) return error_page(visit, done.error());
  http::Response response = http::redirect(visit.links.base + "/");
  response.headers.add("Set-Cookie", set_cookie(visit, session_cookie_name(visit), "", 0));
  return response;
}

// --- links that can be used once -----------------------------------------------------------------

struct LinkForm {
  std::string handle = {};
  std::string name = {};
  std::string error = {};
  int status = 200;
};

http::Response link_page(const Visit& visit, const Link& link, const LinkForm& form) {
  const bool is_setup = link.kind == LinkKind::kSetup;
  const bool is_reset = link.kind == LinkKind::kReset;
  const std::string title = is_setup ? "Make the first account"
                                     : (is_reset ? "Choose a new password" : "Make your account");
  return page_response(visit, {"setup", title, "", form.status, true},
                       {{"title", title},
                        {"setup", is_setup},
                        {"fixed_handle", link.handle},
                        {"named", !is_reset},
                        {"handle", form.handle},
                        {"name", form.name},
                        {"error", form.error},
                        {"has_error", !form.error.empty()}});
}

http::Response link_is_gone(const Visit& visit) {
  return error_page(visit, 404, "This link was used already, or has expired. Ask for another.");
}

http::Response show_link(const http::Request& request, const Visit& visit) {
  if (!may_sign_in(request, visit)) return no_sign_in_here(visit);
  const auto link = visit.accounts->find_link(request.values.get("code"), now_utc());
  if (!link) return error_page(visit, link.error());
  return *link ? link_page(visit, **link, {}) : link_is_gone(visit);
}

http::Response use_link(const http::Request& request, const Visit& visit) {
  if (!may_sign_in(request, visit)) return no_sign_in_here(visit);
  const std::string code = request.values.get("code");
  const auto link = visit.accounts->find_link(code, now_utc());
  if (!link) return error_page(visit, link.error());
  if (!*link) return link_is_gone(visit);
  LinkForm form{request.form.get("handle"), request.form.get("name")};
  const std::string password = request.form.get("password");
  Result<SignedIn> in = failure("the two passwords differ; type it again");
  if (password == request.form.get("again")) {
    in = visit.accounts->use_link(code, form.handle, form.name, password, now_utc());
  }
  if (in) return begin_session(visit, in->cookie, visit.links.base + "/");
  form.error = in.error().message;
  form.status = http_status(in.error());
  return link_page(visit, **link, form);
}

// --- OpenID Connect ------------------------------------------------------------------------------

std::string callback_of(const http::Request& request, const Visit& visit) {
  return own_address(request, visit) + visit.links.base + "/login/oidc/callback";
}

http::Response go_to_provider(const http::Request& request, const Visit& visit) {
  if (!may_sign_in(request, visit)) return no_sign_in_here(visit);
  OidcProvider* const oidc = visit.accounts->oidc();
  if (oidc == nullptr) return error_page(visit, 404, "There is no provider to sign in by.");
  const auto begun = oidc->begin(callback_of(request, visit), now_utc());
  if (!begun) return error_page(visit, begun.error());
  const std::string next = local_address(request.query.get("next"), visit);
  http::Response response = http::redirect(begun->address);
  response.headers.add("Set-Cookie",
                       set_cookie(visit, oidc_cookie_name(visit),
                                  begun->secret + "." + http::encode(next), kOidcSeconds));
  return response;
}

http::Response return_from_provider(const http::Request& request, const Visit& visit) {
  if (!may_sign_in(request, visit)) return no_sign_in_here(visit);
  OidcProvider* const oidc = visit.accounts->oidc();
  if (oidc == nullptr) return error_page(visit, 404, "There is no provider to sign in by.");
  const std::string cookies = request.headers.get("cookie");
  const std::string kept(http::find_cookie(cookies, oidc_cookie_name(visit)).value_or(""));
  const auto [secret, next] = cut(kept, '.');
  const auto& query = request.query;
  const auto person = oidc->finish({query.get("code"), query.get("state"), query.get("iss"),
                                    query.get("error"), query.get("error_description")},
                                   secret, callback_of(request, visit), now_utc());
  const auto in = person ? visit.accounts->sign_in(*person, now_utc())
                         : Result<SignedIn>(tl::unexpected(person.error()));
  http::Response response =
      in ? begin_session(visit, in->cookie, local_address(http::decode(next).value_or(""), visit))
         : login_page(visit,
                      {"", visit.links.base + "/", in.error().message, http_status(in.error())});
  response.headers.add("Set-Cookie", set_cookie(visit, oidc_cookie_name(visit), "", 0));
  return response;
}

constexpr Guard kLook{Caller::kAnyone, Scope::kNothing, Rate::kRead, Csrf::kSafe};
constexpr Guard kAskProvider{Caller::kAnyone, Scope::kNothing, Rate::kSignIn, Csrf::kSafe};
constexpr Guard kEnter{Caller::kAnyone, Scope::kNothing, Rate::kSignIn, Csrf::kOrigin};
constexpr Guard kLeave{Caller::kPerson, Scope::kAccounts, Rate::kWrite, Csrf::kToken};

constexpr Route kRoutes[] = {
    {http::Method::kGet, "/login", kLook, Precondition::kFree, show_login, {}},
    {http::Method::kPost, "/login", kEnter, Precondition::kFree, sign_in, {}},
    {http::Method::kPost, "/logout", kLeave, Precondition::kFree, sign_out, {}},
    {http::Method::kGet, "/setup/{code}", kLook, Precondition::kFree, show_link, {}},
    {http::Method::kPost, "/setup/{code}", kEnter, Precondition::kFree, use_link, {}},
    {http::Method::kGet, "/invite/{code}", kLook, Precondition::kFree, show_link, {}},
    {http::Method::kPost, "/invite/{code}", kEnter, Precondition::kFree, use_link, {}},
    {http::Method::kGet, "/login/oidc", kAskProvider, Precondition::kFree, go_to_provider, {}},
    {http::Method::kGet,
     "/login/oidc/callback",
     kAskProvider,
     Precondition::kFree,
     return_from_provider,
     {}},
};

}  // namespace

extern constinit const std::span<const Route> kPageRoutes{kRoutes};

}  // namespace milepost::accounts
