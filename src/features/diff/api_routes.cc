// What changed in a proposal, over HTTP.
#include "features/common/api.h"
#include "features/diff/diff.h"
#include "features/diff/formats.h"

namespace milepost::diff {

namespace {

http::Response diff_answer(const http::Request& request, const Visit& visit) {
  const bool approved = request.query.has("approved");
  const bool revisions = request.query.has("from");
  if (approved == revisions) {
    return api::faults_problem(
        {{"from", approved ? "and approved cannot both be given"
                           : "is missing: name a revision, or give approved instead"}},
        request);
  }
  return api::about_proposal(
      request, visit, [&](const Workspace& workspace, const Card& card) -> Result<std::string> {
        const std::string subject = api::subject_of(workspace, card);
        if (approved) {
          return diff_approved(workspace,
                               {subject, request.query.get("approved"), request.query.get("by")})
              .map(render_diff_json);
        }
        const DiffOptions options{subject, request.query.get("from"), request.query.get("to")};
        TRY(const auto newer, open_newer(workspace.options(), workspace.now(), options));
        return diff_proposal(*newer, options).map(render_diff_json);
      });
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/diff",
     api::kToRead,
     Precondition::kFree,
     diff_answer,
     {"What changed, section by section: between two revisions, or since an approval (`approved` "
      "is a role, or empty; `by` a person)",
      "from,to,approved,by", "", "Diff", "404 422"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::diff
