// The server: sockets, TLS and time limits around a Dispatcher. Boost.Beast is met here and in
// read_request.cc alone.
//
// Connections are coroutines on a thread a core; handlers run on threads of their own, so that one
// who thinks long, or a client who reads slowly, keeps nobody else waiting.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "web/dispatch.h"
#include "web/limits.h"
#include "web/log.h"
#include "web/state.h"

namespace milepost::web {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;  // 0: any that is free
  std::string tls_certificate = {};
  std::string tls_key = {};
  bool trust_proxy = false;  // connections are the proxy's: they are counted all together only
  ServerLimits limits = {};
};

class Server {
 public:
  // Listens from then on; nobody is answered before run(). Fails when the port is taken, or the
  // certificate cannot be read.
  static Result<std::unique_ptr<Server>> open(ServerOptions options, ServerState& state,
                                              Dispatcher& dispatcher, LogWriter& log);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  // Serves until SIGTERM or SIGINT, or stop(): then nobody is let in any more, and whoever waits
  // for an answer gets it if it comes soon. True when everybody got theirs.
  bool run();
  void stop();  // from any thread

 private:
  class Inner;
  explicit Server(std::unique_ptr<Inner> inner);
  std::unique_ptr<Inner> inner_;
};

}  // namespace milepost::web
