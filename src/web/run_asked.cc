// What was let in is done: once for each key, one at a time for a proposal, upon the version that
// the client has seen.
#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "accounts/accounts.h"
#include "base/strings.h"
#include "store/digest.h"
#include "web/asked.h"
#include "web/kept_answers.h"

namespace milepost::web {

namespace {

// What whoever asks again with the same key is told.
http::Response shown_once(const http::Request& request) {
  return problem(409, "Shown once",
                 "this was done, and its answer had a secret that is shown once and kept nowhere; "
                 "revoke what was made, and use another Idempotency-Key",
                 request);
}

}  // namespace

std::string mistake_of(const http::Request& request) {
  return "this is a mistake in milepost; its log has more about the request " + request.id;
}

// Under a key that was used before, what was answered then; also when things have moved on since.
http::Response Dispatcher::run_once(Asked& asked) {
  const http::Request& request = asked.request;
  const auto given = request.headers.find("idempotency-key");
  const bool counts = given && !http::is_safe(request.method) && is_api(request.path) &&
                      asked.visit.visitor.signed_in();
  if (!counts) return run_handler(asked);
  const bool odd = given->empty() || given->size() > 200 ||
                   std::ranges::any_of(*given, [](char c) { return c < ' ' || c == 0x7f; });
  if (odd)
    return refuse(asked, {400, "Bad key", "Idempotency-Key is a text of 1 to 200 characters"});
  accounts::Accounts* const accounts = asked.visit.accounts;
  const auto sha256 = Sha256::load();
  if (!sha256 || accounts == nullptr) {
    return refuse(asked, {503, "Not available", "keys are not looked at yet; ask again"});
  }
  const accounts::KeyedRequest keyed{
      asked.visit.visitor.handle, std::string(*given),
      sha256
          ->of(fmt::format("{}\n{}\n{}", http::name(request.method), request.target, request.body))
          .hex(),
      request.headers.get("if-match")};
  auto before = accounts->begin_keyed(keyed, options_.now());
  if (!before) return refuse(asked, unavailable(before.error()));
  if (auto answer = answer_of_key(asked, *before)) return *std::move(answer);
  const auto forget = [&] {
    const auto forgotten = accounts->forget_keyed(keyed);
    if (!forgotten) asked.failure = forgotten.error().message;
  };
  http::Response response;
  try {
    response = run_handler(asked);
  } catch (...) {
    forget();
    throw;
  }
  // What was refused did nothing, and may succeed when it is asked again: with a newer If-Match,
  // or by somebody who has been put on the roster. That of one who took over it may have been done
  // by whoever began.
  if (response.status >= 400 || response.stream) {
    if (before->state == accounts::KeyedState::kFresh) forget();
    return response;
  }
  // Done all the same: who asks again is told that nobody knows.
  const bool secret = response.headers.get("Cache-Control") == "no-store";
  const auto kept =
      accounts->keep_keyed(keyed, write_answer(secret ? shown_once(request) : response));
  if (!kept) asked.failure = "its answer is not kept: " + kept.error().message;
  return response;
}

// Nothing when it is to be done.
std::optional<http::Response> Dispatcher::answer_of_key(const Asked& asked,
                                                        const accounts::KeyedAnswer& before) const {
  using accounts::KeyedState;
  switch (before.state) {
    case KeyedState::kFresh:
    case KeyedState::kTakenOver: return std::nullopt;
    case KeyedState::kDifferent:
      return refuse(asked, {422, "Key used before",
                            "this Idempotency-Key was used for something else; use a new one"});
    case KeyedState::kWorking:
      return refuse(asked, {409, "Being done", "what was asked with this key is being done"});
    case KeyedState::kLost: break;
    case KeyedState::kAnswered:
      if (auto response = read_answer(before.answer)) {
        response->headers.add("Idempotency-Replayed", "true");
        return response;
      }
  }
  return refuse(asked, {409, "Not known",
                        "the server that began with this ended before it had answered, so that it "
                        "may be done or not: look, then use another Idempotency-Key"});
}

// Whether the proposal is what the client has seen, as things are now: it took a while to get here.
// Nobody is refused for what the snapshot has not noticed yet.
std::optional<Refused> Dispatcher::look_again(Asked& asked) {
  const auto look = [&] {
    if (auto latest = asked.mount->now()) asked.snapshot = std::move(latest);
    asked.visit.workspace = asked.snapshot->workspace;
    asked.visit.generation = asked.snapshot->generation;
    return check_match(*asked.snapshot->workspace, asked.request);
  };
  auto matched = look();
  if (!matched && matched.error().status == 412) {
    asked.mount->refresh();
    matched = look();
  }
  if (!matched) return matched.error();
  asked.seen = *std::move(matched);
  return std::nullopt;
}

http::Response Dispatcher::run_handler(Asked& asked) {
  const Route& route = *asked.match.route;
  std::unique_lock<std::mutex> alone;
  if (route.match == Precondition::kProposal) {
    const Card* card = find_proposal(*asked.snapshot->workspace, asked.request);
    const std::string decided = asked.mount->name + '\n' + (card ? card->path : "");
    alone = std::unique_lock(deciding_[hash_bytes(decided) % deciding_.size()]);
    if (const auto refused = look_again(asked)) return refuse(asked, *refused);
    asked.visit.seen = std::make_shared<UponSeen>(*asked.seen);
  }
  const auto begun = std::chrono::steady_clock::now();
  http::Response response;
  try {
    response = route.handler(asked.request, asked.visit);
  } catch (const std::exception& error) {
    asked.failure = error.what();
    return refuse(asked, {500, "Failed", mistake_of(asked.request)});
  }
  state_.metrics.count_handler(
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
  if (response.status == 409 && route.match == Precondition::kProposal) {
    // Somebody else may have been quicker, by another server or the command line.
    const auto refused = look_again(asked);
    if (refused && refused->status == 412) return refuse(asked, *refused);
  }
  const bool writes = !http::is_safe(route.method) && route.guard.rate != Rate::kCheck &&
                      route.guard.rate != Rate::kSignIn;
  const bool done = (response.status >= 200 && response.status < 300) || response.status == 303;
  if (writes && done && asked.mount != nullptr) asked.mount->refresh();
  return response;
}

}  // namespace milepost::web
