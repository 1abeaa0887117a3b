// The cookies of signing in, and where one may sign in at all: over TLS, or on this machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "features/common/route.h"

namespace milepost::accounts {

// Whoever listens on the way could take the password and the cookie.
bool may_sign_in(const http::Request& request, const Visit& visit);

// The __Host- prefix keeps other hosts of the domain from setting it; browsers grant it over TLS
// alone.
std::string session_cookie_name(const Visit& visit);
std::string oidc_cookie_name(const Visit& visit);

// The value of Set-Cookie; it lasts for so many seconds.
std::string set_cookie(const Visit& visit, std::string_view name, std::string_view value,
                       std::int64_t seconds);

// The value of the request's session cookie; "" for none.
std::string session_of(const http::Request& request, const Visit& visit);

// A redirect with the session's cookie.
http::Response begin_session(const Visit& visit, std::string_view cookie, std::string to);

// The address if it is one of this server's, else the first page: nobody is sent elsewhere by a
// link that leads here first.
std::string local_address(std::string_view address, const Visit& visit);

}  // namespace milepost::accounts
