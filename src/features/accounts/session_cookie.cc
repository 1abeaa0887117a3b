#include "features/accounts/session_cookie.h"

#include <algorithm>

#include <fmt/format.h>

#include "accounts/accounts.h"
#include "base/strings.h"
#include "http/address.h"

namespace milepost::accounts {

bool may_sign_in(const http::Request& request, const Visit& visit) {
  return visit.secure || http::is_loopback(request.client);
}

std::string session_cookie_name(const Visit& visit) {
  return visit.secure ? "__Host-milepost" : "milepost";
}

std::string oidc_cookie_name(const Visit& visit) {
  return visit.secure ? "__Host-milepost-oidc" : "milepost-oidc";
}

std::string set_cookie(const Visit& visit, std::string_view name, std::string_view value,
                       std::int64_t seconds) {
  return fmt::format("{}={}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax{}", name, value, seconds,
                     visit.secure ? "; Secure" : "");
}

std::string session_of(const http::Request& request, const Visit& visit) {
  const auto cookies = request.headers.find("cookie");
  if (!cookies) return {};
  return std::string(http::find_cookie(*cookies, session_cookie_name(visit)).value_or(""));
}

http::Response begin_session(const Visit& visit, std::string_view cookie, std::string to) {
  http::Response response = http::redirect(std::move(to));
  response.headers.add("Set-Cookie", set_cookie(visit, session_cookie_name(visit), cookie,
                                                AccountsOptions{}.session_age));
  return response;
}

std::string local_address(std::string_view address, const Visit& visit) {
  const bool is_local =
      address.starts_with('/') && !address.starts_with("//") &&
      std::ranges::all_of(address, [](char c) { return c > ' ' && c < 0x7f && c != '\\'; });
  return is_local ? std::string(address) : visit.links.base + "/";
}

}  // namespace milepost::accounts
