// The process over HTTP.
#include "features/common/api.h"
#include "features/process/process_json.h"

namespace milepost::process {

namespace {

http::Response process_answer(const http::Request& request, const Visit& visit) {
  if (!visit.workspace->recognised()) {
    return problem(Error{not_recognised("here"), ErrorKind::kNotFound}, request);
  }
  return api::json_response(process_json(visit.workspace->process()));
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/process",
     api::kToRead,
     Precondition::kFree,
     process_answer,
     {"The process: its stages, statuses, gates, roles and dates", "", "", "Process", "404"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::process
