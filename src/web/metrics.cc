#include "web/metrics.h"

#include <algorithm>

#include <fmt/format.h>

#include "web/route_table.h"

namespace milepost::web {

namespace {

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out += fmt::format("# HELP {0} {2}\n# TYPE {0} {1}\n", name, type, help);
}

}  // namespace

void Histogram::add(double seconds) {
  const auto bound = std::ranges::lower_bound(kBounds, seconds);
  ++counts_[static_cast<std::size_t>(bound - kBounds.begin())];
  microseconds_ += static_cast<std::uint64_t>(std::max(seconds, 0.0) * 1e6);
}

void Histogram::write(std::string& out, std::string_view name) const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    sum += counts_[i];
    out += fmt::format("{}_bucket{{le=\"{}\"}} {}\n", name, kBounds[i], sum);
  }
  sum += counts_.back();
  out += fmt::format("{0}_bucket{{le=\"+Inf\"}} {1}\n{0}_sum {2}\n{0}_count {1}\n", name, sum,
                     static_cast<double>(microseconds_.load()) / 1e6);
}

Metrics::Metrics(std::size_t routes)
    : routes_(routes), requests_(std::make_unique<ByStatus[]>(routes + 1)) {}

void Metrics::count_request(std::size_t route, int status, double seconds) {
  const auto found = std::ranges::find(kStatuses, status);
  const std::size_t place = found == kStatuses.end()
                                ? kStatuses.size() - 1
                                : static_cast<std::size_t>(found - kStatuses.begin());
  ++requests_[std::min(route, routes_)][place];
  requests_time_.add(seconds);
}

std::string Metrics::text(const RouteTable& routes, std::span<const Gauge> gauges) const {
  std::string out;
  head(out, "milepost_requests_total", "counter", "Requests by route and status.");
  for (std::size_t route = 0; route <= routes_; ++route) {
    for (std::size_t i = 0; i < kStatuses.size(); ++i) {
      const std::uint64_t count = requests_[route][i];
      if (count == 0) continue;
      const bool known = route < routes_;
      out += fmt::format("milepost_requests_total{{method=\"{}\",route=\"{}\",status=\"{}\"}} {}\n",
                         known ? http::name(routes.row(route).method) : "",
                         known ? routes.row(route).pattern : "",
                         kStatuses[i] == 0 ? "other" : std::to_string(kStatuses[i]), count);
    }
  }
  head(out, "milepost_request_seconds", "histogram", "From the whole request to the whole answer.");
  requests_time_.write(out, "milepost_request_seconds");
  head(out, "milepost_handler_seconds", "histogram",
       "Making an answer that was not kept: reading, judging, rendering.");
  handlers_.write(out, "milepost_handler_seconds");
  head(out, "milepost_cache_total", "counter", "Answers that could have been kept.");
  out += fmt::format("milepost_cache_total{{result=\"hit\"}} {}\n", cache_hits_.load());
  out += fmt::format("milepost_cache_total{{result=\"miss\"}} {}\n", cache_misses_.load());
  head(out, "milepost_connections_total", "counter", "Connections accepted.");
  out += fmt::format("milepost_connections_total {}\n", connections_.load());
  head(out, "milepost_connections", "gauge", "Connections that are open.");
  out += fmt::format("milepost_connections {}\n", open_connections_.load());
  head(out, "milepost_refused_total", "counter", "What was turned away before any route saw it.");
  constexpr std::array<std::string_view, kRefusals> kReasons = {
      "connections", "client_connections", "malformed", "too_large", "too_slow", "busy"};
  for (std::size_t i = 0; i < kRefusals; ++i) {
    out += fmt::format("milepost_refused_total{{reason=\"{}\"}} {}\n", kReasons[i],
                       refusals_[i].load());
  }
  std::string_view last;
  for (const Gauge& gauge : gauges) {
    if (gauge.name != last) head(out, gauge.name, "gauge", gauge.help);
    last = gauge.name;
    out += fmt::format("{}{{{}}} {}\n", gauge.name, gauge.labels, gauge.value);
  }
  return out;
}

}  // namespace milepost::web
