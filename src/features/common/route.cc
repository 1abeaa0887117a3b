#include "features/common/route.h"

#include <fmt/format.h>

#include "base/limits.h"
#include "base/strings.h"
#include "features/common/tagged_version.h"
#include "render/json_value.h"
#include "search/search_index.h"
#include "store/digest.h"

namespace milepost {

namespace {

int status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kRefused: return 422;
    case ErrorKind::kNotFound: return 404;
    case ErrorKind::kForbidden: return 403;
    case ErrorKind::kConflict: return 409;
    case ErrorKind::kUnavailable: return 503;
  }
  return 500;
}

std::string_view title_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kRefused: return "Refused";
    case ErrorKind::kNotFound: return "Not found";
    case ErrorKind::kForbidden: return "Not yours to do";
    case ErrorKind::kConflict: return "Conflict";
    case ErrorKind::kUnavailable: return "Not available";
  }
  return "Failed";
}

}  // namespace

int http_status(const Error& error) { return status_of(error.kind); }

bool is_fresh(const Visit& visit) {
  return visit.search != nullptr && visit.search->generation() >= visit.generation;
}

http::Response problem(int status, std::string_view title, const std::string& detail,
                       const http::Request& request) {
  Json body = {{"type", "about:blank"}, {"title", title}, {"status", status}, {"detail", detail}};
  if (!request.id.empty()) body["request"] = request.id;
  return http::text_response(status, "application/problem+json", json_text(body));
}

std::string public_message(const Error& error) {
  if (error.kind != ErrorKind::kUnavailable) return error.message;
  return "what this needs cannot be reached at the moment; ask again soon (the log of the server "
         "says why)";
}

http::Response problem(const Error& error, const http::Request& request) {
  auto response =
      problem(status_of(error.kind), title_of(error.kind), public_message(error), request);
  if (error.kind == ErrorKind::kUnavailable) {
    response.headers.add("Retry-After", "2");
    response.failure = error.message;
  }
  return response;
}

Workspace::Pointer Visit::to_record() const {
  return workspace->at_moment(now_utc())
      ->with_unmerged(Access::kWrite)
      ->proved_by(visitor.handle, seen);
}

Result<TaggedVersion> tagged_version(const Workspace& workspace, const Card& card) {
  TRY(const Sha256 sha256, Sha256::load());
  std::string all;
  for (const std::string& path : {card.files.document, card.files.metadata}) {
    if (path.empty()) continue;
    const auto source = workspace.repository().tree->read(path, path, Limits{}.document_bytes);
    all += path + '\0';
    if (source) all += std::string((*source)->text());
    all += '\0';
  }
  TRY(const auto& record, workspace.record());
  LastEvent last{stream_of(card), 0};
  if (record->store().is_there()) {
    TRY(const auto latest, record->latest_of(last.stream, 1));
    if (!latest.events.empty()) last.number = latest.events.back().number;
  }
  all += std::to_string(last.number);
  return TaggedVersion{'"' + sha256.of(all).hex().substr(0, 32) + '"', std::move(last)};
}

Result<std::string> proposal_tag(const Workspace& workspace, const Card& card) {
  return tagged_version(workspace, card).map([](TaggedVersion version) {
    return std::move(version.tag);
  });
}

std::string answer_tag(std::string_view proposal_tag, std::string_view body) {
  return fmt::format("{}.{:016x}\"", proposal_tag.substr(0, proposal_tag.size() - 1),
                     hash_bytes(body));
}

std::string version_of_tag(std::string_view tag) {
  const std::size_t point = tag.find('.');
  return point == tag.npos ? std::string(tag) : std::string(tag.substr(0, point)) + '"';
}

}  // namespace milepost
