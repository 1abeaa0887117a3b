// What changes, as it happens: a stream of server-sent events.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "features/common/api.h"
#include "web/all_routes.h"
#include "web/client.h"
#include "web/limits.h"
#include "web/live.h"
#include "web/news.h"
#include "web/state.h"

namespace milepost::web {

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();

std::shared_ptr<const Snapshot> snapshot_of(const Visit& visit) {
  if (!visit.server) return nullptr;
  const auto& mounts = visit.server->mounts;
  const auto mount = std::ranges::find(mounts, visit.links.base, &Mount::base);
  return mount == mounts.end() ? nullptr : mount->now();
}

// The event that somebody knew last: a browser that comes back says it so. Whoever says none hears
// only what comes.
std::optional<std::uint64_t> known_last(const http::Request& request,
                                        std::vector<api::FieldFault>& faults) {
  if (const auto header = request.headers.find("last-event-id")) {
    std::uint64_t number = 0;
    const char* const end = header->data() + header->size();
    const auto [rest, failed] = std::from_chars(header->data(), end, number);
    if (failed == std::errc() && rest == end && number <= kMost) return number;
  }
  if (!request.query.has("after")) return std::nullopt;
  return api::number_of(request, "after", 0, 0, kMost, faults);
}

http::Response denied(Live::Denied why, const http::Request& request) {
  http::Response response =
      why == Live::Denied::kClient
          ? problem(429, "Too many streams",
                    "this address listens to as many streams as it may; close one", request)
          : problem(503, "Not available", "too many listen already; try again", request);
  response.headers.add("Retry-After", "30");
  return response;
}

http::Response stream_events(const http::Request& request, const Visit& visit) {
  const auto snapshot = snapshot_of(visit);
  if (!snapshot) return problem(503, "Not available", "nothing is served yet", request);
  std::vector<api::FieldFault> faults;
  const std::uint64_t generation = api::number_of(request, "generation", 0, 0, kMost, faults);
  const auto last = known_last(request, faults);
  if (!faults.empty()) return api::faults_problem(faults, request);
  std::optional<Missed> missed;
  tl::expected<std::shared_ptr<http::Stream>, Live::Denied> stream =
      tl::unexpected(Live::Denied::kBehind);
  // More is told while it is read what was missed, though not every time.
  for (int i = 0; i < 100 && !stream && stream.error() == Live::Denied::kBehind; ++i) {
    if (last) {
      const auto& record = visit.workspace->record();
      if (!record) return problem(record.error(), request);
      auto read = recorded_after(**record, *last);
      if (!read) return problem(read.error(), request);
      missed = *std::move(read);
    }
    stream = snapshot->live->listen(generation, counted_as(request.client),
                                    ServerLimits{}.client_streams, missed);
  }
  if (!stream) return denied(stream.error(), request);
  http::Response response;
  response.stream = *std::move(stream);
  response.type = "text/event-stream";
  response.headers.add("Cache-Control", "no-store");
  response.headers.add("X-Accel-Buffering", "no");  // nginx: not to be gathered
  return response;
}

constexpr Route kRoutes[] = {
    {http::Method::kGet,
     "/api/v1/events/stream",
     {Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe},
     Precondition::kFree,
     stream_events,
     {.summary = "What changes, as server-sent events: `change` names proposals, `recorded` has an "
                 "event of the record with its number as id",
      .query = "generation:integer,after:integer",
      .answer = "text/event-stream",
      .statuses = "422 503"}},
};

}  // namespace

extern constinit const std::span<const Route> kLiveRoutes{kRoutes};

}  // namespace milepost::web
