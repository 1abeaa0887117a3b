#include "net/host.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstring>
#include <iterator>
#include <netdb.h>
#include <netinet/in.h>

namespace milepost::net {

namespace {

struct Block {
  std::uint32_t network;
  int bits;
};

constexpr std::uint32_t ip(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return (a << 24U) | (b << 16U) | (c << 8U) | d;
}

// What IANA's registry of special-purpose addresses calls not globally reachable,
// multicast, and what is reserved.
constexpr Block kPrivate[] = {
    {ip(0, 0, 0, 0), 8},      {ip(10, 0, 0, 0), 8},     {ip(100, 64, 0, 0), 10},
    {ip(127, 0, 0, 0), 8},    {ip(169, 254, 0, 0), 16}, {ip(172, 16, 0, 0), 12},
    {ip(192, 0, 0, 0), 24},   {ip(192, 0, 2, 0), 24},   {ip(192, 88, 99, 0), 24},
    {ip(192, 168, 0, 0), 16}, {ip(198, 18, 0, 0), 15},  {ip(198, 51, 100, 0), 24},
    {ip(203, 0, 113, 0), 24}, {ip(224, 0, 0, 0), 4},    {ip(240, 0, 0, 0), 4},
};

bool is_public_4(std::uint32_t address) {
  return std::none_of(std::begin(kPrivate), std::end(kPrivate), [&](const Block& block) {
    return (address ^ block.network) >> (32 - block.bits) == 0;
  });
}

using Bytes = std::array<std::uint8_t, 16>;

// Of IPv6 only 2000::/3 is given out to the public, and parts of it are not.
bool is_public_6(const Bytes& address) {
  if (address[0] >> 5U != 1) return false;
  const unsigned first = address[0] * 256U + address[1];
  const unsigned second = address[2] * 256U + address[3];
  if (first == 0x2001) return second >= 0x200 && second != 0xDB8;  // protocols, documents
  if (first == 0x2002) return false;                               // 6to4
  return first != 0x3FFF;                                          // documents
}

std::uint32_t address_4(const sockaddr& address) {
  sockaddr_in found{};
  std::memcpy(&found, &address, sizeof found);
  return ntohl(found.sin_addr.s_addr);
}

Bytes address_6(const sockaddr& address) {
  sockaddr_in6 found{};
  std::memcpy(&found, &address, sizeof found);
  Bytes bytes;
  std::copy(std::begin(found.sin6_addr.s6_addr), std::end(found.sin6_addr.s6_addr), bytes.begin());
  return bytes;
}

}  // namespace

bool is_public(const sockaddr& address) {
  if (address.sa_family == AF_INET) return is_public_4(address_4(address));
  return address.sa_family == AF_INET6 && is_public_6(address_6(address));
}

bool is_loopback(const sockaddr& address) {
  if (address.sa_family == AF_INET) return address_4(address) >> 24U == 127;
  constexpr Bytes kLoopback = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  return address.sa_family == AF_INET6 && address_6(address) == kLoopback;
}

std::string address_text(const sockaddr& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.sa_family == AF_INET) {
    const in_addr found{htonl(address_4(address))};
    inet_ntop(AF_INET, &found, text.data(), text.size());
  } else if (address.sa_family == AF_INET6) {
    const Bytes found = address_6(address);
    inet_ntop(AF_INET6, found.data(), text.data(), text.size());
  } else {
    return "?";
  }
  return text.data();
}

NameState look_up(const std::string& host) {
  // Whether the system can write other names in ASCII depends on its settings.
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (!std::all_of(host.begin(), host.end(), is_ascii)) return NameState::kUnclear;
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failed = getaddrinfo(host.c_str(), nullptr, &hints, &found);
  if (failed == 0) {
    freeaddrinfo(found);
    return NameState::kKnown;
  }
  return failed == EAI_NONAME ? NameState::kUnknown : NameState::kUnclear;
}

}  // namespace milepost::net
