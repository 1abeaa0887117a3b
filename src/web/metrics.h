// What the server counts, for /metrics in the text format of Prometheus. Threads may share one;
// counting takes no lock.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace milepost::web {

class RouteTable;

// How long things took: how many within each bound.
class Histogram {
 public:
  void add(double seconds);
  void write(std::string& out, std::string_view name) const;

 private:
  static constexpr std::array<double, 12> kBounds = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                     0.05,   0.1,   0.25,   1,     5,    30};
  std::array<std::atomic<std::uint64_t>, kBounds.size() + 1> counts_{};
  std::atomic<std::uint64_t> microseconds_{0};
};

// Why a connection or request was turned away before any route saw it.
enum class Refusal : std::uint8_t { kConnections, kClient, kMalformed, kTooLarge, kTooSlow, kBusy };

class Metrics {
 public:
  static constexpr std::size_t kNoRoute = static_cast<std::size_t>(-1);

  explicit Metrics(std::size_t routes);

  void count_request(std::size_t route, int status, double seconds);
  void count_handler(double seconds) { handlers_.add(seconds); }
  void count_cache(bool hit) { ++(hit ? cache_hits_ : cache_misses_); }
  void count_refusal(Refusal why) { ++refusals_[static_cast<std::size_t>(why)]; }
  void connection_opened() {
    ++connections_;
    ++open_connections_;
  }
  void connection_closed() { --open_connections_; }

  struct Gauge {
    std::string name, help, labels;
    double value = 0;
  };
  // With values that others know: the generations of snapshots.
  std::string text(const RouteTable& routes, std::span<const Gauge> gauges) const;

 private:
  static constexpr std::array<int, 24> kStatuses = {200, 201, 202, 204, 303, 304, 400, 401,
                                                    403, 404, 405, 406, 408, 409, 412, 413,
                                                    415, 422, 428, 429, 431, 500, 503, 0};
  static constexpr std::size_t kRefusals = 6;
  using ByStatus = std::array<std::atomic<std::uint64_t>, kStatuses.size()>;

  std::size_t routes_;
  std::unique_ptr<ByStatus[]> requests_;  // of each route, then of what has none
  Histogram requests_time_, handlers_;
  std::atomic<std::uint64_t> cache_hits_{0}, cache_misses_{0}, connections_{0};
  std::atomic<std::int64_t> open_connections_{0};
  std::array<std::atomic<std::uint64_t>, kRefusals> refusals_{};
};

}  // namespace milepost::web
