// A Dispatcher with a row of every kind, for tests: each handler counts that it was called.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "features/common/web_page.h"
#include "http/stream.h"
#include "web/dispatch_fixture.h"

namespace milepost::web {

class DispatchRows : public DispatchFixture {
 protected:
  static inline int calls = 0;  // of handlers

  static http::Response count_call(const http::Request& request, const Visit& visit) {
    ++calls;
    return http::text_response(200, "text/plain",
                               std::to_string(calls) + " " + request.path + " " +
                                   request.values.get("proposal") + visit.visitor.handle);
  }
  static http::Response created(const http::Request& request, const Visit& /*visit*/) {
    ++calls;
    return http::text_response(201, "application/json", std::to_string(calls) + request.body);
  }
  static http::Response created_secret(const http::Request& /*request*/, const Visit& /*visit*/) {
    ++calls;
    auto response = http::text_response(201, "application/json", "{\"secret\": \"mp_opensesame\"}");
    response.headers.add("Cache-Control", "no-store");
    return response;
  }
  static http::Response page_of_nobody(const http::Request& /*request*/, const Visit& visit) {
    return page_response(visit, {"login", "Sign in", "", 200, true}, Json::object());
  }
  static http::Response fail(const http::Request& /*request*/, const Visit& /*visit*/) {
    throw std::runtime_error("secret detail");
  }
  static http::Response set_cookie(const http::Request& /*request*/, const Visit& /*visit*/) {
    auto response = http::text_response(200, "text/plain", std::to_string(++calls));
    response.headers.add("Set-Cookie", "a=b");
    return response;
  }
  static http::Response own_policy(const http::Request& /*request*/, const Visit& /*visit*/) {
    auto response = http::text_response(200, "image/svg+xml", "<svg/>");
    response.headers.add("Content-Security-Policy", "sandbox");
    return response;
  }
  static http::Response stream(const http::Request& /*request*/, const Visit& /*visit*/) {
    http::Response response;
    response.type = "text/event-stream";
    response.stream = std::make_shared<http::Stream>(":\n\n");
    return response;
  }
  static http::Response unavailable(const http::Request& request, const Visit& /*visit*/) {
    ++calls;
    return problem(503, "Not available", "later", request);
  }

  static constexpr Guard kReading{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};
  static constexpr Guard kWriting{Caller::kPerson, Scope::kRecord, Rate::kWrite, Csrf::kToken};
  static constexpr Guard kSigning{Caller::kAnyone, Scope::kNothing, Rate::kSignIn, Csrf::kOrigin};
  static constexpr Guard kEntrance{Caller::kAnyone, Scope::kNothing, Rate::kRead, Csrf::kSafe};
  static constexpr Guard kChecking{Caller::kReader, Scope::kRead, Rate::kCheck, Csrf::kToken};
  static constexpr RouteText kText{"what it does"};

  static constexpr Route kRows[] = {
      {http::Method::kGet, "/", kReading, Precondition::kFree, count_call, {}},
      {http::Method::kGet, "/rules/{rule}", kReading, Precondition::kFree, count_call, {}},
      {http::Method::kGet, "/cookie", kReading, Precondition::kFree, set_cookie, {}},
      {http::Method::kGet, "/picture", kReading, Precondition::kFree, own_policy, {}},
      {http::Method::kGet, "/fails", kReading, Precondition::kFree, fail, {}},
      {http::Method::kGet, "/proposals/{proposal}", kReading, Precondition::kFree, count_call, {}},
      {http::Method::kPost,
       "/proposals/{proposal}/approve",
       kWriting,
       Precondition::kProposal,
       created,
       {}},
      {http::Method::kGet, "/login", kEntrance, Precondition::kFree, page_of_nobody, {}},
      {http::Method::kPost, "/login", kSigning, Precondition::kFree, created, {}},
      {http::Method::kGet, "/api/v1/events", kReading, Precondition::kFree, stream, kText},
      {http::Method::kGet, "/api/v1/fails", kReading, Precondition::kFree, fail, kText},
      {http::Method::kPost, "/api/v1/things", kWriting, Precondition::kFree, created, kText},
      {http::Method::kPost, "/api/v1/secrets", kWriting, Precondition::kFree, created_secret,
       kText},
      {http::Method::kPost, "/api/v1/later", kWriting, Precondition::kFree, unavailable, kText},
      {http::Method::kPost, "/api/v1/check", kChecking, Precondition::kFree, created, kText},
      {http::Method::kDelete, "/api/v1/things", kWriting, Precondition::kFree, created, kText},
      {http::Method::kPost, "/api/v1/proposals/{proposal}/approvals", kWriting,
       Precondition::kProposal, created, kText},
  };

  using Headers = std::vector<std::pair<std::string, std::string>>;
  static inline const Headers kToken = {{"authorization", "Bearer person record"},
                                        {"content-type", "application/json"}};
  static inline const Headers kForm = {{"cookie", "milepost=person"},
                                       {"content-type", "application/x-www-form-urlencoded"}};

  static Headers with(Headers headers, const std::string& name, const std::string& value) {
    headers.emplace_back(name, value);
    return headers;
  }

  DispatchRows() { calls = 0; }
  Answered post(const std::string& target, const Headers& headers, const std::string& text) {
    return ask(request(http::Method::kPost, target, headers, text));
  }
};

}  // namespace milepost::web
