// How much of everything one client, and all of them together, may have of the server. Each is
// there so that no client, slow, broken or hostile, takes from the others.
#pragma once

#include <chrono>
#include <cstddef>

namespace milepost::web {

struct ServerLimits {
  // --- sizes ---

  // A browser with a full jar of cookies sends 8 KiB; proxies in front allow 8 to 16.
  std::size_t header_bytes = 16 * 1024;
  // A document is 1 MiB at most (base/limits.h); as a form or JSON it may take twice that.
  std::size_t body_bytes = 2 * 1024 * 1024;
  // What is read ahead of a connection: requests that were sent before the answer to the first.
  std::size_t read_ahead_bytes = 32 * 1024;
  // Answers to readers that are kept; a large page is 400 KB.
  std::size_t cache_bytes = 64 * 1024 * 1024;

  // --- times ---

  // A header fits into a few packets, whatever the line.
  std::chrono::milliseconds header_time{10'000};
  // 2 MiB at 70 KB/s.
  std::chrono::milliseconds body_time{30'000};
  // The slowest answer, a report over years of history, takes seconds.
  std::chrono::milliseconds handler_time{30'000};
  // Each piece of an answer; 256 KiB at 9 KB/s.
  std::chrono::milliseconds write_time{30'000};
  // Browsers come back for the next page within a minute, or not soon.
  std::chrono::milliseconds idle_time{60'000};
  // Proxies give up on what is silent for a minute; some for half of one.
  std::chrono::milliseconds heartbeat_time{15'000};
  // What is asked for when the server is told to end gets its answer within this.
  std::chrono::milliseconds shutdown_time{8'000};

  // --- connections ---

  std::size_t connections = 4096;
  // A browser opens six. An office may stand behind one address.
  std::size_t client_connections = 600;
  // Streams of events that one client listens to, in one repository: a browser has one a tab.
  std::size_t client_streams = 100;
  // Requests that wait for a thread; more would wait longer than their clients do.
  std::size_t waiting_requests = 512;

  // How many times the usual a client or account may ask (src/web/rate.cc).
  double rate_factor = 1;

  // --- what is remembered ---

  // Buckets of rates: one a client or account that asked lately.
  std::size_t rate_buckets = 50'000;
};

}  // namespace milepost::web
