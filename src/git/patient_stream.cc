#include "git/patient_stream.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/posix.h"

namespace milepost {

namespace {

constexpr std::chrono::milliseconds kUsual = std::chrono::minutes(1);

const LibGit2* library = nullptr;
thread_local std::chrono::milliseconds silence = kUsual;
thread_local std::string silent;  // why the last wait was given up

// Laid out as libgit2's own: its SSH takes the socket out of it.
struct PatientStream {
  git_stream parent = {};
  char* host = nullptr;
  char* port = nullptr;
  int socket = -1;
  std::string host_text;
  std::string port_text;
};

PatientStream& of(git_stream* stream) { return *reinterpret_cast<PatientStream*>(stream); }

int fail(const std::string& message) {
  library->git_error_set_str(GIT_ERROR_NET, message.c_str());
  return -1;
}

// Until the socket is ready, or was silent for too long; what is wrong with it is met by who uses
// it.
int await(const PatientStream& stream, short events) {
  pollfd socket{stream.socket, events, 0};
  while (true) {
    const int ready = ::poll(&socket, 1, static_cast<int>(silence.count()));
    if (ready > 0) return 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return fail(reason(errno));
    silent = fmt::format("{} has said nothing for {} s", stream.host_text,
                         std::chrono::duration<double>(silence).count());
    return fail(silent);
  }
}

int connect_to(PatientStream& stream, const addrinfo& address) {
  stream.socket = ::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                           address.ai_protocol);
  if (stream.socket < 0) return fail(reason(errno));
  int failed = 0;
  if (::connect(stream.socket, address.ai_addr, address.ai_addrlen) != 0) {
    failed = errno;
    if (failed == EINPROGRESS) {
      socklen_t size = sizeof failed;
      if (await(stream, POLLOUT) != 0) return -1;
      if (::getsockopt(stream.socket, SOL_SOCKET, SO_ERROR, &failed, &size) != 0) failed = errno;
    }
  }
  if (failed == 0) return 0;
  return fail(fmt::format("failed to connect to {}: {}", stream.host_text, reason(failed)));
}

int close_stream(git_stream* stream) {
  const int socket = std::exchange(of(stream).socket, -1);
  return socket < 0 ? 0 : ::close(socket);
}

int connect_stream(git_stream* stream) {
  PatientStream& own = of(stream);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int failed = ::getaddrinfo(own.host, own.port, &hints, &found); failed != 0) {
    return fail(fmt::format("failed to resolve {}: {}", own.host_text, ::gai_strerror(failed)));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, ::freeaddrinfo);
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    if (connect_to(own, *one) != 0) {
      close_stream(stream);
      continue;
    }
    // What reads from the socket itself, as SSH does, is to wait for it.
    ::fcntl(own.socket, F_SETFL, ::fcntl(own.socket, F_GETFL) & ~O_NONBLOCK);
    return 0;
  }
  return -1;
}

ssize_t read_stream(git_stream* stream, void* data, std::size_t size) {
  while (true) {
    if (await(of(stream), POLLIN) != 0) return -1;
    const ssize_t count = ::recv(of(stream).socket, data, size, MSG_DONTWAIT);
    if (count >= 0) return count;
    if (errno != EINTR && errno != EAGAIN) return fail(reason(errno));
  }
}

ssize_t write_stream(git_stream* stream, const char* data, std::size_t size, int /*flags*/) {
  std::size_t sent = 0;
  while (sent < size) {
    if (await(of(stream), POLLOUT) != 0) return -1;
    const ssize_t count =
        ::send(of(stream).socket, data + sent, size - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno != EINTR && errno != EAGAIN) {
      return fail(reason(errno));
    }
  }
  return static_cast<ssize_t>(sent);
}

void free_stream(git_stream* stream) {
  close_stream(stream);
  delete &of(stream);
}

int make_stream(git_stream** out, const char* host, const char* port) {
  auto made = std::make_unique<PatientStream>();
  made->host_text = host;
  made->port_text = port;
  made->host = made->host_text.data();
  made->port = made->port_text.data();
  made->parent.version = GIT_STREAM_VERSION;
  made->parent.connect = connect_stream;
  made->parent.read = read_stream;
  made->parent.write = write_stream;
  made->parent.close = close_stream;
  made->parent.free = free_stream;
  *out = &made.release()->parent;
  return 0;
}

}  // namespace

Patience::Patience(const LibGit2& lib, std::chrono::milliseconds of_silence) {
  static std::once_flag once;
  std::call_once(once, [&] {
    library = &lib;
    git_stream_registration registration{GIT_STREAM_VERSION, make_stream, nullptr};
    lib.git_stream_register(GIT_STREAM_STANDARD, &registration);
  });
  silence = of_silence;
  silent.clear();
}

Patience::~Patience() { silence = kUsual; }

const std::string& Patience::ran_out() const { return silent; }

}  // namespace milepost
