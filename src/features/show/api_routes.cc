// One proposal over HTTP: its card, sections and findings, and its text.
#include "features/common/api.h"
#include "features/show/formats.h"
#include "features/show/page.h"
#include "store/digest.h"
#include "workspace/examine.h"

namespace milepost::show {

namespace {

http::Response proposal_answer(const http::Request& request, const Visit& visit) {
  return api::of_proposal(request, visit, [](const Workspace& workspace, const Card& card) {
    const std::string subject = api::subject_of(workspace, card);
    return make_page(workspace, subject).map([&](ProposalPage page) {
      return render_page_json(with_reviews(workspace, subject, std::move(page)));
    });
  });
}

// The bytes that an approval is about, and their digest.
http::Response document_answer(const http::Request& request, const Visit& visit) {
  const Workspace& workspace = *visit.workspace;
  const auto card = api::find_card(workspace, request);
  if (!card) return problem(card.error(), request);
  const auto source = read_document({&workspace, *card, true, (*card)->document});
  if (!source) return problem(source.error(), request);
  const auto sha256 = Sha256::load();
  if (!sha256) return problem(sha256.error(), request);
  const auto tag = proposal_tag(workspace, **card);
  if (!tag) return problem(tag.error(), request);
  std::string text((*source)->text());
  const std::string digest = sha256->of(text).hex();
  http::Response response =
      http::text_response(200, "text/markdown; charset=utf-8", std::move(text));
  response.headers.add("Milepost-Text", digest);
  response.etag = *tag;
  return response;
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}",
     api::kToRead,
     Precondition::kFree,
     proposal_answer,
     {"A proposal: its metadata, how its sections stand, its relations and findings", "", "",
      "Proposal", "404"}},
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/document",
     api::kToRead,
     Precondition::kFree,
     document_answer,
     {"The text of a proposal; the header Milepost-Text has its SHA-256, which an approval names",
      "", "", "text/markdown", "404"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::show
