// A body that is sent bit by bit for as long as both ends want, such as server-sent events.
//
// Whoever has something to tell pushes it, from any thread and without waiting; the server takes
// it. What is not taken is bounded: a client that does not keep up loses its stream, not the
// server its memory.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace milepost::http {

class Stream {
 public:
  // `heartbeat` is sent when there was nothing else for a while: ":\n\n" among events.
  explicit Stream(std::string heartbeat, std::size_t most_bytes = 256 * 1024)
      : heartbeat_(std::move(heartbeat)), most_bytes_(most_bytes) {}

  // --- who tells ---

  // False when nobody listens any more, or the client has not taken what it was sent: then the
  // stream has ended.
  bool push(std::string bytes);
  void end();
  bool ended() const;

  // Whether the listener may still hear; it may take its time. To be set before the stream is sent.
  void set_permission(std::function<bool()> may_listen) { may_listen_ = std::move(may_listen); }

  // --- the server ---

  // To be asked before anything is sent, where it has a permission.
  bool has_permission() const { return may_listen_ != nullptr; }
  bool may_listen() const { return !may_listen_ || may_listen_(); }

  // What is there to be sent; "" when there is nothing yet, nothing when it has ended.
  std::optional<std::string> take();
  const std::string& heartbeat() const { return heartbeat_; }
  // To be called once there is something to take; it may be called at once, by any thread.
  void on_more(std::function<void()> wake);

 private:
  void wake_listener(std::unique_lock<std::mutex> held);

  const std::string heartbeat_;
  const std::size_t most_bytes_;
  std::function<bool()> may_listen_;
  mutable std::mutex mutex_;
  std::string waiting_;
  bool ended_ = false;
  std::function<void()> wake_;
};

}  // namespace milepost::http
