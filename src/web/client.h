// Who a request comes from: an address, and whether the way was safe.
#pragma once

#include <string>
#include <string_view>

#include "http/address.h"
#include "http/message.h"

namespace milepost::web {

// How a request reached the server.
struct Arrival {
  std::string peer;  // the address at the other end of the connection
  bool tls = false;
};

struct Client {
  std::string address;
  bool secure = false;  // by TLS, here or to the proxy in front
};

// Behind a proxy that is trusted, what it says of the client, in X-Forwarded-For and -Proto. It
// adds to what came in, so that the last address counts, with or without a port. Where it says
// none, or one that cannot be read, the client is kUnknownClient: never this machine.
inline constexpr std::string_view kUnknownClient = "unknown";
Client client_of(const http::Request& request, const Arrival& arrival, bool trust_proxy);

using http::is_loopback;

// By what a client is counted: its address; of IPv6 the network of 64 bits that one client has.
std::string counted_as(std::string_view address);

}  // namespace milepost::web
