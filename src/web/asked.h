// A request on its way through the Dispatcher, with what was found out of it so far.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "web/dispatch.h"

namespace milepost::web {

// What somebody shows of themselves: a token, or the cookie of a session.
struct Credential {
  std::string secret = {};  // "" for none
  bool is_token = false;
};

struct Dispatcher::Asked {
  http::Request request;
  Client client;
  Credential credential = {};
  Target target = {};
  const Mount* mount = nullptr;
  std::shared_ptr<const Snapshot> snapshot = {};
  RouteMatch match = {};
  Visit visit = {};
  std::string failure = {};
  std::optional<Refused> bad_body = {};
  std::optional<LastEvent> seen = {};  // what is recorded of the version that If-Match names
};

// What whoever asked is told of a fault of ours.
std::string mistake_of(const http::Request& request);

}  // namespace milepost::web
