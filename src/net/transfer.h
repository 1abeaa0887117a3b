// Asks web servers, several at a time: the one place that knows libcurl, which is
// opened when first needed, so that nobody else pays for it.
//
// A request sends no credentials but those in its own headers and no cookies, follows no
// redirect, ignores proxies from the environment, and keeps nothing of the answer but its
// status, where it redirects to, and as much of the body as was asked for. Each address is
// looked at when its connection is opened, after the name was looked up, so that no name
// leads to a private address.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace milepost::net {

struct TransferOptions {
  std::chrono::milliseconds connect_limit{5000};
  bool allow_loopback = false;  // for tests, whose server is on this machine
  // For servers that whoever runs milepost has named, which may stand in a network of theirs.
  bool allow_private = false;
  // Tried in order.
  std::vector<std::string> libraries = {"libcurl.so.4", "libcurl-gnutls.so.4"};
};

struct Request {
  std::size_t id = 0;  // the caller's; comes back with the reply
  std::string url;     // as read_url() gives it
  bool head = true;    // else the first byte is asked for
  std::chrono::milliseconds limit{0};
  std::vector<std::string> headers = {};   // "Accept: application/json"
  std::optional<std::string> posted = {};  // what is sent, by POST
  std::size_t most_bytes = 0;              // of the answer's body to keep; 0: none
};

enum class Outcome : std::uint8_t {
  kAnswered,  // with a status
  kBrokeOff,  // connected, but the answer was none
  kNoName,    // the host's name led to no address
  kPrivate,   // it led to private addresses only
  kTimedOut,
  kFailed,  // no connection, no trusted certificate, …
};

struct Reply {
  std::size_t id = 0;
  Outcome outcome = Outcome::kFailed;
  int status = 0;
  std::string redirect;     // absolute; "" when it is no redirect
  std::string message;      // for people, of any outcome but kAnswered
  bool name_known = false;  // an address that may be asked was found
  std::string body = {};    // whole: with more bytes than were to be kept it is no answer
};

class Transfers {
 public:
  // Fails when libcurl is not there.
  static Result<Transfers> open(TransferOptions options);
  ~Transfers();
  Transfers(Transfers&&) noexcept;
  Transfers& operator=(Transfers&&) noexcept;

  void start(const Request& request);
  std::size_t active() const;

  // Those that have ended, after waiting for one at most so long. Whatever is
  // still active when the Transfers go is given up.
  std::vector<Reply> wait(std::chrono::milliseconds limit);

 private:
  class Engine;
  explicit Transfers(std::unique_ptr<Engine> engine);
  std::unique_ptr<Engine> engine_;
};

// One request and its reply, which was answered with some status: anything else is an error.
Result<Reply> ask(const TransferOptions& options, const Request& request);

}  // namespace milepost::net
