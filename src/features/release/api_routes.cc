// Releases over HTTP: calendars, boards, freezes, messages, and what people do about a proposal's
// part in one.
#include <algorithm>

#include <fmt/format.h>

#include "features/common/api.h"
#include "features/common/card_json.h"
#include "features/release/actions.h"
#include "features/release/board.h"
#include "features/release/calendar.h"
#include "features/release/calendar_text.h"
#include "features/release/formats.h"
#include "features/release/freeze.h"
#include "features/release/freeze_text.h"
#include "features/release/messages.h"
#include "features/release/messages_text.h"

namespace milepost::release {

namespace {

http::Response releases_answer(const http::Request& request, const Visit& visit) {
  return api::text_answer(request,
                          list_releases(*visit.workspace, {}).map([](const CalendarList& list) {
                            return render_calendar_json(list.releases);
                          }));
}

http::Response dates_answer(const http::Request& request, const Visit& visit,
                            const std::string& release) {
  const auto list = list_releases(*visit.workspace, {release});
  if (!list) return problem(list.error(), request);
  return http::text_response(200, "text/calendar; charset=utf-8",
                             calendar_file(*visit.workspace, *list));
}

http::Response calendar_answer(const http::Request& request, const Visit& visit) {
  return dates_answer(request, visit, request.values.get("release"));
}

// "v1.38.ics" is its calendar, which programs for calendars take by such a name.
http::Response board_answer(const http::Request& request, const Visit& visit) {
  constexpr std::string_view kEnding = ".ics";
  BoardOptions options;
  options.release = request.values.get("release");
  if (options.release.ends_with(kEnding)) {
    options.release.resize(options.release.size() - kEnding.size());
    return dates_answer(request, visit, options.release);
  }
  const std::string order = request.query.get("sort");
  if (!order.empty() && std::ranges::find(kBoardOrders, order) == std::end(kBoardOrders)) {
    return api::faults_problem(
        {{"sort", fmt::format("is none of {}", fmt::join(kBoardOrders, ", "))}}, request);
  }
  if (!order.empty()) options.order = parse_board_order(order);
  return api::text_answer(request, make_board(*visit.workspace, options).map(render_board_json));
}

http::Response freeze_answer(const http::Request& request, const Visit& visit) {
  FreezeOptions options;
  options.release = request.values.get("release");
  options.freeze = request.values.get("freeze");
  return api::text_answer(request,
                          freeze_release(*visit.workspace, options).map(render_freeze_json));
}

http::Response messages_answer(const http::Request& request, const Visit& visit) {
  MessagesOptions options;
  options.release = request.values.get("release");
  options.freeze = request.values.get("freeze");
  options.unposted = request.query.has("unposted");
  return api::text_answer(request,
                          freeze_messages(*visit.workspace, options).map(render_messages_json));
}

std::string result_text(const ReleaseActionResult& result) {
  Json value = ref_json(result.proposal);
  value["by"] = "@" + result.actor;
  value["done"] = result.done;
  value["already"] = result.already;
  value["notes"] = result.notes;
  return json_text(value);
}

http::Response record(const http::Request& request, const Visit& visit,
                      const ReleaseActionOptions& what) {
  return api::change_proposal(
      request, visit, [&](const Workspace& workspace, const Card& card) -> Result<std::string> {
        ReleaseActionsOptions options;
        options.release = request.values.get("release");
        options.subjects = {api::subject_of(workspace, card)};
        options.what = what;
        options.actor = visit.visitor.handle;
        TRY(const auto results, act_on_release(workspace, options));
        const ReleaseActionResult& result = results.front();
        if (!result.refused.empty()) return failure(result.refused, result.why);
        return result_text(result);
      });
}

http::Response opt_in(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  ReleaseActionOptions what;
  what.reason = body.text("reason");
  what.stage = body.text("stage");
  if (auto wrong = body.wrong()) return *wrong;
  return record(request, visit, what);
}

template <ReleaseAction action>
http::Response act_with_reason(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  ReleaseActionOptions what;
  what.action = action;
  what.reason = action == ReleaseAction::kOptOut ? body.text("reason") : body.needed_text("reason");
  if (action == ReleaseAction::kDefer) what.to = body.text("to");
  if (auto wrong = body.wrong()) return *wrong;
  return record(request, visit, what);
}

http::Response ask_exception(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  ReleaseActionOptions what;
  what.action = ReleaseAction::kException;
  what.freeze = body.needed_text("freeze");
  what.reason = body.needed_text("reason");
  what.until = body.text("until");
  if (auto wrong = body.wrong()) return *wrong;
  return record(request, visit, what);
}

http::Response decide_exception(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  ReleaseActionOptions what;
  what.action = ReleaseAction::kDecide;
  what.freeze = request.values.get("freeze");
  what.approve = body.truth("approve");
  what.reason = body.text("reason");
  what.until = body.text("until");
  if (body.value("approve").is_null()) body.refuse("approve", "is missing");
  if (auto wrong = body.wrong()) return *wrong;
  return record(request, visit, what);
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/releases",
     api::kToRead,
     Precondition::kFree,
     releases_answer,
     {"The releases, each with its dates", "", "", "Releases", "404 422"}},
    {http::Method::kGet,
     "/api/v1/releases/{release}",
     api::kToRead,
     Precondition::kFree,
     board_answer,
     {"The board of a release: its proposals, where each stands at each freeze, and what it lacks",
      "sort", "", "Board", "404 422"}},
    {http::Method::kGet,
     "/api/v1/releases/{release}/calendar.ics",
     api::kToRead,
     Precondition::kFree,
     calendar_answer,
     {"The dates of a release, for calendars", "", "", "text/calendar", "404 422"}},
    {http::Method::kGet,
     "/api/v1/releases/{release}/freezes/{freeze}",
     api::kToRead,
     Precondition::kFree,
     freeze_answer,
     {"What is to be done at a freeze, proposal by proposal", "", "", "FreezePlan", "404 422"}},
    {http::Method::kGet,
     "/api/v1/releases/{release}/messages/{freeze}",
     api::kToRead,
     Precondition::kFree,
     messages_answer,
     {"What to post about a freeze; with `unposted`, only what was not", "unposted", "", "Messages",
      "404 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/releases/{release}/opt-in",
     api::kToRecord,
     Precondition::kProposal,
     opt_in,
     {"Say that it is to be in the release", "", "OptIn", "ReleaseOutcome", "403 404 409 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/releases/{release}/opt-out",
     api::kToRecord,
     Precondition::kProposal,
     act_with_reason<ReleaseAction::kOptOut>,
     {"Say that it is not to be in the release", "", "Reason", "ReleaseOutcome",
      "403 404 409 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/releases/{release}/defer",
     api::kToRecord,
     Precondition::kProposal,
     act_with_reason<ReleaseAction::kDefer>,
     {"Put it off to a later release", "", "Deferral", "ReleaseOutcome", "403 404 409 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/releases/{release}/remove",
     api::kToRecord,
     Precondition::kProposal,
     act_with_reason<ReleaseAction::kRemove>,
     {"Remove it from the release", "", "NeededReason", "ReleaseOutcome", "403 404 409 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/releases/{release}/restore",
     api::kToRecord,
     Precondition::kProposal,
     act_with_reason<ReleaseAction::kRestore>,
     {"Take back that it was removed or deferred", "", "NeededReason", "ReleaseOutcome",
      "403 404 409 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/releases/{release}/exceptions",
     api::kToRecord,
     Precondition::kProposal,
     ask_exception,
     {"Ask for more time at a freeze", "", "NewException", "ReleaseOutcome", "403 404 409 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/releases/{release}/exceptions/{freeze}/decision",
     api::kToRecord,
     Precondition::kProposal,
     decide_exception,
     {"Decide upon an exception that was asked for", "", "ExceptionDecision", "ReleaseOutcome",
      "403 404 409 422"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::release
