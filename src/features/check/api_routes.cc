// Checking a document over HTTP.
#include "features/check/check.h"
#include "features/check/check_text.h"
#include "features/common/api.h"
#include "features/findings/formats.h"

namespace milepost::check {

namespace {

http::Response findings_answer(const http::Request& request, const Visit& visit) {
  return api::about_proposal(request, visit, [](const Workspace& workspace, const Card& card) {
    CheckOptions options;
    options.words = {api::subject_of(workspace, card)};
    return check(workspace, options).map(findings::render_json);
  });
}

http::Response check_answer(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  TextOptions options;
  options.text = body.document("document");
  options.path = body.text("path");
  options.kind = body.text("kind");
  options.stage = body.text("stage");
  if (body.value("document").is_null()) body.refuse("document", "is missing");
  if (auto wrong = body.wrong()) return *wrong;
  return api::text_answer(request, check_text(*visit.workspace, options).map([](findings::Run run) {
    findings::shorten(run, "");
    return findings::render_json(run);
  }));
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/findings",
     api::kToRead,
     Precondition::kFree,
     findings_answer,
     {"What is wrong with a proposal", "", "", "Findings", "404"}},
    {http::Method::kPost,
     "/api/v1/check",
     {Caller::kReader, Scope::kRead, Rate::kCheck, Csrf::kToken},
     Precondition::kFree,
     check_answer,
     {"What is wrong with a document, which is not kept", "", "CheckRequest", "Findings", "422"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::check
