// What happened to a proposal, over HTTP.
#include "features/common/api.h"
#include "features/log/formats.h"
#include "features/log/log.h"

namespace milepost::log {

namespace {

std::optional<Date> read_day(const http::Request& request, std::string_view name,
                             std::vector<api::FieldFault>& faults) {
  const auto text = request.query.find(name);
  if (!text) return std::nullopt;
  const auto day = parse_date(*text);
  if (!day) faults.push_back({std::string(name), "is no day such as 2026-01-31"});
  return day;
}

http::Response log_answer(const http::Request& request, const Visit& visit) {
  std::vector<api::FieldFault> faults;
  const Period period{read_day(request, "since", faults), read_day(request, "until", faults)};
  if (!faults.empty()) return api::faults_problem(faults, request);
  return api::about_proposal(request, visit, [&](const Workspace& workspace, const Card& card) {
    return log_proposal(workspace, {api::subject_of(workspace, card), period}).map(render_log_json);
  });
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/log",
     api::kToRead,
     Precondition::kFree,
     log_answer,
     {"Everything that was recorded of it, beside its moves in git", "since,until", "", "Log",
      "404 422"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::log
