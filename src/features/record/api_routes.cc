// The record over HTTP: its events, and what others record through this server.
#include <algorithm>
#include <limits>
#include <set>

#include "base/limits.h"
#include "features/common/api.h"
#include "features/record/events_answer.h"
#include "features/record/events_json.h"
#include "features/record/replay.h"

namespace milepost::record {

namespace {

constexpr std::uint64_t kUsualEvents = 100;
constexpr std::uint64_t kMostEvents = 1000;
// Of the texts of one page: a page ends with the event that goes beyond it.
constexpr std::size_t kMostTextBytes = 4UL << 20U;

struct Wanted {
  std::uint64_t after = 0;
  std::size_t limit = 0;
};

std::optional<http::Response> read_wanted(const http::Request& request, Wanted& wanted) {
  std::vector<api::FieldFault> faults;
  const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max() - 1);
  wanted.after = api::number_of(request, "after", 0, 0, most, faults);
  wanted.limit = static_cast<std::size_t>(
      api::number_of(request, "limit", kUsualEvents, 1, kMostEvents, faults));
  if (faults.empty()) return std::nullopt;
  return api::faults_problem(faults, request);
}

Result<RecordPage> read_events_page(const Store& store, const Wanted& wanted) {
  RecordPage page;
  page.id = store.id();
  TRY(page.head, store.head());
  TRY(page.events, store.events(wanted.after + 1, wanted.limit));
  return page;
}

// With the texts that they name, each once.
Result<RecordPage> read_record_page(const Store& store, const Wanted& wanted) {
  TRY(auto page, read_events_page(store, wanted));
  std::set<Digest> kept;
  std::size_t bytes = 0;
  std::size_t events = 0;
  for (; events < page.events.size() && bytes <= kMostTextBytes; ++events) {
    for (const Digest& digest : page.events[events].texts) {
      if (!kept.insert(digest).second) continue;
      TRY(auto text, store.text(digest));
      if (!text) return failure("a text is not kept; milepost fsck tells more");
      bytes += text->size();
      page.texts.push_back({digest, std::move(*text)});
    }
  }
  page.events.resize(events);
  return page;
}

http::Response record_answer(const http::Request& request, const Visit& visit) {
  Wanted wanted;
  if (auto wrong = read_wanted(request, wanted)) return *wrong;
  const auto& record = visit.workspace->record();
  if (!record) return problem(record.error(), request);
  return api::json_answer(request, read_record_page((*record)->store(), wanted).map(page_json));
}

http::Response conflict_answer(const Conflict& conflict) {
  return http::text_response(
      409, "application/problem+json",
      json_text({{"type", "about:blank"},
                 {"title", "Conflict"},
                 {"status", 409},
                 {"detail", "somebody else has recorded something meanwhile"},
                 {"conflict", {{"stream", conflict.stream}, {"version", conflict.version}}}}));
}

http::Response append_answer(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  const Json events = body.value("events");
  const Json seen = body.value("seen");
  const Json texts = body.value("texts");
  if (auto wrong = body.wrong()) return *wrong;
  const auto sent = read_append(events, seen, texts);
  if (!sent) return api::faults_problem({{"body", sent.error().message}}, request);
  const Workspace::Pointer workspace = visit.to_record();
  const auto record = workspace->open_record(Access::kWrite);
  if (!record) return problem(record.error(), request);
  // Whoever decided upon something older looks again before it is decided here.
  for (const Seen& one : sent->seen) {
    const auto version = (*record)->store().version(one.stream);
    if (!version) return problem(version.error(), request);
    if (*version != one.version) return conflict_answer({one.stream, *version});
  }
  const auto decided = replay(*workspace, visit.visitor.handle, *sent);
  if (!decided) return problem(decided.error(), request);
  const auto appended = (*record)->store().append(*decided, sent->seen, sent->texts);
  if (!appended) return problem(appended.error(), request);
  if (const auto* const conflict = std::get_if<Conflict>(&*appended)) {
    return conflict_answer(*conflict);
  }
  const Appended& done = std::get<Appended>(*appended);
  return api::json_response(Json{{"first", done.first}, {"last", done.last}});
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/events",
     api::kToRead,
     Precondition::kFree,
     events_answer,
     {"What was recorded, in order, after the event of a number", "after:integer,limit:integer", "",
      "Events", "422"}},
    {http::Method::kGet,
     "/api/v1/record/events",
     api::kToRead,
     Precondition::kFree,
     record_answer,
     {"The record as `milepost --store` mirrors it: events, and the texts that they name",
      "after:integer,limit:integer", "", "RecordPage", "422"}},
    {http::Method::kPost,
     "/api/v1/record",
     api::kToRecord,
     Precondition::kFree,
     append_answer,
     {"Record what `milepost --store` has decided; it is decided again here", "", "Append",
      "Appended", "403 404 409 422"}},
};

}  // namespace

http::Response events_answer(const http::Request& request, const Visit& visit) {
  Wanted wanted;
  if (auto wrong = read_wanted(request, wanted)) return *wrong;
  const auto& record = visit.workspace->record();
  if (!record) return problem(record.error(), request);
  const auto page = read_events_page((*record)->store(), wanted);
  if (!page) return problem(page.error(), request);
  Json answer{{"head", page->head.number}, {"events", Json::array()}};
  for (const Event& event : page->events) answer["events"].push_back(event_json(event));
  const bool more = !page->events.empty() && page->events.back().number < page->head.number;
  answer["next"] =
      more ? Json(api::next_link(request, visit, std::to_string(page->events.back().number)))
           : Json();
  return api::json_response(answer);
}

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::record
