// Approvals, concerns and holds over HTTP. Who acts is who has signed in.
#include <fmt/format.h>

#include "features/common/api.h"
#include "features/review/json.h"
#include "store/digest.h"
#include "workspace/examine.h"

namespace milepost::review {

namespace {

using TellOfReviews = Json (*)(const ReviewsGiven&);

http::Response reviews_answer(const http::Request& request, const Visit& visit,
                              TellOfReviews tell) {
  return api::of_proposal(request, visit, [&](const Workspace& workspace, const Card& card) {
    return reviews_given(workspace, card, api::subject_of(workspace, card))
        .map([&](const ReviewsGiven& given) { return json_text(tell(given)); });
  });
}

http::Response approvals_answer(const http::Request& request, const Visit& visit) {
  return reviews_answer(request, visit, approvals_json);
}

http::Response concerns_answer(const http::Request& request, const Visit& visit) {
  return reviews_answer(request, visit, concerns_json);
}

Result<std::string> act(const Workspace& workspace, const Card& card, const Visit& visit,
                        ReviewOptions options) {
  options.subject = api::subject_of(workspace, card);
  options.person = visit.visitor.handle;
  return record_review(workspace, options).map([](const ReviewOutcome& outcome) {
    return json_text(outcome_json(outcome));
  });
}

http::Response record(const http::Request& request, const Visit& visit,
                      const ReviewOptions& options) {
  return api::change_proposal(request, visit, [&](const Workspace& workspace, const Card& card) {
    return act(workspace, card, visit, options);
  });
}

// Nobody approves what they have not seen.
Result<void> check_seen(const Workspace& workspace, const Card& card, const std::string& seen) {
  TRY(const auto source, read_document({&workspace, &card, true, card.document}));
  TRY(const Sha256 sha256, Sha256::load());
  const std::string here = sha256.of(source->text()).hex();
  if (here == seen) return {};
  return failure(fmt::format("the text here is not the one you approve: its SHA-256 is {}, yours "
                             "{}; read it again",
                             here, seen),
                 ErrorKind::kConflict);
}

http::Response approve(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  const std::string seen = body.needed_text("text");
  const ReviewOptions options{.subject = {},
                              .action = ReviewAction::kApprove,
                              .role = body.text("role"),
                              .stage = body.text("stage"),
                              .comment = body.text("comment"),
                              .concern = {},
                              .person = {}};
  if (!seen.empty() && !parse_digest(seen)) {
    body.refuse("text", "is no SHA-256 in hexadecimal");
  }
  if (auto wrong = body.wrong()) return *wrong;
  return api::change_proposal(
      request, visit, [&](const Workspace& workspace, const Card& card) -> Result<std::string> {
        TRY(check_seen(workspace, card, seen));
        return act(workspace, card, visit, options);
      });
}

ReviewOptions of_query(const http::Request& request, ReviewAction action) {
  ReviewOptions options;
  options.action = action;
  options.role = request.query.get("role");
  options.stage = request.query.get("stage");
  options.comment = request.query.get("comment");
  return options;
}

http::Response withdraw(const http::Request& request, const Visit& visit) {
  return record(request, visit, of_query(request, ReviewAction::kWithdraw));
}

http::Response raise_concern(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  ReviewOptions options;
  options.action = ReviewAction::kConcern;
  options.comment = body.needed_text("comment");
  options.role = body.text("role");
  options.stage = body.text("stage");
  if (auto wrong = body.wrong()) return *wrong;
  return record(request, visit, options);
}

http::Response resolve_concern(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  ReviewOptions options;
  options.action = ReviewAction::kResolve;
  options.comment = body.text("comment");
  options.concern = request.values.get("concern");
  if (auto wrong = body.wrong()) return *wrong;
  return record(request, visit, options);
}

http::Response hold(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  ReviewOptions options;
  options.action = ReviewAction::kHold;
  options.comment = body.needed_text("comment");
  if (auto wrong = body.wrong()) return *wrong;
  return record(request, visit, options);
}

http::Response lift_hold(const http::Request& request, const Visit& visit) {
  return record(request, visit, of_query(request, ReviewAction::kUnhold));
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/approvals",
     api::kToRead,
     Precondition::kFree,
     approvals_answer,
     {"Its approvals, and whether the text that each is about is the text of today", "", "",
      "Approvals", "404"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/approvals",
     api::kToRecord,
     Precondition::kProposal,
     approve,
     {"Approve it; `text` is the SHA-256 of the text that you have read", "", "NewApproval",
      "ReviewOutcome", "403 404 409 422"}},
    {http::Method::kDelete,
     "/api/v1/proposals/{proposal}/approvals",
     api::kToRecord,
     Precondition::kProposal,
     withdraw,
     {"Withdraw an approval of yours", "role,stage,comment", "", "ReviewOutcome",
      "403 404 409 422"}},
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/concerns",
     api::kToRead,
     Precondition::kFree,
     concerns_answer,
     {"Concerns about it, and the hold", "", "", "Concerns", "404"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/concerns",
     api::kToRecord,
     Precondition::kProposal,
     raise_concern,
     {"Raise a concern: gates stay closed until it is resolved", "", "NewConcern", "ReviewOutcome",
      "403 404 409 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/concerns/{concern}/resolution",
     api::kToRecord,
     Precondition::kProposal,
     resolve_concern,
     {"Resolve a concern", "", "Comment", "ReviewOutcome", "403 404 409 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/hold",
     api::kToRecord,
     Precondition::kProposal,
     hold,
     {"Hold it: no gate opens meanwhile", "", "NeededComment", "ReviewOutcome", "403 404 409 422"}},
    {http::Method::kDelete,
     "/api/v1/proposals/{proposal}/hold",
     api::kToRecord,
     Precondition::kProposal,
     lift_hold,
     {"Lift the hold", "comment", "", "ReviewOutcome", "403 404 409 422"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::review
