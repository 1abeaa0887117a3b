// A port of this machine where connections are made, there as long as a test has it. Nobody takes
// them unless the test does.
#pragma once

#include <arpa/inet.h>
#include <cstdint>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace milepost {

class OpenPort {
 public:
  OpenPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(socket_, generic, size), 0);
    EXPECT_EQ(::listen(socket_, 64), 0);
    EXPECT_EQ(::getsockname(socket_, generic, &size), 0);
    number_ = ntohs(address.sin_port);
  }
  ~OpenPort() { ::close(socket_); }
  OpenPort(const OpenPort&) = delete;
  OpenPort& operator=(const OpenPort&) = delete;

  std::uint16_t number() const { return number_; }
  // The next connection, which is the caller's; negative once close_down() was called.
  int accept() const { return ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC); }
  void close_down() const { ::shutdown(socket_, SHUT_RDWR); }

 private:
  const int socket_;
  std::uint16_t number_ = 0;
};

}  // namespace milepost
