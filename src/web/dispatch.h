// From a request to its answer, without a socket: finds the row, sees who asks, checks what the row
// demands, and calls its handler. Threads may share a Dispatcher.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "features/common/route.h"
#include "web/cache.h"
#include "web/client.h"
#include "web/guards.h"
#include "web/limits.h"
#include "web/rate.h"
#include "web/state.h"
#include "web/target.h"

namespace milepost::accounts {
struct KeyedAnswer;
}

namespace milepost::web {

// Finds out who a visitor is; nothing when the secret opens nothing.
using Identify = std::function<std::optional<Visitor>(std::string_view secret)>;

struct DispatchOptions {
  bool anonymous_reading = true;
  bool trust_proxy = false;
  std::string base_url = {};  // "https://proposals.example", without a slash at its end
  bool own_names = false;     // it answers only those who call it so, or by a name of this machine
  std::function<accounts::Accounts*()> accounts = {};
  Identify by_token = {};  // none: nobody can sign in
  Identify by_session = {};
  std::function<Instant()> now = now_utc;
  std::function<std::int64_t()> milliseconds = {};  // that never go back; none: the system's
  ServerLimits limits = {};
};

struct Answered {
  std::shared_ptr<const http::Response> response;
  std::size_t route = Metrics::kNoRoute;
  std::string handle = {};  // of who asked
  std::string client = {};
  std::string failure = {};  // what the log is to say besides
};

class Dispatcher {
 public:
  Dispatcher(const ServerState& state, DispatchOptions options);

  // An answer that is there already, at the price of a lookup; nothing when there is none. The
  // body of the request is not looked at.
  std::optional<Answered> kept(const http::Request& request, const Arrival& arrival);
  // Whatever goes wrong is an answer, too.
  Answered answer(const http::Request& request, const Arrival& arrival);

  const ServerState& state() const { return state_; }
  // Whether an address is one of the interface, of whichever repository.
  bool is_interface(std::string_view target) const { return is_api(below_mount(target)); }

 private:
  struct Asked;  // a request on its way

  static bool is_api(std::string_view path) { return path.starts_with("/api/"); }
  // The bytes of an address after the repository that they name.
  std::string_view below_mount(std::string_view target) const;
  const Mount* find_mount(const Target& target, std::size_t& used) const;
  Answered try_answer(http::Request request, const Arrival& arrival);
  http::Response respond(Asked& asked);
  http::Response run_guarded(Asked& asked);
  static void read_sent(Asked& asked);
  void show_repository(Asked& asked, const Mount& mount) const;
  http::Response answer_unknown(Asked& asked, std::span<const std::string> segments);
  std::optional<Refused> find_out_who(Asked& asked, const Guard& guard);
  std::optional<Refused> identify(Asked& asked) const;
  bool accounts_open(const Asked& asked) const;
  bool accounts_answer(const Asked& asked) const;
  std::optional<Refused> check_rate(Rate rate, const std::string& who);
  void end_with_identity(const Asked& asked, http::Stream& stream) const;
  http::Response run_once(Asked& asked);
  std::optional<http::Response> answer_of_key(const Asked& asked,
                                              const accounts::KeyedAnswer& before) const;
  static std::optional<Refused> look_again(Asked& asked);
  http::Response run_handler(Asked& asked);
  bool asks_api(const Asked& asked) const;
  http::Response refuse(const Asked& asked, const Refused& refused) const;
  http::Response list_repositories(Asked& asked) const;
  bool may_be_kept(const http::Request& request) const;
  void finish(const Asked& asked, http::Response& response) const;

  const ServerState& state_;
  const DispatchOptions options_;
  RateLimiter rates_;
  AnswerCache cache_;
  // Held while somebody decides upon a proposal: those who saw the same version come after.
  std::array<std::mutex, 64> deciding_;
};

}  // namespace milepost::web
