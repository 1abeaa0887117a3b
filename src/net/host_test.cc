#include "net/host.h"

#include <arpa/inet.h>
#include <cstring>
#include <netinet/in.h>
#include <string>

#include <gtest/gtest.h>

namespace milepost::net {
namespace {

sockaddr_storage address_of(const std::string& text) {
  sockaddr_storage storage{};
  sockaddr_in four{};
  sockaddr_in6 six{};
  if (inet_pton(AF_INET, text.c_str(), &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    std::memcpy(&storage, &four, sizeof four);
  } else if (inet_pton(AF_INET6, text.c_str(), &six.sin6_addr) == 1) {
    six.sin6_family = AF_INET6;
    std::memcpy(&storage, &six, sizeof six);
  } else {
    ADD_FAILURE() << "no address: " << text;
  }
  return storage;
}

bool is_public_text(const std::string& text) {
  const sockaddr_storage storage = address_of(text);
  return is_public(reinterpret_cast<const sockaddr&>(storage));
}

TEST(Host, PrivateAddressesAreNotPublic) {
  for (const char* address : {"0.0.0.0",
                              "0.1.2.3",
                              "10.0.0.1",
                              "10.255.255.255",
                              "100.64.0.1",
                              "100.127.255.255",
                              "127.0.0.1",
                              "127.255.0.1",
                              "169.254.169.254",
                              "172.16.0.1",
                              "172.31.255.255",
                              "192.0.0.8",
                              "192.0.2.1",
                              "192.88.99.1",
                              "192.168.0.1",
                              "198.18.0.1",
                              "198.19.255.255",
                              "198.51.100.7",
                              "203.0.113.9",
                              "224.0.0.1",
                              "239.255.255.255",
                              "240.0.0.1",
                              "255.255.255.255",
                              "::",
                              "::1",
                              "::ffff:8.8.8.8",
                              "::ffff:127.0.0.1",
                              "::8.8.8.8",
                              "64:ff9b::8.8.8.8",
                              "64:ff9b:1::1",
                              "100::1",
                              "2001::1",
                              "2001:1ff::1",
                              "2001:db8::1",
                              "2002:7f00:1::1",
                              "3fff::1",
                              "fc00::1",
                              "fdff::1",
                              "fe80::1",
                              "fec0::1",
                              "ff02::1",
                              "4000::1"}) {
    EXPECT_FALSE(is_public_text(address)) << address;
  }
}

TEST(Host, OthersArePublic) {
  for (const char* address :
       {"1.1.1.1",         "8.8.8.8",         "9.255.255.255",   "11.0.0.0",
        "100.63.255.255",  "100.128.0.0",     "126.255.255.255", "128.0.0.1",
        "169.253.255.255", "169.255.0.0",     "172.15.255.255",  "172.32.0.0",
        "192.0.1.1",       "192.167.255.255", "192.169.0.0",     "198.17.255.255",
        "198.20.0.0",      "223.255.255.255", "2001:200::1",     "2001:4860:4860::8888",
        "2606:4700::1111", "2a00::1",         "3ffe::1"}) {
    EXPECT_TRUE(is_public_text(address)) << address;
  }
}

TEST(Host, OtherFamiliesAreNotPublic) {
  sockaddr_storage storage{};
  storage.ss_family = AF_UNIX;
  const auto& address = reinterpret_cast<const sockaddr&>(storage);
  EXPECT_FALSE(is_public(address));
  EXPECT_FALSE(is_loopback(address));
  EXPECT_EQ(address_text(address), "?");
}

TEST(Host, KnowsLoopback) {
  const auto loopback = [](const char* text) {
    const sockaddr_storage storage = address_of(text);
    return is_loopback(reinterpret_cast<const sockaddr&>(storage));
  };
  for (const char* address : {"127.0.0.1", "127.9.9.9", "::1"}) {
    EXPECT_TRUE(loopback(address)) << address;
  }
  for (const char* address :
       {"126.0.0.1", "128.0.0.1", "10.0.0.1", "::", "::2", "::ffff:127.0.0.1"}) {
    EXPECT_FALSE(loopback(address)) << address;
  }
}

TEST(Host, WritesAddresses) {
  for (const char* text : {"10.1.2.3", "2001:db8::5"}) {
    const sockaddr_storage storage = address_of(text);
    EXPECT_EQ(address_text(reinterpret_cast<const sockaddr&>(storage)), text);
  }
}

TEST(Host, LooksNamesUp) {
  EXPECT_EQ(look_up("127.0.0.1"), NameState::kKnown);
  EXPECT_NE(look_up("no-such-host.invalid"), NameState::kKnown);
  EXPECT_EQ(look_up("nö-such-host.invalid"), NameState::kUnclear);
}

}  // namespace
}  // namespace milepost::net
