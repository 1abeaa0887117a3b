#include "features/record/remote.h"

#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <cstdlib>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/record/events_json.h"
#include "features/record/server_answer.h"
#include "git/git.h"
#include "net/transfer.h"
#include "net/web_url.h"

namespace milepost::record {

namespace {

constexpr std::chrono::seconds kPatience{60};
constexpr std::size_t kMostAnswer = 64UL << 20U;
constexpr std::size_t kEventsAsked = 1000;

Result<std::string> find_token(const std::string& root) {
  if (const char* const given = std::getenv("MILEPOST_TOKEN")) return std::string(trim(given));
  TRY(const auto git, Git::find(root));
  if (!git) return std::string();
  TRY(const auto token, git->config("milepost.token"));
  return token ? std::string(trim(*token)) : std::string();
}

// A name that begins like an address is that of any host.
bool is_this_machine(const std::string& host) {
  std::array<unsigned char, 4> address{};
  if (::inet_pton(AF_INET, host.c_str(), address.data()) == 1) return address.front() == 127;
  return host == "localhost" || host == "::1" || host == "[::1]";
}

class Server final : public RemoteRecord {
 public:
  Server(net::Transfers transfers, std::string address, std::string token, Sha256 sha256)
      : transfers_(std::move(transfers)),
        address_(std::move(address)),
        token_(std::move(token)),
        sha256_(sha256) {}

  // Whoever mirrors it says which server it is.
  Result<RecordPage> events_after(std::uint64_t number) override {
    TRY(const auto reply, answer_of(ask(fmt::format("/api/v1/record/events?after={}&limit={}",
                                                    number, kEventsAsked))));
    if (reply.status != 200) return failure(problem_text(reply.status, reply.body));
    return read_page(reply.body);
  }

  Result<std::string> person() override {
    if (token_.empty()) return std::string();
    TRY(const auto reply, answer_of(ask("/api/v1/me")));
    if (reply.status != 200) return failure(problem_text(reply.status, reply.body));
    return read_person(reply.body);
  }

  Result<AppendResult> append(std::span<const NewEvent> events, std::span<const Seen> seen,
                              std::span<const std::string> texts) override {
    if (token_.empty()) {
      return failure(address_ +
                     " has to know who you are: make a token there, and set MILEPOST_TOKEN or "
                     "git's milepost.token to it");
    }
    const SentAppend sent{
        {events.begin(), events.end()}, {seen.begin(), seen.end()}, {texts.begin(), texts.end()}};
    return within(address_, post(append_text(sent, sha256_)));
  }

 private:
  // Under a key by which the server knows it when it is sent again: the answer may get lost when
  // all is done.
  Result<AppendResult> post(const std::string& body) {
    const std::string key = random_key();
    net::Reply reply = ask("/api/v1/record", body, key);
    bool lost = false;
    if (reply.outcome == net::Outcome::kBrokeOff || reply.outcome == net::Outcome::kTimedOut) {
      lost = true;
      reply = ask("/api/v1/record", body, key);
    }
    if (reply.outcome == net::Outcome::kAnswered) {
      if (auto conflict = reply.status == 409 ? read_conflict(reply.body) : std::nullopt) {
        return *conflict;
      }
      if (reply.status == 200) {
        return read_appended(reply.body).map([](Appended done) { return AppendResult(done); });
      }
      reply.message = problem_text(reply.status, reply.body);
    }
    if (lost) reply.message += "; it may be recorded all the same: look before you repeat it";
    return failure(reply.message, reply.outcome == net::Outcome::kAnswered
                                      ? ErrorKind::kRefused
                                      : ErrorKind::kUnavailable);
  }

  static std::string random_key() {
    std::random_device chance;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", chance(), chance(), chance(), chance());
  }

  static Result<net::Reply> answer_of(net::Reply reply) {
    if (reply.outcome == net::Outcome::kAnswered) return reply;
    return failure(reply.message, ErrorKind::kUnavailable);
  }

  net::Reply ask(const std::string& path, std::optional<std::string> posted = std::nullopt,
                 const std::string& key = {}) {
    net::Request request;
    request.url = address_ + path;
    request.head = false;
    request.limit = kPatience;
    request.headers = {"Accept: application/json"};
    if (!token_.empty()) request.headers.push_back("Authorization: Bearer " + token_);
    if (posted) request.headers.emplace_back("Content-Type: application/json");
    if (!key.empty()) request.headers.push_back("Idempotency-Key: " + key);
    request.posted = std::move(posted);
    request.most_bytes = kMostAnswer;
    transfers_.start(request);
    while (transfers_.active() > 0) {
      for (net::Reply& reply : transfers_.wait(std::chrono::milliseconds(1000))) {
        return std::move(reply);
      }
    }
    net::Reply none;
    none.message = "it does not answer";
    return none;
  }

  net::Transfers transfers_;
  const std::string address_;
  const std::string token_;
  const Sha256 sha256_;
};

}  // namespace

Result<std::shared_ptr<RemoteRecord>> open_server(const std::string& address,
                                                  const std::string& root) {
  TRY(const auto url, within("--store " + address, net::read_url(address)));
  std::string base = url.text;
  while (base.ends_with('/')) base.pop_back();
  if (base.find_first_of("?#") != base.npos) {
    return failure(fmt::format("--store {}: the address of a server ends with its path", address));
  }
  if (base.starts_with("http://") && !is_this_machine(url.host)) {
    return failure(
        fmt::format("--store {}: others could read the token on the way; use https://", address));
  }
  TRY(const auto token, find_token(root));
  net::TransferOptions options;
  options.allow_loopback = true;
  options.allow_private = true;
  TRY(auto transfers, net::Transfers::open(std::move(options)));
  TRY(const auto sha256, Sha256::load());
  return std::make_shared<Server>(std::move(transfers), std::move(base), token, sha256);
}

}  // namespace milepost::record
