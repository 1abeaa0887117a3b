// The peer of `bench/serve`: Boost.Beast answering each request with the same bytes, and nothing
// else: constant_server LENGTH. Prints the port it listens on.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;

namespace {

asio::awaitable<void> answer(tcp::socket socket, const std::string& body) {
  try {
    socket.set_option(tcp::no_delay(true));
    beast::flat_buffer buffer;
    while (true) {
      http::request<http::string_body> request;
      co_await http::async_read(socket, buffer, request, asio::use_awaitable);
      http::response<http::span_body<const char>> response{http::status::ok, request.version()};
      response.set(http::field::content_type, "text/html; charset=utf-8");
      response.keep_alive(request.keep_alive());
      response.body() = {body.data(), body.size()};
      response.prepare_payload();
      co_await http::async_write(socket, response, asio::use_awaitable);
    }
  } catch (const boost::system::system_error&) {
    // The client is gone.
  }
}

asio::awaitable<void> listen(tcp::acceptor acceptor, const std::string& body) {
  while (true) {
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    const auto executor = socket.get_executor();
    asio::co_spawn(executor, answer(std::move(socket), body), asio::detached);
  }
}

}  // namespace

int main(int count, char** words) {
  const std::string body(count > 1 ? std::strtoul(words[1], nullptr, 10) : 1000, 'x');
  asio::io_context context;
  tcp::acceptor acceptor(context, {asio::ip::make_address("127.0.0.1"), 0});
  std::printf("%d\n", static_cast<int>(acceptor.local_endpoint().port()));
  std::fflush(stdout);
  asio::co_spawn(context, listen(std::move(acceptor), body), asio::detached);
  std::thread other([&] { context.run(); });
  context.run();
  other.join();
}
