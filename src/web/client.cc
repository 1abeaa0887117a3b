#include "web/client.h"

#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <netinet/in.h>

#include "base/strings.h"

namespace milepost::web {

Client client_of(const http::Request& request, const Arrival& arrival, bool trust_proxy) {
  Client client{arrival.peer, arrival.tls};
  if (!trust_proxy) return client;
  const auto lists = request.headers.all("x-forwarded-for");
  if (!lists.empty()) {
    const std::string_view list = lists.back();
    const std::string_view last = trim(list.substr(list.rfind(',') + 1));
    // Whatever is no address would be a name to be counted by at will.
    std::array<std::uint8_t, 16> bytes{};
    const std::string address(last);
    if (::inet_pton(AF_INET, address.c_str(), bytes.data()) == 1 ||
        ::inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1) {
      client.address = address;
    }
  }
  if (request.headers.get("x-forwarded-proto") == "https") client.secure = true;
  return client;
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
