#include "web/client.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <netinet/in.h>

#include "base/strings.h"

namespace milepost::web {

namespace {

bool is_address(const std::string& text) {
  std::array<std::uint8_t, 16> bytes{};
  return ::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
         ::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

// "192.0.2.1", "192.0.2.1:4711", "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:4711". Whatever is
// none would be a name to be counted by at will, and not that of this machine.
std::string forwarded_address(std::string_view text) {
  std::string_view address = text;
  if (text.starts_with('[')) {
    address = text.substr(1, std::min(text.find(']'), text.size()) - 1);
  } else if (std::ranges::count(text, ':') == 1) {
    address = text.substr(0, text.find(':'));
  }
  const std::string read(address);
  return is_address(read) ? read : std::string(kUnknownClient);
}

}  // namespace

Client client_of(const http::Request& request, const Arrival& arrival, bool trust_proxy) {
  if (!trust_proxy) return {arrival.peer, arrival.tls};
  const auto lists = request.headers.all("x-forwarded-for");
  const std::string_view list = lists.empty() ? std::string_view() : lists.back();
  return {forwarded_address(trim(list.substr(list.rfind(',') + 1))),
          arrival.tls || request.headers.get("x-forwarded-proto") == "https"};
}

std::string counted_as(std::string_view address) {
  if (address.starts_with("::ffff:")) return std::string(address.substr(7));
  std::array<std::uint8_t, 16> bytes{};
  const std::string text(address);
  if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return text;
  std::array<char, INET6_ADDRSTRLEN> network{};
  for (std::size_t i = 8; i < bytes.size(); ++i) bytes[i] = 0;
  ::inet_ntop(AF_INET6, bytes.data(), network.data(), network.size());
  return network.data();
}

}  // namespace milepost::web
