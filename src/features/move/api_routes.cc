// What stands between a proposal and its next step, over HTTP.
#include "base/version.h"
#include "features/common/api.h"
#include "features/move/formats.h"
#include "features/move/why.h"

namespace milepost::move {

namespace {

http::Response gates_answer(const http::Request& request, const Visit& visit) {
  const std::string release = request.query.get("release");
  const auto version = parse_version(release);
  if (!release.empty() && (!version || version->is_zero())) {
    return api::faults_problem({{"release", "is no version such as v1.37"}}, request);
  }
  return api::about_proposal(
      request, visit, [&](const Workspace& workspace, const Card& card) -> Result<std::string> {
        WhyOptions options;
        options.words = {api::subject_of(workspace, card)};
        options.to = request.query.get("to");
        options.release = release;
        options.reason = request.query.get("reason");
        options.mover = visit.visitor.handle;
        return why(workspace, options).map(render_gates_json);
      });
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/gates",
     api::kToRead,
     Precondition::kFree,
     gates_answer,
     {"What is missing for its next step, or for the status or stage `to`, who can supply it, and "
      "how",
      "to,release,reason", "", "Gates", "404 422"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::move
