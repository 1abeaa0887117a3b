// What changes, as it happens: a stream of server-sent events.
#include <algorithm>
#include <charconv>

#include "features/common/route.h"
#include "web/all_routes.h"
#include "web/client.h"
#include "web/limits.h"
#include "web/live.h"
#include "web/news.h"
#include "web/state.h"

namespace milepost::web {

namespace {

// 0 for what is no number.
std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failed == std::errc() && end == text.data() + text.size() ? number : 0;
}

std::shared_ptr<const Snapshot> snapshot_of(const Visit& visit) {
  if (!visit.server) return nullptr;
  const auto& mounts = visit.server->mounts;
  const auto mount = std::ranges::find(mounts, visit.links.base, &Mount::base);
  return mount == mounts.end() ? nullptr : mount->now();
}

// What was recorded after the event that somebody knew last. Whoever says none hears only what
// comes.
Result<void> push_missed(const Workspace& workspace, std::string_view last, http::Stream& stream) {
  if (last.empty()) return {};
  TRY(const auto& record, workspace.record());
  TRY(const auto messages, recorded_after(*record, number_in(last)));
  for (const std::string& message : messages) stream.push(message);
  return {};
}

http::Response stream_events(const http::Request& request, const Visit& visit) {
  const auto snapshot = snapshot_of(visit);
  if (!snapshot) return problem(503, "Not available", "nothing is served yet", request);
  http::Response response;
  auto stream = snapshot->live->listen(number_in(request.query.get("generation")),
                                       counted_as(request.client), ServerLimits{}.client_streams);
  if (!stream) {
    response =
        stream.error() == Live::Full::kAll
            ? problem(503, "Not available", "too many listen already; try again", request)
            : problem(429, "Too many streams",
                      "this address listens to as many streams as it may; close one", request);
    response.headers.add("Retry-After", "30");
    return response;
  }
  response.stream = *std::move(stream);
  // A browser that comes back says it so.
  std::string last = request.headers.get("last-event-id");
  if (last.empty()) last = request.query.get("after");
  if (const auto pushed = push_missed(*visit.workspace, last, *response.stream); !pushed) {
    return problem(pushed.error(), request);
  }
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
      .statuses = "503"}},
};

}  // namespace

extern constinit const std::span<const Route> kLiveRoutes{kRoutes};

}  // namespace milepost::web
