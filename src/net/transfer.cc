#include "net/transfer.h"

#include <algorithm>
#include <array>
#include <sys/socket.h>
#include <unordered_map>

#include <curl/curl.h>

#include "base/library.h"
#include "net/host.h"

namespace milepost::net {

namespace {

// More than any honest server sends before its answer.
constexpr std::size_t kMostHeaderBytes = 64 * 1024;

// The functions of libcurl that are used, by the names they have there.
struct Curl {
  decltype(&curl_global_init) global_init = nullptr;
  decltype(&curl_easy_init) easy_init = nullptr;
  decltype(&curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&curl_easy_setopt) easy_setopt = nullptr;
  decltype(&curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&curl_easy_strerror) easy_strerror = nullptr;
  decltype(&curl_multi_init) multi_init = nullptr;
  decltype(&curl_multi_cleanup) multi_cleanup = nullptr;
  decltype(&curl_multi_add_handle) multi_add_handle = nullptr;
  decltype(&curl_multi_remove_handle) multi_remove_handle = nullptr;
  decltype(&curl_multi_perform) multi_perform = nullptr;
  decltype(&curl_multi_poll) multi_poll = nullptr;
  decltype(&curl_multi_info_read) multi_info_read = nullptr;
  decltype(&curl_slist_append) slist_append = nullptr;
  decltype(&curl_slist_free_all) slist_free_all = nullptr;
};

// The library stays open: what it set up for the process cannot be undone.
Result<Curl> load(const std::vector<std::string>& libraries) {
  const auto opened = [&]() -> std::optional<OpenedLibrary> {
    for (const std::string& name : libraries) {
      if (const OpenedLibrary library(name.c_str()); library.is_there()) return library;
    }
    return std::nullopt;
  }();
  if (!opened) {
    return failure("links on the web need libcurl, which is not installed (Debian: libcurl4)");
  }
  Curl curl;
  bool complete = true;
  const auto bind = [&](auto& function, const char* name) {
    complete = opened->find(function, name) && complete;
  };
  bind(curl.global_init, "curl_global_init");
  bind(curl.easy_init, "curl_easy_init");
  bind(curl.easy_cleanup, "curl_easy_cleanup");
  bind(curl.easy_setopt, "curl_easy_setopt");
  bind(curl.easy_getinfo, "curl_easy_getinfo");
  bind(curl.easy_strerror, "curl_easy_strerror");
  bind(curl.multi_init, "curl_multi_init");
  bind(curl.multi_cleanup, "curl_multi_cleanup");
  bind(curl.multi_add_handle, "curl_multi_add_handle");
  bind(curl.multi_remove_handle, "curl_multi_remove_handle");
  bind(curl.multi_perform, "curl_multi_perform");
  bind(curl.multi_poll, "curl_multi_poll");
  bind(curl.multi_info_read, "curl_multi_info_read");
  bind(curl.slist_append, "curl_slist_append");
  bind(curl.slist_free_all, "curl_slist_free_all");
  if (!complete || curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    return failure("libcurl is there but too old to be used");
  }
  return curl;
}

// What one request leaves behind as it goes.
struct Exchange {
  std::size_t id = 0;
  bool allow_loopback = false;
  bool allow_private = false;
  bool opened = false;         // a socket to an address that may be asked
  std::string refused;         // an address that may not
  std::size_t most_bytes = 0;  // of the body to keep
  std::string body;            // the rest was declined
  curl_slist* headers = nullptr;
  std::size_t header_bytes = 0;
  std::array<char, CURL_ERROR_SIZE> error{};
};

curl_socket_t open_socket(void* data, curlsocktype /*purpose*/, curl_sockaddr* address) {
  auto& exchange = *static_cast<Exchange*>(data);
  const sockaddr& target = address->addr;
  if (!is_public(target) && !exchange.allow_private &&
      !(exchange.allow_loopback && is_loopback(target))) {
    exchange.refused = address_text(target);
    return CURL_SOCKET_BAD;
  }
  exchange.opened = true;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

std::size_t read_header(char* /*bytes*/, std::size_t size, std::size_t count, void* data) {
  auto& exchange = *static_cast<Exchange*>(data);
  exchange.header_bytes += size * count;
  return exchange.header_bytes > kMostHeaderBytes ? 0 : size * count;
}

std::size_t read_body(char* bytes, std::size_t size, std::size_t count, void* data) {
  auto& exchange = *static_cast<Exchange*>(data);
  if (size * count > exchange.most_bytes - exchange.body.size()) return 0;
  exchange.body.append(bytes, size * count);
  return size * count;
}

Outcome outcome_of(CURLcode code, const Exchange& exchange) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST: return Outcome::kNoName;
    case CURLE_OPERATION_TIMEDOUT: return Outcome::kTimedOut;
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_WEIRD_SERVER_REPLY: return Outcome::kBrokeOff;
    default:
      return !exchange.opened && !exchange.refused.empty() ? Outcome::kPrivate : Outcome::kFailed;
  }
}

}  // namespace

class Transfers::Engine {
 public:
  Engine(Curl curl, TransferOptions options)
      : curl_(curl), options_(std::move(options)), multi_(curl_.multi_init()) {}
  ~Engine() {
    for (auto& [handle, exchange] : active_) end(handle, *exchange);
    curl_.multi_cleanup(multi_);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void start(const Request& request);
  std::size_t active() const { return active_.size() + failed_.size(); }
  std::vector<Reply> wait(std::chrono::milliseconds limit);

 private:
  bool set_up(CURL* handle, const Request& request, Exchange& exchange) const;
  Reply reply_of(CURL* handle, CURLcode code, const Exchange& exchange) const;
  void end(CURL* handle, const Exchange& exchange) const {
    curl_.multi_remove_handle(multi_, handle);
    curl_.easy_cleanup(handle);
    curl_.slist_free_all(exchange.headers);
  }

  const Curl curl_;
  const TransferOptions options_;
  CURLM* const multi_;
  std::unordered_map<CURL*, std::unique_ptr<Exchange>> active_;
  std::vector<Reply> failed_;  // before they began
};

namespace {

// As the command curl has it, which the library leaves to its callers.
const char* named_authorities() {
  for (const char* const name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
    const char* const file = std::getenv(name);
    if (file != nullptr && *file != '\0') return file;
  }
  return nullptr;
}

}  // namespace

bool Transfers::Engine::set_up(CURL* handle, const Request& request, Exchange& exchange) const {
  bool done = true;
  const auto set = [&](CURLoption option, auto value) {
    done = done && curl_.easy_setopt(handle, option, value) == CURLE_OK;
  };
  set(CURLOPT_URL, request.url.c_str());
  if (curl_.easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_UNKNOWN_OPTION) {
    // Before 7.85, such as Debian 11 has it.
    CURL_IGNORE_DEPRECATION(
        set(CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));)
  }
  if (const char* const authorities = named_authorities()) set(CURLOPT_CAINFO, authorities);
  set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  set(CURLOPT_PROXY, "");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_OPENSOCKETFUNCTION, &open_socket);
  set(CURLOPT_OPENSOCKETDATA, &exchange);
  set(CURLOPT_HEADERFUNCTION, &read_header);
  set(CURLOPT_HEADERDATA, &exchange);
  set(CURLOPT_WRITEFUNCTION, &read_body);
  set(CURLOPT_WRITEDATA, &exchange);
  set(CURLOPT_ERRORBUFFER, exchange.error.data());
  set(CURLOPT_USERAGENT, "milepost/" MILEPOST_VERSION);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options_.connect_limit.count()));
  // Nought would mean for ever.
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(1, request.limit.count())));
  for (const std::string& header : request.headers) {
    curl_slist* const longer = curl_.slist_append(exchange.headers, header.c_str());
    if (longer == nullptr) return false;
    exchange.headers = longer;
  }
  set(CURLOPT_HTTPHEADER, exchange.headers);
  if (request.posted) {
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.posted->size()));
    set(CURLOPT_COPYPOSTFIELDS, request.posted->data());
  } else if (request.head) {
    set(CURLOPT_NOBODY, 1L);
  } else if (request.most_bytes == 0) {
    set(CURLOPT_RANGE, "0-0");
  }
  return done;
}

void Transfers::Engine::start(const Request& request) {
  auto exchange = std::make_unique<Exchange>();
  exchange->id = request.id;
  exchange->allow_loopback = options_.allow_loopback;
  exchange->allow_private = options_.allow_private;
  exchange->most_bytes = request.most_bytes;
  CURL* handle = multi_ == nullptr ? nullptr : curl_.easy_init();
  const bool ready = handle != nullptr && set_up(handle, request, *exchange) &&
                     curl_.multi_add_handle(multi_, handle) == CURLM_OK;
  if (ready) {
    active_.emplace(handle, std::move(exchange));
    return;
  }
  if (handle != nullptr) curl_.easy_cleanup(handle);
  curl_.slist_free_all(exchange->headers);
  Reply reply;
  reply.id = request.id;
  reply.message = "libcurl does not take the request";
  failed_.push_back(std::move(reply));
}

Reply Transfers::Engine::reply_of(CURL* handle, CURLcode code, const Exchange& exchange) const {
  Reply reply;
  reply.id = exchange.id;
  reply.name_known = exchange.opened;
  long status = 0;
  curl_.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  // Once the status is there, it does not matter how the rest ends, unless it is wanted.
  const bool whole = exchange.most_bytes == 0 || code == CURLE_OK;
  if (status >= 200 && exchange.header_bytes <= kMostHeaderBytes && whole) {
    reply.outcome = Outcome::kAnswered;
    reply.status = static_cast<int>(status);
    const char* redirect = nullptr;
    curl_.easy_getinfo(handle, CURLINFO_REDIRECT_URL, &redirect);
    if (redirect != nullptr) reply.redirect = redirect;
    reply.body = exchange.body;
    return reply;
  }
  reply.outcome = outcome_of(code, exchange);
  if (reply.outcome == Outcome::kPrivate) {
    reply.message = exchange.refused;
  } else if (code == CURLE_WRITE_ERROR && exchange.most_bytes > 0) {
    reply.message = "the answer is longer than " + std::to_string(exchange.most_bytes) + " bytes";
  } else {
    reply.message = exchange.error[0] != '\0' ? exchange.error.data() : curl_.easy_strerror(code);
  }
  return reply;
}

std::vector<Reply> Transfers::Engine::wait(std::chrono::milliseconds limit) {
  std::vector<Reply> replies = std::move(failed_);
  failed_.clear();
  int running = 0;
  const auto collect = [&] {
    curl_.multi_perform(multi_, &running);
    int left = 0;
    while (const CURLMsg* message = curl_.multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL* const handle = message->easy_handle;
      const auto found = active_.find(handle);
      replies.push_back(reply_of(handle, message->data.result, *found->second));
      end(handle, *found->second);
      active_.erase(found);
    }
  };
  if (active_.empty()) return replies;
  collect();
  if (!replies.empty()) return replies;
  curl_.multi_poll(multi_, nullptr, 0, static_cast<int>(limit.count()), nullptr);
  collect();
  return replies;
}

Result<Transfers> Transfers::open(TransferOptions options) {
  TRY(const auto curl, load(options.libraries));
  return Transfers(std::make_unique<Engine>(curl, std::move(options)));
}

Transfers::Transfers(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
Transfers::~Transfers() = default;
Transfers::Transfers(Transfers&&) noexcept = default;
Transfers& Transfers::operator=(Transfers&&) noexcept = default;

void Transfers::start(const Request& request) { engine_->start(request); }
std::size_t Transfers::active() const { return engine_->active(); }
std::vector<Reply> Transfers::wait(std::chrono::milliseconds limit) { return engine_->wait(limit); }

Result<Reply> ask(const TransferOptions& options, const Request& request) {
  constexpr std::chrono::milliseconds kRound{1000};
  TRY(auto transfers, Transfers::open(options));
  transfers.start(request);
  while (transfers.active() > 0) {
    for (Reply& reply : transfers.wait(kRound)) {
      if (reply.outcome == Outcome::kAnswered) return std::move(reply);
      return failure("asking " + request.url + ": " + reply.message, ErrorKind::kUnavailable);
    }
  }
  return failure("asking " + request.url + ": no answer", ErrorKind::kUnavailable);
}

}  // namespace milepost::net
