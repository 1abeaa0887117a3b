// The life of a proposal, as git knows it, over HTTP.
#include "features/common/api.h"
#include "features/history/formats.h"
#include "features/history/history.h"

namespace milepost::history {

namespace {

http::Response history_answer(const http::Request& request, const Visit& visit) {
  return api::about_proposal(request, visit, [](const Workspace& workspace, const Card& card) {
    return make_timeline(workspace, {api::subject_of(workspace, card)}).map(render_timeline_json);
  });
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/history",
     api::kToRead,
     Precondition::kFree,
     history_answer,
     {"Its moves, and how long each took", "", "", "History", "404 422"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::history
