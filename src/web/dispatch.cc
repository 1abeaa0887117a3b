#include "web/dispatch.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "accounts/accounts.h"
#include "base/strings.h"
#include "features/common/web_page.h"
#include "http/stream.h"
#include "web/all_routes.h"
#include "web/asked.h"
#include "web/assets.h"
#include "web/security_headers.h"
#include "web/sent_form.h"

namespace milepost::web {

namespace {

std::int64_t milliseconds_now() {
  const auto passed = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(passed).count();
}

std::string_view session_cookie(const Client& client) {
  return client.secure ? "__Host-milepost" : "milepost";
}

std::string tag_of(const std::string& body) {
  return fmt::format("\"{:016x}-{:x}\"", hash_bytes(body), body.size());
}

std::string called_by(const http::Request& request, const Client& client) {
  return (client.secure ? "https://" : "http://") + request.headers.get("host");
}

// What one may ask of an address that has no row.
constexpr Guard kReading{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};

// What is there without a repository: the server's own rows, and signing in.
bool is_of_site(const Route& route) {
  return is_of_server(route) || route.guard.caller == Caller::kAnyone;
}

// Whoever looks whether the server lives may call it by any name.
bool is_for_all(const Route& route) {
  return is_of_server(route) && route.guard.caller == Caller::kAnyone;
}

Refused not_found() { return {404, "Not found", "there is nothing at this address"}; }

Refused accounts_unavailable() {
  return unavailable({"the accounts cannot be asked who this is", ErrorKind::kUnavailable});
}

// Whoever has the answer already is told so, and not sent it again.
void leave_out_known(const http::Request& request, Answered& answered) {
  const auto known = request.headers.find("if-none-match");
  const std::string& tag = answered.response->etag;
  if (!known || tag.empty() || answered.response->status != 200) return;
  if (!names_tag(*known, tag, true) && trim(*known) != "*") return;
  answered.response = std::make_shared<const http::Response>(not_modified(*answered.response));
}

}  // namespace

Dispatcher::Dispatcher(const ServerState& state, DispatchOptions options)
    : state_(state),
      options_([&] {
        if (!options.milliseconds) options.milliseconds = milliseconds_now;
        return std::move(options);
      }()),
      rates_(options_.limits.rate_buckets, options_.limits.rate_factor),
      cache_(options_.limits.cache_bytes) {}

// --- answers that are there already ------------------------------------------------------

// The answer to whoever has shown nothing of themselves is the same for all.
bool Dispatcher::may_be_kept(const http::Request& request) const {
  if (!http::is_safe(request.method) || !options_.anonymous_reading) return false;
  if (request.headers.has("authorization")) return false;
  const auto cookies = request.headers.find("cookie");
  return !cookies || (!http::find_cookie(*cookies, "milepost") &&
                      !http::find_cookie(*cookies, "__Host-milepost"));
}

std::string_view Dispatcher::below_mount(std::string_view target) const {
  for (const Mount& mount : state_.mounts) {
    if (target.starts_with(mount.base + '/')) return target.substr(mount.base.size());
  }
  return target;
}

const Mount* Dispatcher::find_mount(const Target& target, std::size_t& used) const {
  used = 0;
  for (const Mount& mount : state_.mounts) {
    if (mount.base.empty()) return &mount;
    if (target.segments.empty() || target.segments.front() != mount.name) continue;
    used = 1;
    return &mount;
  }
  return nullptr;
}

std::optional<Answered> Dispatcher::kept(const http::Request& request, const Arrival& arrival) {
  if (!may_be_kept(request) || state_.mounts.empty()) return std::nullopt;
  // The name is taken from the bytes as they are: an address written otherwise is not found here.
  std::size_t number = 0;
  if (!state_.mounts.front().base.empty()) {
    const auto found = std::ranges::find_if(state_.mounts, [&](const Mount& mount) {
      return request.target.starts_with(mount.base + '/') || request.target == mount.base;
    });
    if (found == state_.mounts.end()) return std::nullopt;
    number = static_cast<std::size_t>(found - state_.mounts.begin());
  }
  const auto snapshot = state_.mounts[number].now();
  if (!snapshot) return std::nullopt;
  const Client client = client_of(request, arrival, options_.trust_proxy);
  const auto cached =
      cache_.find({number, snapshot->generation, request.target,
                   request.headers.find("accept").value_or(""), called_by(request, client)});
  if (!cached) return std::nullopt;
  state_.metrics.count_cache(true);
  Answered answered{{cached, &cached->response}, cached->route, {}, {}, {}};
  answered.client = client.address;
  leave_out_known(request, answered);
  return answered;
}

// --- the way of a request ----------------------------------------------------------------

Answered Dispatcher::answer(const http::Request& request, const Arrival& arrival) {
  Answered failed;
  try {
    return try_answer(request, arrival);
  } catch (const std::exception& error) {
    failed.failure = error.what();
  } catch (...) {
    failed.failure = "an exception that says nothing";
  }
  const std::string message = mistake_of(request);
  http::Response response =
      is_interface(request.target)
          ? problem(500, "Failed", message, request)
          : http::text_response(500, "text/plain; charset=utf-8", message + '\n');
  response.headers.add("Cache-Control", "no-store");
  add_security_headers(response, false);
  failed.response = std::make_shared<const http::Response>(std::move(response));
  failed.client = arrival.peer;
  return failed;
}

Answered Dispatcher::try_answer(http::Request request, const Arrival& arrival) {
  Asked asked{std::move(request), {}};
  asked.client = client_of(asked.request, arrival, options_.trust_proxy);
  asked.request.client = asked.client.address;
  asked.visit.accounts = options_.accounts ? options_.accounts() : nullptr;
  asked.visit.anonymous_reading = options_.anonymous_reading;
  asked.visit.secure = asked.client.secure;
  asked.visit.base_url = options_.base_url;
  asked.visit.server = &state_;
  asked.visit.links.assets = "/assets/" + assets_version();
  asked.match.number = Metrics::kNoRoute;

  http::Response response = respond(asked);
  if (response.stream) end_with_identity(asked, *response.stream);
  if (asked.failure.empty()) asked.failure = std::move(response.failure);
  finish(asked, response);
  Answered answered{nullptr, asked.match.number, asked.visit.visitor.handle, asked.client.address,
                    asked.failure};
  const Route* const route = asked.match.route;
  // What anyone may ask, such as whether the server is ready, is about the moment.
  const bool keep =
      route != nullptr && route->guard.caller == Caller::kReader && may_be_kept(asked.request) &&
      asked.mount != nullptr && response.status == 200 && response.body && !response.stream &&
      !response.headers.has("Set-Cookie") && response.headers.get("Cache-Control") != "no-store";
  if (keep) {
    state_.metrics.count_cache(false);
    auto kept =
        std::make_shared<const CachedAnswer>(CachedAnswer{std::move(response), asked.match.number});
    cache_.keep(
        {static_cast<std::size_t>(asked.mount - state_.mounts.data()), asked.snapshot->generation,
         asked.request.target, asked.request.headers.find("accept").value_or(""),
         called_by(asked.request, asked.client)},
        kept);
    answered.response = {kept, &kept->response};
  } else {
    answered.response = std::make_shared<const http::Response>(std::move(response));
  }
  leave_out_known(asked.request, answered);
  return answered;
}

http::Response Dispatcher::respond(Asked& asked) {
  http::Request& request = asked.request;
  request.path = std::string(below_mount(request.target));  // for who refuses it, until it is read
  auto target = read_target(request.target);
  if (!target) return refuse(asked, {400, "Bad address", target.error().message});
  asked.target = *std::move(target);
  std::size_t used = 0;
  asked.mount = find_mount(asked.target, used);
  request.path = path_of(asked.target.segments, used);
  request.query = asked.target.query;
  // Pages about what is in no repository look like those of the first.
  const Mount* shown =
      asked.mount == nullptr && !state_.mounts.empty() ? &state_.mounts.front() : asked.mount;
  const std::span<const std::string> segments = std::span(asked.target.segments).subspan(used);
  auto match = state_.table.find(request.method, segments);
  bool found = match && (asked.mount != nullptr || is_of_site(*match->route));
  if (found) asked.match = *std::move(match);
  if (options_.own_names && (!found || !is_for_all(*asked.match.route))) {
    const auto misled = check_host(request, options_.base_url);
    if (misled) return refuse(asked, *misled);
  }
  if (shown != nullptr && options_.anonymous_reading) show_repository(asked, *shown);
  const auto refused = find_out_who(asked, found ? asked.match.route->guard : kReading);
  if (!options_.anonymous_reading) {
    const bool signed_in = asked.visit.visitor.signed_in();
    // Whether there is a repository of the name is nobody else's business either.
    if (!signed_in && asked.mount != nullptr && !asked.mount->base.empty()) found = false;
    if (shown != nullptr && (signed_in || found)) show_repository(asked, *shown);
    if (!signed_in) asked.visit.links.base = asked.visit.repository = {};
  }
  if (found) read_sent(asked);
  if (asked.visit.form) {
    asked.visit.here = asked.visit.form->page;
  } else if (http::is_safe(request.method)) {
    asked.visit.here = request.target;
  }
  if (refused) return refuse(asked, *refused);
  return found ? run_guarded(asked) : answer_unknown(asked, segments);
}

// What was sent, before anybody has looked whether it is to be done: who is refused keeps it.
void Dispatcher::read_sent(Asked& asked) {
  http::Request& request = asked.request;
  request.values = asked.match.values;
  asked.bad_body = read_body(request, is_api(request.path));
  if (http::is_safe(request.method) || is_api(request.path)) return;
  asked.visit.form = sent_form(request, asked.visit.links);
}

void Dispatcher::show_repository(Asked& asked, const Mount& mount) const {
  Visit& visit = asked.visit;
  asked.snapshot = mount.now();
  visit.links.base = mount.base;
  visit.repository = mount.title.empty() ? mount.name : mount.title;
  if (!asked.snapshot) return;
  visit.workspace = asked.snapshot->workspace;
  visit.generation = asked.snapshot->generation;
  if (mount.search) visit.search = mount.search();
}

// What is asked has no row.
http::Response Dispatcher::answer_unknown(Asked& asked, std::span<const std::string> segments) {
  const auto refused = check_caller(kReading, asked.visit.visitor, options_.anonymous_reading);
  if (refused) return refuse(asked, *refused);
  if (asked.mount == nullptr) {
    if (segments.empty() && http::is_safe(asked.request.method)) return list_repositories(asked);
    return refuse(asked, not_found());
  }
  const auto methods = state_.table.allowed(segments);
  if (methods.empty()) return refuse(asked, not_found());
  std::string allowed;
  for (const http::Method method : methods) {
    allowed += (allowed.empty() ? "" : ", ") + std::string(http::name(method));
  }
  Refused wrong{405, "Method not allowed", "this address is for " + allowed};
  wrong.headers.add("Allow", allowed);
  return refuse(asked, wrong);
}

std::optional<Refused> Dispatcher::check_rate(Rate rate, const std::string& who) {
  const auto seconds = rates_.refuse(rate, who, options_.milliseconds());
  if (!seconds) return std::nullopt;
  Refused refused{
      429, "Too often",
      fmt::format("ask again in {}", counted(static_cast<std::size_t>(*seconds), "second"))};
  refused.headers.add("Retry-After", std::to_string(*seconds));
  return refused;
}

// Nobody is looked up for a client that asks too often.
std::optional<Refused> Dispatcher::find_out_who(Asked& asked, const Guard& guard) {
  auto refused = check_rate(guard.rate, "client " + counted_as(asked.client.address));
  if (!refused) refused = identify(asked);
  const Visitor& visitor = asked.visit.visitor;
  if (!refused && visitor.signed_in())
    refused = check_rate(guard.rate, "account " + visitor.handle);
  return refused;
}

std::optional<Refused> Dispatcher::identify(Asked& asked) const {
  const http::Fields& headers = asked.request.headers;
  if (const auto authorization = headers.find("authorization")) {
    const auto [scheme, secret] = cut(*authorization, ' ');
    std::optional<Visitor> visitor;
    if (equal_ignoring_case(scheme, "bearer") && options_.by_token) {
      asked.credential = {std::string(trim(secret)), true};
      visitor = options_.by_token(asked.credential.secret);
    }
    if (!visitor && !accounts_answer(asked)) return accounts_unavailable();
    if (!visitor) {
      Refused refused{401, "Unknown token", "the token is not known, or no longer good"};
      refused.headers.add("WWW-Authenticate", "Bearer error=\"invalid_token\"");
      return refused;
    }
    asked.visit.visitor = *std::move(visitor);
    return std::nullopt;
  }
  // A cookie that has run out is that of nobody.
  const auto cookies = headers.find("cookie");
  if (!cookies || !options_.by_session) return std::nullopt;
  const auto session = http::find_cookie(*cookies, session_cookie(asked.client));
  if (!session || session->empty()) return std::nullopt;
  if (!asked.client.secure && !is_loopback(asked.client.address)) return std::nullopt;
  asked.credential = {std::string(*session), false};
  if (auto visitor = options_.by_session(*session)) {
    asked.visit.visitor = *std::move(visitor);
  } else if (!accounts_answer(asked)) {
    return accounts_unavailable();
  }
  return std::nullopt;
}

// A server without accounts has none to wait for.
bool Dispatcher::accounts_open(const Asked& asked) const {
  return !options_.accounts || asked.visit.accounts != nullptr;
}

// Whether it is known that a secret opens nothing: the accounts may not be there to be asked.
bool Dispatcher::accounts_answer(const Asked& asked) const {
  if (asked.visit.accounts == nullptr) return accounts_open(asked);
  return asked.visit.accounts->answers();
}

// What is sent bit by bit is asked for once; it ends when who asked has signed out, was disabled
// or has a token that is no longer good.
void Dispatcher::end_with_identity(const Asked& asked, http::Stream& stream) const {
  if (!asked.visit.visitor.signed_in()) return;
  const Identify& identify = asked.credential.is_token ? options_.by_token : options_.by_session;
  stream.set_permission(
      [identify, secret = asked.credential.secret] { return identify(secret).has_value(); });
}

http::Response Dispatcher::run_guarded(Asked& asked) {
  const Route& route = *asked.match.route;
  const bool of_server = is_of_server(route);
  const bool is_read = asked.snapshot || asked.mount == nullptr;
  if (!of_server && (!is_read || !accounts_open(asked))) {
    Refused refused{503, "Not ready", "the repository is being read; ask again in a moment"};
    refused.headers.add("Retry-After", "1");
    return refuse(asked, refused);
  }
  const Visitor& visitor = asked.visit.visitor;
  auto refused = check_caller(route.guard, visitor, options_.anonymous_reading,
                              is_loopback(asked.client.address));
  if (!refused) refused = check_scope(route.guard, visitor);
  if (!refused) refused = asked.bad_body;
  if (!refused) {
    const Origin origin = origin_of(asked.request, asked.client, options_.base_url);
    refused = check_csrf(route.guard, asked.request, visitor, origin);
  }
  if (!refused && !of_server && asked.snapshot) {
    refused = check_proposal(*asked.snapshot->workspace, asked.request);
  }
  if (refused) return refuse(asked, *refused);
  return run_once(asked);
}

// --- what goes out -----------------------------------------------------------------------

namespace {

// Whoever sends a form was signed in when it was shown.
std::string message_of(const Refused& refused, const Visit& visit) {
  if (refused.status != 401 || !visit.form) return refused.message;
  return "You are not signed in any more, and nothing was recorded. Sign in, then send it again.";
}

}  // namespace

// Below the name of a repository, too, whether or not there is one.
bool Dispatcher::asks_api(const Asked& asked) const {
  const auto& segments = asked.target.segments;
  return is_api(asked.request.path) ||
         (state_.mounts.size() > 1 && !segments.empty() && is_api(path_of(segments, 1)));
}

http::Response Dispatcher::refuse(const Asked& asked, const Refused& refused) const {
  const http::Request& request = asked.request;
  http::Response response;
  if (asks_api(asked)) {
    response = problem(refused.status, refused.title, refused.message, request);
  } else if (refused.status == 401 && http::is_safe(request.method) &&
             !request.headers.has("authorization")) {
    response =
        http::redirect(asked.visit.links.base + "/login?next=" + http::encode(request.target));
  } else {
    response = error_page(asked.visit, refused.status, message_of(refused, asked.visit));
  }
  for (const auto& [name, value] : refused.headers) response.headers.add(name, value);
  response.failure = refused.failure;
  return response;
}

http::Response Dispatcher::list_repositories(Asked& asked) const {
  Json repositories = Json::array();
  for (const Mount& mount : state_.mounts) {
    const auto snapshot = mount.now();
    repositories.push_back(
        {{"name", mount.title.empty() ? mount.name : mount.title},
         {"href", mount.base + "/"},
         {"proposals", snapshot ? snapshot->workspace->index().cards.size() : 0}});
  }
  return page_response(asked.visit, {"repositories", "Repositories", "", 200, true},
                       {{"repositories", std::move(repositories)}});
}

void Dispatcher::finish(const Asked& asked, http::Response& response) const {
  const http::Request& request = asked.request;
  const bool read = http::is_safe(request.method) && response.status == 200;
  if (!response.headers.has("Cache-Control")) {
    response.headers.add("Cache-Control", !read                             ? "no-store"
                                          : asked.visit.visitor.signed_in() ? "private, no-cache"
                                                                            : "no-cache");
  }
  add_security_headers(response, asked.client.secure);
  if (!read || response.stream || !response.body) return;
  if (response.etag.empty()) response.etag = tag_of(*response.body);
}

}  // namespace milepost::web
