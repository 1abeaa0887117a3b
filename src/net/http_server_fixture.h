// A web server on this machine, there as long as a test runs. It answers every
// request with what the test's handler makes of it, one connection each.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/open_port_fixture.h"

namespace milepost::net {

class HttpServerFixture : public testing::Test {
 public:
  HttpServerFixture() : acceptor_([this] { accept_all(); }) {}
  ~HttpServerFixture() override {
    listening_.close_down();
    acceptor_.join();
    for (std::thread& one : connections_) one.join();
  }

 protected:
  struct Asked {
    std::string method;
    std::string path;
    std::string head;  // the whole request
    std::string body;  // what was sent with it
  };
  // The bytes of the answer; "" to close the connection without one.
  using Handler = std::function<std::string(const Asked&)>;

  // Before the first request.
  void answer_with(Handler handler) { handler_ = std::move(handler); }

  static std::string status(int code, const std::string& headers = "") {
    return "HTTP/1.1 " + std::to_string(code) + " x\r\nConnection: close\r\n" + headers +
           "Content-Length: 0\r\n\r\n";
  }
  static std::string page(int code, const std::string& body) {
    return "HTTP/1.1 " + std::to_string(code) +
           " x\r\nConnection: close\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  }
  static std::string redirect(const std::string& to) {
    return status(302, "Location: " + to + "\r\n");
  }

  std::string at(const std::string& path, const std::string& host = "127.0.0.1") const {
    return "http://" + host + ":" + std::to_string(listening_.number()) + path;
  }

  std::vector<Asked> asked() {
    const std::lock_guard lock(mutex_);
    return asked_;
  }
  // Of all answers, by those who asked or by the system for them.
  std::size_t bytes_taken() const { return bytes_taken_; }
  // How often a path was asked for, "HEAD /a".
  std::size_t times(const std::string& line) {
    std::size_t count = 0;
    for (const Asked& one : asked()) count += one.method + " " + one.path == line ? 1 : 0;
    return count;
  }

 private:
  void accept_all() {
    for (;;) {
      const int connection = listening_.accept();
      if (connection < 0) return;
      connections_.emplace_back([this, connection] { serve(connection); });
    }
  }

  void serve(int connection) {
    Asked request;
    char buffer[4096];
    while (request.head.find("\r\n\r\n") == std::string::npos) {
      const ssize_t got = ::recv(connection, buffer, sizeof buffer, 0);
      if (got <= 0) break;
      request.head.append(buffer, static_cast<std::size_t>(got));
      if (request.head.front() < 'A') break;  // a greeting in TLS
    }
    const std::size_t method = request.head.find(' ');
    const std::size_t path = request.head.find(' ', method + 1);
    if (path != std::string::npos) {
      request.method = request.head.substr(0, method);
      request.path = request.head.substr(method + 1, path - method - 1);
      read_body(connection, request);
      {
        const std::lock_guard lock(mutex_);
        asked_.push_back(request);
      }
      const std::string answer = handler_(request);
      std::size_t sent = 0;
      while (sent < answer.size()) {
        const ssize_t now =
            ::send(connection, answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL);
        if (now <= 0) break;
        sent += static_cast<std::size_t>(now);
        bytes_taken_ += static_cast<std::size_t>(now);
      }
      ::shutdown(connection, SHUT_WR);
      while (::recv(connection, buffer, sizeof buffer, 0) > 0) {
      }
    }
    ::close(connection);
  }

  // As long as Content-Length says; what came with the head is taken from there.
  static void read_body(int connection, Asked& request) {
    constexpr std::string_view kLength = "\r\nContent-Length: ";
    const std::size_t length = request.head.find(kLength);
    if (length == std::string::npos) return;
    const std::size_t wanted = std::stoul(request.head.substr(length + kLength.size()));
    const std::size_t end = request.head.find("\r\n\r\n") + 4;
    request.body = request.head.substr(end);
    request.head.resize(end);
    char buffer[4096];
    while (request.body.size() < wanted) {
      const ssize_t got = ::recv(connection, buffer, sizeof buffer, 0);
      if (got <= 0) return;
      request.body.append(buffer, static_cast<std::size_t>(got));
    }
  }

  const OpenPort listening_;
  Handler handler_ = [](const Asked&) { return status(200); };
  std::mutex mutex_;
  std::vector<Asked> asked_;
  std::atomic<std::size_t> bytes_taken_ = 0;
  std::vector<std::thread> connections_;  // touched by the acceptor until it has ended
  std::thread acceptor_;                  // the last: it needs all of the others
};

}  // namespace milepost::net
