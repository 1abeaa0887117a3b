// Which hosts may be asked, and whether a name is one at all.
#pragma once

#include <cstdint>
#include <string>
#include <sys/socket.h>

namespace milepost::net {

// Whether an address belongs to the public internet. Documents come from
// strangers: what stands in them must not make milepost knock at doors inside
// the network it runs in. Addresses that carry another in them (NAT64, 6to4,
// mapped ones) count as private, whatever they carry.
bool is_public(const sockaddr& address);
bool is_loopback(const sockaddr& address);

// "127.0.0.1", "::1"; "?" for an address of another family.
std::string address_text(const sockaddr& address);

enum class NameState : std::uint8_t {
  kKnown,
  kUnknown,  // the name service says that there is no such name
  kUnclear,  // the name service could not be asked, or does not know now
};
// Asks the system, which may take some seconds.
NameState look_up(const std::string& host);

}  // namespace milepost::net
