// One's own account, and for admins those of others.

#include <charconv>

#include <fmt/format.h>

#include "accounts/accounts.h"
#include "base/strings.h"
#include "features/accounts/session_cookie.h"
#include "features/common/own_address.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"

namespace milepost::accounts {

namespace {

std::string day_or_never(Instant at) { return at.seconds == 0 ? "never" : to_string(date_of(at)); }

// "2026-11-18 06:10"
std::string minute(Instant at) {
  std::string text = to_string(at).substr(0, 16);
  text[10] = ' ';
  return text;
}

// What a page says besides its lists.
struct Said {
  std::string error = {};
  std::string secret = {};  // a token, shown once
  std::string token = {};   // its name
  std::string link = {};    // a link that can be used once
  std::string link_of = {};
  int status = 200;
};

void add_said(Json& data, const Said& said) {
  data["error"] = said.error;
  data["has_error"] = !said.error.empty();
  data["secret"] = said.secret;
  data["token_name"] = said.token;
  data["has_secret"] = !said.secret.empty();
  data["link"] = said.link;
  data["link_of"] = said.link_of;
  data["has_link"] = !said.link.empty();
}

// --- one's own -----------------------------------------------------------------------------------

Json tokens_json(const std::vector<Token>& tokens, Instant now) {
  Json list = Json::array();
  for (const Token& token : tokens) {
    list.push_back({{"id", token.id},
                    {"name", token.name},
                    {"scope", name(token.scope)},
                    {"made", day_or_never(token.made)},
                    {"expires", day_or_never(token.expires)},
                    {"expired", now >= token.expires},
                    {"used", day_or_never(token.used)}});
  }
  return list;
}

Result<Json> account_json(const http::Request& request, const Visit& visit, Instant now) {
  Accounts& accounts = *visit.accounts;
  const std::string& handle = visit.visitor.handle;
  TRY(const auto account, accounts.find(handle));
  if (!account) return failure("there is no such account", ErrorKind::kNotFound);
  TRY(const auto tokens, accounts.tokens(handle));
  TRY(const auto sessions, accounts.sessions(handle, now));
  const std::string own = accounts.session_id(session_of(request, visit));
  Json shown = Json::array();
  for (const Session& session : sessions) {
    shown.push_back({{"id", session.id},
                     {"made", minute(session.made)},
                     {"seen", minute(session.seen)},
                     {"this_one", session.id == own}});
  }
  return Json{{"name", account->name},
              {"issuer", account->issuer},
              {"has_password", account->has_password},
              {"tokens", tokens_json(tokens, now)},
              {"has_tokens", !tokens.empty()},
              {"sessions", std::move(shown)},
              {"done", outcome_json(request, visit)["done"]}};
}

http::Response account_page(const http::Request& request, const Visit& visit,
                            const Said& said = {}) {
  auto data = account_json(request, visit, now_utc());
  if (!data) return error_page(visit, data.error());
  add_said(*data, said);
  return page_response(visit, {"account", "Your account", "", said.status, true}, *std::move(data));
}

http::Response with_error(const http::Request& request, const Visit& visit, const Error& error) {
  Said said;
  said.error = error.message;
  said.status = http_status(error);
  return account_page(request, visit, said);
}

http::Response show_account(const http::Request& request, const Visit& visit) {
  return account_page(request, visit);
}

http::Response change_password(const http::Request& request, const Visit& visit) {
  if (!may_sign_in(request, visit)) {
    return error_page(visit, 403, "Changing a password needs HTTPS.");
  }
  Result<SignedIn> in = failure("the two passwords differ; type it again");
  const std::string password = request.form.get("password");
  if (password == request.form.get("again")) {
    in = visit.accounts->change_password(visit.visitor.handle, request.form.get("present"),
                                         password, now_utc());
  }
  if (!in) return with_error(request, visit, in.error());
  // Sealed by the session that begins.
  Visit next = visit;
  next.visitor.csrf = in->identity.csrf;
  const std::string said =
      outcome_query(next, "The password was changed; other sessions have ended.", {});
  return begin_session(visit, in->cookie, visit.links.base + "/account" + said);
}

http::Response make_token(const http::Request& request, const Visit& visit) {
  const auto scope = scope_named(request.form.get("scope"));
  const std::string text = request.form.get("days");
  int days = 0;
  std::from_chars(text.data(), text.data() + text.size(), days);
  if (!scope) return with_error(request, visit, {"choose what the token is good for"});
  const auto made = visit.accounts->make_token(visit.visitor.handle, request.form.get("name"),
                                               *scope, days, now_utc());
  if (!made) return with_error(request, visit, made.error());
  Said said;
  said.secret = made->secret;
  said.token = made->token.name;
  return account_page(request, visit, said);
}

http::Response revoke_token(const http::Request& request, const Visit& visit) {
  const auto done = visit.accounts->revoke_token(visit.visitor.handle, request.values.get("token"));
  if (!done) return with_error(request, visit, done.error());
  return http::redirect(visit.links.base + "/account");
}

http::Response end_session(const http::Request& request, const Visit& visit) {
  const auto done =
      visit.accounts->end_session(visit.visitor.handle, request.values.get("session"));
  if (!done) return with_error(request, visit, done.error());
  return http::redirect(visit.links.base + "/account");
}

// --- those of others -----------------------------------------------------------------------------

http::Response accounts_page(const Visit& visit, const Said& said = {}) {
  const auto accounts = visit.accounts->list();
  if (!accounts) return error_page(visit, accounts.error());
  const auto invitations = visit.accounts->invitations(now_utc());
  if (!invitations) return error_page(visit, invitations.error());
  Json invited = Json::array();
  for (const Link& link : *invitations) {
    invited.push_back({{"handle", link.handle},
                       {"admin", link.admin},
                       {"expires", minute(link.expires) + " UTC"}});
  }
  Json list = Json::array();
  for (const Account& account : *accounts) {
    list.push_back({{"handle", account.handle},
                    {"name", account.name},
                    {"admin", account.admin},
                    {"disabled", account.disabled},
                    {"can_reset", account.has_password && !account.disabled},
                    {"by", account.has_password ? "password" : account.issuer},
                    {"made", day_or_never(account.made)},
                    {"signed_in", day_or_never(account.signed_in)}});
  }
  Json data = {{"accounts", std::move(list)},
               {"has_invited", !invited.empty()},
               {"invited", std::move(invited)}};
  add_said(data, said);
  return page_response(visit, {"accounts", "Accounts", "", said.status, false}, std::move(data));
}

http::Response list_accounts(const http::Request& /*request*/, const Visit& visit) {
  return accounts_page(visit);
}

http::Response answer_change(const Visit& visit, const Result<void>& done) {
  if (done) return http::redirect(visit.links.base + "/accounts");
  Said said;
  said.error = done.error().message;
  said.status = http_status(done.error());
  return accounts_page(visit, said);
}

http::Response show_code(const http::Request& request, const Visit& visit, std::string handle,
                         const Result<std::string>& code) {
  if (!code) return answer_change(visit, tl::unexpected(code.error()));
  Said said;
  said.link = own_address(request, visit) + "/invite/" + *code;
  said.link_of = std::move(handle);
  return accounts_page(visit, said);
}

http::Response invite(const http::Request& request, const Visit& visit) {
  const std::string handle(trim(request.form.get("handle")));
  return show_code(request, visit, handle,
                   visit.accounts->invite(handle, request.form.get("admin") == "yes", now_utc()));
}

http::Response reset(const http::Request& request, const Visit& visit) {
  const std::string handle = request.values.get("handle");
  return show_code(request, visit, handle, visit.accounts->make_reset_code(handle, now_utc()));
}

http::Response change(const http::Request& request, const Visit& visit) {
  const std::string handle = request.values.get("handle");
  const std::string what = request.form.get("do");
  Accounts& accounts = *visit.accounts;
  if (what == "disable") return answer_change(visit, accounts.set_disabled(handle, true));
  if (what == "enable") return answer_change(visit, accounts.set_disabled(handle, false));
  if (what == "withdraw") {
    return answer_change(visit, accounts.withdraw_invitation(handle, now_utc()));
  }
  if (what == "make-admin") return answer_change(visit, accounts.set_admin(handle, true));
  if (what == "make-plain") return answer_change(visit, accounts.set_admin(handle, false));
  return answer_change(visit, failure("there is no such change"));
}

constexpr Guard kOwn{Caller::kPerson, Scope::kAccounts, Rate::kRead, Csrf::kSafe};
constexpr Guard kOwnChange{Caller::kPerson, Scope::kAccounts, Rate::kWrite, Csrf::kToken};
// Each costs a hash or two.
constexpr Guard kOwnPassword{Caller::kPerson, Scope::kAccounts, Rate::kSignIn, Csrf::kToken};
constexpr Guard kAll{Caller::kAdmin, Scope::kAccounts, Rate::kRead, Csrf::kSafe};
constexpr Guard kAllChange{Caller::kAdmin, Scope::kAccounts, Rate::kWrite, Csrf::kToken};

constexpr Route kRoutes[] = {
    {http::Method::kGet, "/account", kOwn, Precondition::kFree, show_account, {}},
    {http::Method::kPost,
     "/account/password",
     kOwnPassword,
     Precondition::kFree,
     change_password,
     {}},
    {http::Method::kPost, "/account/tokens", kOwnChange, Precondition::kFree, make_token, {}},
    {http::Method::kPost,
     "/account/tokens/{token}/revoke",
     kOwnChange,
     Precondition::kFree,
     revoke_token,
     {}},
    {http::Method::kPost,
     "/account/sessions/{session}/end",
     kOwnChange,
     Precondition::kFree,
     end_session,
     {}},
    {http::Method::kGet, "/accounts", kAll, Precondition::kFree, list_accounts, {}},
    {http::Method::kPost, "/accounts", kAllChange, Precondition::kFree, invite, {}},
    {http::Method::kPost, "/accounts/{handle}", kAllChange, Precondition::kFree, change, {}},
    {http::Method::kPost, "/accounts/{handle}/reset", kAllChange, Precondition::kFree, reset, {}},
};

}  // namespace

extern constinit const std::span<const Route> kAccountRoutes{kRoutes};

}  // namespace milepost::accounts
