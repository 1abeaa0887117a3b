#include "web/server.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <list>
#include <mutex>
#include <optional>
#include <sys/resource.h>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/route.h"
#include "http/stream.h"
#include "web/client.h"
#include "web/read_request.h"
#include "web/security_headers.h"
#include "web/wire.h"

namespace milepost::web {

namespace asio = boost::asio;
namespace beast = boost::beast;
using tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using boost::system::error_code;

namespace {

constexpr std::size_t kPiece = 256 * 1024;  // of an answer, written at a time

// A request that no thread has begun with after this gets a spare one: all others wait for
// something, most likely a database.
constexpr std::chrono::milliseconds kSpareAfter{200};
constexpr std::size_t kSpareThreads = 16;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

std::string message_of(const error_code& error) { return error.message(); }

// An answer that no handler made.
Answered plain_answer(int status, std::string_view title, std::string_view message,
                      const http::Request& request, bool as_problem) {
  auto response = as_problem ? problem(status, title, std::string(message), request)
                             : http::text_response(status, "text/plain; charset=utf-8",
                                                   std::string(message) + '\n');
  response.headers.add("Cache-Control", "no-store");
  if (status == 503) response.headers.add("Retry-After", "2");
  add_security_headers(response, false);
  Answered answered;
  answered.response = std::make_shared<const http::Response>(std::move(response));
  answered.client = request.client;
  return answered;
}

void raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

class Server::Inner {
 public:
  Inner(ServerOptions options, ServerState& state, Dispatcher& dispatcher, LogWriter& log)
      : options_(std::move(options)),
        state_(state),
        dispatcher_(dispatcher),
        log_(log),
        acceptor_(io_),
        signals_(io_),
        grace_(io_),
        pool_(std::max(4U, 2 * std::thread::hardware_concurrency())),
        spare_(kSpareThreads) {}

  Result<void> open();
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  bool run();
  void stop() {
    asio::post(io_, [this] { begin_end(); });
  }

 private:
  // One who is connected. Idle ones are let go when the server ends, and streams are ended.
  struct Connection {
    beast::tcp_stream* socket = nullptr;  // used on its own strand only
    bool idle = false;                    // waits for a request
    std::weak_ptr<http::Stream> events = {};
  };
  using Connections = std::list<Connection>;

  // What one connection goes through, whatever it is made of.
  template <typename Stream>
  struct Session {
    Stream& stream;
    Connections::iterator place;
    Arrival arrival;
    beast::flat_buffer buffer;
  };

  asio::awaitable<void> accept();
  asio::awaitable<void> serve(tcp::socket socket);
  asio::awaitable<void> serve_tls(beast::ssl_stream<beast::tcp_stream>& stream,
                                  Connections::iterator place, const std::string& address);
  template <typename Stream>
  asio::awaitable<void> converse(Session<Stream>& session);
  template <typename Stream>
  asio::awaitable<bool> converse_once(Session<Stream>& session);
  template <typename Stream>
  asio::awaitable<void> refuse(Session<Stream>& session, const BadRequest& bad,
                               http::Request request);
  Answered answer_plainly(int status, std::string_view title, std::string_view message,
                          const http::Request& request) const {
    return plain_answer(status, title, message, request, dispatcher_.is_interface(request.target));
  }
  std::string client_address(const http::Request& request, const Arrival& arrival) const {
    return client_of(request, arrival, options_.trust_proxy).address;
  }
  template <typename Stream>
  asio::awaitable<bool> write(Session<Stream>& session, const http::Response& response,
                              WireOptions options);
  template <typename Stream>
  asio::awaitable<void> write_stream(Session<Stream>& session, const http::Response& response,
                                     WireOptions options);
  template <typename Stream>
  asio::awaitable<bool> write_bytes(Session<Stream>& session, std::string_view first,
                                    std::string_view second);
  asio::awaitable<bool> may_listen(std::shared_ptr<http::Stream> stream);
  asio::awaitable<Answered> work(const http::Request& request, const Arrival& arrival);

  bool admit(const std::string& client);
  void leave(const std::string& client, Connections::iterator place);
  void let_go(Connections::iterator place);
  void set_idle(Connections::iterator place, bool idle);
  void begin_end();
  void note(const http::Request& request, const Answered& answered, std::size_t bytes,
            Clock::time_point begun);

  ServerOptions options_;
  ServerState& state_;
  Dispatcher& dispatcher_;
  LogWriter& log_;
  asio::io_context io_;
  std::optional<asio::ssl::context> tls_;
  tcp::acceptor acceptor_;
  asio::signal_set signals_;
  asio::steady_timer grace_;
  asio::thread_pool pool_;
  asio::thread_pool spare_;
  std::atomic<std::size_t> waiting_{0};  // for a thread of the pool, or at work there

  std::mutex mutex_;
  Connections connections_;
  std::unordered_map<std::string, std::size_t> by_client_;
  bool left_somebody_ = false;
};

// --- beginning and end -------------------------------------------------------------------

Result<void> Server::Inner::open() {
  if (!options_.tls_certificate.empty()) {
    tls_.emplace(asio::ssl::context::tls_server);
    tls_->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv2 |
                      asio::ssl::context::no_sslv3 | asio::ssl::context::no_tlsv1 |
                      asio::ssl::context::no_tlsv1_1);
    error_code failed;
    tls_->use_certificate_chain_file(options_.tls_certificate, failed);
    if (failed) {
      return failure(
          fmt::format("--tls-cert {}: {}", options_.tls_certificate, message_of(failed)));
    }
    tls_->use_private_key_file(options_.tls_key, asio::ssl::context::pem, failed);
    if (failed)
      return failure(fmt::format("--tls-key {}: {}", options_.tls_key, message_of(failed)));
  }
  error_code failed;
  const auto address = asio::ip::make_address(options_.address, failed);
  if (failed) return failure(fmt::format("\"{}\" is no address to listen on", options_.address));
  const tcp::endpoint endpoint(address, options_.port);
  acceptor_.open(endpoint.protocol(), failed);
  if (!failed) acceptor_.set_option(asio::socket_base::reuse_address(true), failed);
  if (!failed) acceptor_.bind(endpoint, failed);
  if (!failed) acceptor_.listen(asio::socket_base::max_listen_connections, failed);
  if (failed) {
    return failure(fmt::format("cannot listen on {}:{}: {}", options_.address, options_.port,
                               message_of(failed)));
  }
  raise_file_limit();
  return {};
}

bool Server::Inner::run() {
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
  signals_.async_wait([this](const error_code& failed, int) {
    if (!failed) begin_end();
  });
  asio::co_spawn(io_, accept(), asio::detached);
  std::vector<std::thread> threads;
  const unsigned count = std::max(1U, std::thread::hardware_concurrency());
  for (unsigned i = 1; i < count; ++i) threads.emplace_back([this] { io_.run(); });
  io_.run();
  for (std::thread& thread : threads) thread.join();
  const bool all = !left_somebody_ && waiting_ == 0;
  if (all) {
    pool_.join();
    spare_.join();
  }
  return all;
}

// Stops letting people in; those who wait for an answer get it, the others are let go.
void Server::Inner::begin_end() {
  if (state_.ending.exchange(true)) {
    io_.stop();  // asked twice: at once
    return;
  }
  signals_.async_wait([this](const error_code& failed, int) {
    if (failed) return;
    left_somebody_ = true;
    io_.stop();
  });
  error_code ignored;
  acceptor_.close(ignored);
  {
    const std::scoped_lock held(mutex_);
    for (auto place = connections_.begin(); place != connections_.end(); ++place) {
      if (place->idle) let_go(place);
      if (const auto events = place->events.lock()) events->end();
    }
  }
  const auto until = Clock::now() + options_.limits.shutdown_time;
  asio::co_spawn(
      io_,
      [this, until]() -> asio::awaitable<void> {
        while (true) {
          {
            const std::scoped_lock held(mutex_);
            if (connections_.empty()) break;
          }
          if (Clock::now() >= until) {
            left_somebody_ = true;
            break;
          }
          grace_.expires_after(std::chrono::milliseconds(20));
          co_await grace_.async_wait(kAwait);
        }
        io_.stop();
      },
      asio::detached);
}

// --- who is connected --------------------------------------------------------------------

bool Server::Inner::admit(const std::string& client) {
  const std::scoped_lock held(mutex_);
  if (connections_.size() >= options_.limits.connections) {
    state_.metrics.count_refusal(Refusal::kConnections);
    return false;
  }
  std::size_t& count = by_client_[client];
  if (!options_.trust_proxy && count >= options_.limits.client_connections) {
    state_.metrics.count_refusal(Refusal::kClient);
    return false;
  }
  ++count;
  return true;
}

void Server::Inner::leave(const std::string& client, Connections::iterator place) {
  const std::scoped_lock held(mutex_);
  connections_.erase(place);
  const auto known = by_client_.find(client);
  if (known != by_client_.end() && --known->second == 0) by_client_.erase(known);
}

// Once it has the turn, unless it has gone, or begun to ask, meanwhile. Nobody comes any more, so
// that no other stands in its place.
void Server::Inner::let_go(Connections::iterator place) {
  asio::post(place->socket->get_executor(), [this, connection = &*place] {
    const std::scoped_lock held(mutex_);
    for (const Connection& one : connections_) {
      if (&one == connection && one.idle) one.socket->cancel();
    }
  });
}

void Server::Inner::set_idle(Connections::iterator place, bool idle) {
  const std::scoped_lock held(mutex_);
  place->idle = idle;
}

asio::awaitable<void> Server::Inner::accept() {
  while (acceptor_.is_open()) {
    auto [failed, socket] = co_await acceptor_.async_accept(asio::make_strand(io_), kAwait);
    if (failed == asio::error::operation_aborted) co_return;
    if (failed) {
      // Out of descriptors, most likely: others will close theirs.
      asio::steady_timer pause(io_, std::chrono::milliseconds(50));
      co_await pause.async_wait(kAwait);
      continue;
    }
    const auto strand = socket.get_executor();
    asio::co_spawn(strand, serve(std::move(socket)), asio::detached);
  }
}

asio::awaitable<void> Server::Inner::serve(tcp::socket socket) {
  error_code failed;
  const auto peer = socket.remote_endpoint(failed);
  if (failed) co_return;
  socket.set_option(tcp::no_delay(true), failed);
  const std::string address = peer.address().to_string();
  const std::string client = counted_as(address);
  if (!admit(client)) {
    // Said in one go and left: somebody over the limit gets none of our time.
    constexpr std::string_view kFull =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 21\r\n"
        "Retry-After: 5\r\nConnection: close\r\n\r\ntoo many connections\n";
    socket.non_blocking(true, failed);
    if (!tls_) socket.write_some(asio::buffer(kFull), failed);
    socket.shutdown(tcp::socket::shutdown_send, failed);
    co_return;
  }
  state_.metrics.connection_opened();
  Connections::iterator place;
  {
    const std::scoped_lock held(mutex_);
    place = connections_.emplace(connections_.end());
  }
  try {
    beast::tcp_stream plain(std::move(socket));
    if (tls_) {
      beast::ssl_stream<beast::tcp_stream> stream(std::move(plain), *tls_);
      co_await serve_tls(stream, place, address);
    } else {
      Session<beast::tcp_stream> session{
          plain, place, {address, false}, beast::flat_buffer(options_.limits.read_ahead_bytes)};
      co_await converse(session);
      plain.socket().shutdown(tcp::socket::shutdown_send, failed);
    }
  } catch (const std::exception& error) {
    // Beast and Asio throw where they are given no place for an error.
    log_.write(log_note(fmt::format("the connection of {} failed: {}", address, error.what())));
  }
  leave(client, place);
  state_.metrics.connection_closed();
}

asio::awaitable<void> Server::Inner::serve_tls(beast::ssl_stream<beast::tcp_stream>& stream,
                                               Connections::iterator place,
                                               const std::string& address) {
  auto& lowest = beast::get_lowest_layer(stream);
  lowest.expires_after(options_.limits.header_time);
  const auto [failed] = co_await stream.async_handshake(asio::ssl::stream_base::server, kAwait);
  if (failed) co_return;
  Session<beast::ssl_stream<beast::tcp_stream>> session{
      stream, place, {address, true}, beast::flat_buffer(options_.limits.read_ahead_bytes)};
  co_await converse(session);
  lowest.expires_after(std::chrono::seconds(2));
  co_await stream.async_shutdown(kAwait);
}

// --- one connection ----------------------------------------------------------------------

template <typename Stream>
asio::awaitable<void> Server::Inner::converse(Session<Stream>& session) {
  {
    const std::scoped_lock held(mutex_);
    session.place->socket = &beast::get_lowest_layer(session.stream);
  }
  bool more = true;
  while (more) more = co_await converse_once(session);
  const std::scoped_lock held(mutex_);
  session.place->idle = false;
}

// Reads a request and answers it; whether another may follow.
template <typename Stream>
asio::awaitable<bool> Server::Inner::converse_once(Session<Stream>& session) {
  auto& lowest = beast::get_lowest_layer(session.stream);
  if (session.buffer.size() == 0) {
    set_idle(session.place, true);
    if (state_.ending) co_return false;
    lowest.expires_after(options_.limits.idle_time);
    const auto [gone, count] =
        co_await session.stream.async_read_some(session.buffer.prepare(kFirstRead), kAwait);
    if (gone) co_return false;
    session.buffer.commit(count);
  }
  set_idle(session.place, false);

  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(options_.limits.header_bytes));
  parser.body_limit(options_.limits.body_bytes);
  lowest.expires_after(options_.limits.header_time);
  auto [failed, ignored] =
      co_await beast::http::async_read_header(session.stream, session.buffer, parser, kAwait);
  if (is_gone(failed)) co_return false;
  if (!failed && !parser.is_done()) {
    if (beast::iequals(parser.get()[beast::http::field::expect], "100-continue")) {
      if (!co_await write_bytes(session, "HTTP/1.1 100 Continue\r\n\r\n", {})) co_return false;
    }
    lowest.expires_after(options_.limits.body_time);
    std::tie(failed, ignored) =
        co_await beast::http::async_read(session.stream, session.buffer, parser, kAwait);
    if (is_gone(failed)) co_return false;
  }
  const auto begun = Clock::now();
  const auto bad = failed ? bad_request(failed) : odd_request(parser.get());
  if (bad) {
    co_await refuse(session, *bad, read_begun(parser.get(), session.buffer));
    co_return false;
  }

  auto& message = parser.get();
  const auto method = http::method_named(std::string_view(message.method_string()));
  http::Request request = read_request(message, method);
  request.id = request_id(request.headers.find("x-request-id").value_or(""));
  request.client = client_address(request, session.arrival);
  lowest.expires_never();
  auto answered = dispatcher_.kept(request, session.arrival);
  if (!answered) {
    request.body = std::move(message.body());
    answered = co_await work(request, session.arrival);
  }
  const http::Response& response = *answered->response;
  WireOptions options;
  options.keep_alive = message.keep_alive() && !state_.ending;
  options.head_only = method == http::Method::kHead;
  options.old = message.version() < 11;
  options.id = request.id;
  bool more = options.keep_alive;
  if (response.stream && !options.head_only) {
    // Without chunks, the end of the connection is that of the stream.
    options.chunked = !options.old;
    options.keep_alive = false;
    more = false;
    note(request, *answered, 0, begun);
    co_await write_stream(session, response, options);
  } else {
    more = co_await write(session, response, options) && more;
    note(request, *answered, response.body && !options.head_only ? response.body->size() : 0,
         begun);
  }
  co_return more;
}

// The answer, made by a thread that may take its time.
asio::awaitable<Answered> Server::Inner::work(const http::Request& request,
                                              const Arrival& arrival) {
  if (waiting_ >= options_.limits.waiting_requests) {
    state_.metrics.count_refusal(Refusal::kBusy);
    co_return answer_plainly(503, "Busy", "too many are waiting; ask again in a moment", request);
  }
  struct Job {
    Job(const asio::any_io_executor& executor, http::Request asked)
        : timer(executor), request(std::move(asked)) {}
    asio::steady_timer timer;
    const http::Request request;
    std::atomic<bool> begun{false};
    std::optional<Answered> answered;
  };
  const auto strand = co_await asio::this_coro::executor;
  const auto job = std::make_shared<Job>(strand, request);
  ++waiting_;
  const auto run = [this, arrival, strand, job] {
    if (job->begun.exchange(true)) return;
    Answered answered = dispatcher_.answer(job->request, arrival);
    --waiting_;
    // It has its turn after the wait has begun, since both are of the strand.
    asio::post(strand, [job, answered = std::move(answered)]() mutable {
      job->answered = std::move(answered);
      job->timer.cancel();
    });
  };
  const auto until = Clock::now() + options_.limits.handler_time;
  job->timer.expires_after(kSpareAfter);
  asio::post(pool_, run);
  co_await job->timer.async_wait(kAwait);
  if (!job->answered) {
    if (!job->begun) asio::post(spare_, run);
    job->timer.expires_at(until);
    co_await job->timer.async_wait(kAwait);
  }
  if (job->answered) co_return *std::move(job->answered);
  state_.metrics.count_refusal(Refusal::kTooSlow);
  co_return answer_plainly(503, "Too slow", "this takes too long; it may be done all the same",
                           request);
}

template <typename Stream>
asio::awaitable<bool> Server::Inner::write_bytes(Session<Stream>& session, std::string_view first,
                                                 std::string_view second) {
  beast::get_lowest_layer(session.stream).expires_after(options_.limits.write_time);
  const std::size_t size = first.size() + second.size();
  std::size_t written = 0;
  error_code failed;
  if constexpr (std::is_same_v<Stream, beast::tcp_stream>) {
    const std::array<asio::const_buffer, 2> both = {asio::buffer(first), asio::buffer(second)};
    std::tie(failed, written) = co_await asio::async_write(session.stream, both, kAwait);
  } else {
    // Of two buffers Beast's stream of TLS may write the first alone, and call that all.
    const std::string joined = std::string(first) + std::string(second);
    std::tie(failed, written) =
        co_await asio::async_write(session.stream, asio::buffer(joined), kAwait);
  }
  co_return !failed && written == size;
}

template <typename Stream>
asio::awaitable<bool> Server::Inner::write(Session<Stream>& session, const http::Response& response,
                                           WireOptions options) {
  const std::string head = response_head(response, options);
  const bool has_body = response.body && !options.head_only && response.status != 304;
  std::string_view rest = has_body ? std::string_view(*response.body) : std::string_view();
  std::string_view first = head;
  do {
    const std::string_view piece = rest.substr(0, kPiece);
    rest.remove_prefix(piece.size());
    if (!co_await write_bytes(session, first, piece)) co_return false;
    first = {};
  } while (!rest.empty());
  co_return true;
}

// For as long as the client listens and somebody tells.
template <typename Stream>
asio::awaitable<void> Server::Inner::write_stream(Session<Stream>& session,
                                                  const http::Response& response,
                                                  WireOptions options) {
  http::Stream& events = *response.stream;
  const auto strand = co_await asio::this_coro::executor;
  const auto more = std::make_shared<asio::steady_timer>(strand);
  {
    const std::scoped_lock held(mutex_);
    session.place->events = response.stream;
  }
  if (state_.ending) events.end();
  events.on_more([strand, weak = std::weak_ptr(more)] {
    asio::post(strand, [weak] {
      if (const auto timer = weak.lock()) timer->cancel();
    });
  });
  const std::string head = response_head(response, options);
  bool listens = co_await write_bytes(session, head, {});
  while (listens) {
    if (!co_await may_listen(response.stream)) break;
    std::optional<std::string> bytes = events.take();
    if (!bytes) break;
    if (bytes->empty()) {
      more->expires_after(options_.limits.heartbeat_time);
      const auto [woken] = co_await more->async_wait(kAwait);
      if (woken) continue;
      bytes = events.heartbeat();
    }
    if (options.chunked) bytes = fmt::format("{:x}\r\n{}\r\n", bytes->size(), *bytes);
    listens = co_await write_bytes(session, *bytes, {});
  }
  events.on_more({});
  events.end();
  if (listens && options.chunked) co_await write_bytes(session, "0\r\n\r\n", {});
}

// Who listens may have signed out since. The accounts are asked by a thread that may take its time.
asio::awaitable<bool> Server::Inner::may_listen(std::shared_ptr<http::Stream> stream) {
  if (!stream->has_permission()) co_return true;
  const auto ask = [stream]() -> asio::awaitable<bool> { co_return stream->may_listen(); };
  co_return co_await asio::co_spawn(pool_, ask, asio::use_awaitable);
}

// Says why, then reads on for a while: a connection that is closed while bytes come in takes the
// answer with it.
template <typename Stream>
asio::awaitable<void> Server::Inner::refuse(Session<Stream>& session, const BadRequest& bad,
                                            http::Request request) {
  state_.metrics.count_refusal(bad.why);
  request.id = request_id("");
  request.client = client_address(request, session.arrival);
  const Answered answered = answer_plainly(bad.status, reason_of(bad.status), bad.message, request);
  WireOptions options;
  options.keep_alive = false;
  options.id = request.id;
  auto& lowest = beast::get_lowest_layer(session.stream);
  lowest.expires_after(options_.limits.write_time);
  if (!co_await write(session, *answered.response, options)) co_return;
  note(request, answered, answered.response->body->size(), Clock::now());
  if constexpr (std::is_same_v<Stream, beast::tcp_stream>) {
    error_code ignored;
    lowest.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }
  lowest.expires_after(std::chrono::seconds(2));
  for (std::size_t read = 0; read < 2 * options_.limits.body_bytes;) {
    session.buffer.clear();
    const auto [gone, count] =
        co_await session.stream.async_read_some(session.buffer.prepare(kFirstRead), kAwait);
    if (gone) co_return;
    read += count;
  }
}

void Server::Inner::note(const http::Request& request, const Answered& answered, std::size_t bytes,
                         Clock::time_point begun) {
  const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  const int status = answered.response->status;
  state_.metrics.count_request(answered.route, status, seconds);
  const std::string_view pattern = answered.route < state_.table.size()
                                       ? state_.table.row(answered.route).pattern
                                       : std::string_view();
  LogEntry entry{log_time(),
                 request.id,
                 answered.client,
                 http::name(request.method),
                 log_path(request.target, pattern),
                 status,
                 bytes,
                 seconds * 1000,
                 answered.handle,
                 answered.failure};
  if (request.target.empty()) entry.method = {};
  log_.write(log_line(entry));
}

// --- the outside -------------------------------------------------------------------------

Server::Server(std::unique_ptr<Inner> inner) : inner_(std::move(inner)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::open(ServerOptions options, ServerState& state,
                                             Dispatcher& dispatcher, LogWriter& log) {
  auto inner = std::make_unique<Inner>(std::move(options), state, dispatcher, log);
  TRY(inner->open());
  return std::unique_ptr<Server>(new Server(std::move(inner)));
}

std::uint16_t Server::port() const { return inner_->port(); }
bool Server::run() { return inner_->run(); }
void Server::stop() { inner_->stop(); }

}  // namespace milepost::web
