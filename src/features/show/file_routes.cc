// Files of a repository as they are: the text of a proposal, and what lies in its folder.
#include <span>

#include "base/strings.h"
#include "base/utf8.h"
#include "features/common/route.h"
#include "features/common/web_page.h"
#include "features/show/served_files.h"
#include "workspace/examine.h"

namespace milepost::show {

namespace {

// Of pictures and the like; larger ones are for the repository's host.
constexpr std::size_t kMostBytes = 8 * 1024 * 1024;

// Whatever it holds, it runs nothing, and asks nobody.
constexpr std::string_view kFilePolicy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
constexpr std::string_view kPlainText = "text/plain; charset=utf-8";

http::Response file_response(std::string_view type, std::string body) {
  auto response = http::text_response(200, std::string(type), std::move(body));
  response.headers.add("Content-Security-Policy", std::string(kFilePolicy));
  response.headers.add("X-Content-Type-Options", "nosniff");
  return response;
}

http::Response picture_or_text(std::string_view path, std::string body) {
  const std::string_view picture = picture_type(path);
  if (!picture.empty()) return file_response(picture, std::move(body));
  const bool pdf = lower(path).ends_with(".pdf");
  if (!pdf && !utf8::looks_binary(body)) return file_response(kPlainText, std::move(body));
  auto response =
      file_response(pdf ? "application/pdf" : "application/octet-stream", std::move(body));
  response.headers.add("Content-Disposition", "attachment");
  return response;
}

http::Response show_file(const http::Request& request, const Visit& visit) {
  const std::string path = request.values.get("path");
  if (!is_served_file(*visit.workspace, path) || is_ignored_file(*visit.workspace, path)) {
    return error_page(visit, 404, "There is no such file beside a proposal.");
  }
  const auto source = visit.workspace->repository().tree->read(path, path, kMostBytes);
  if (!source) return error_page(visit, 422, path + " " + source.error().message);
  return picture_or_text(path, std::string((*source)->text()));
}

http::Response show_raw(const http::Request& request, const Visit& visit) {
  const auto selection =
      visit.workspace->select_one(subject_of_key(request.values.get("proposal")));
  if (!selection) return error_page(visit, selection.error());
  const auto source = read_document(selection->proposals.front());
  if (!source) return error_page(visit, source.error());
  return file_response(kPlainText, std::string((*source)->text()));
}

constexpr Guard kReads{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};

constexpr Route kRows[] = {
    {http::Method::kGet, "/files/{path...}", kReads, Precondition::kFree, show_file, {}},
    {http::Method::kGet, "/proposals/{proposal}/raw", kReads, Precondition::kFree, show_raw, {}},
};

}  // namespace

extern const std::span<const Route> kFileRoutes;
const std::span<const Route> kFileRoutes = kRows;

}  // namespace milepost::show
