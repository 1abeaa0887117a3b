#include "http/address.h"

#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <string>

namespace milepost::http {

bool is_loopback(std::string_view address) {
  if (address.starts_with("::ffff:")) address.remove_prefix(7);
  if (address == "::1") return true;
  std::array<std::uint8_t, 4> bytes{};
  return ::inet_pton(AF_INET, std::string(address).c_str(), bytes.data()) == 1 && bytes[0] == 127;
}

}  // namespace milepost::http
