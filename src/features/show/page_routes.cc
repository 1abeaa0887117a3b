// The page about one proposal, and the drawing of what it relates to.
#include <span>

#include <fmt/format.h>

#include "features/common/query_terms.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/graph/graph.h"
#include "features/show/proposal_html.h"
#include "features/show/relations_svg.h"

namespace milepost::show {

namespace {

http::Response show_proposal(const http::Request& request, const Visit& visit) {
  const std::string subject = subject_of_key(request.values.get("proposal"));
  const auto selection = visit.workspace->select_one(subject);
  if (!selection) return error_page(visit, 404, selection.error().message);
  const auto view = view_proposal(*visit.workspace, subject, request.query.get("to"));
  if (!view) return error_page(visit, view.error());
  const bool has_text = view->page.card.has_text();
  const auto document = document_html(*visit.workspace, view->page, visit.links);
  Json data = proposal_html(visit, *view, document && has_text ? &*document : nullptr,
                            request.query.get("done"));
  return page_response(visit,
                       {.file = "proposal", .title = heading(view->page.card), .at = "proposals"},
                       std::move(data));
}

// As a picture of its own, since it brings its own style; its boxes lead to pages.
http::Response draw_relations(const http::Request& request, const Visit& visit) {
  const auto selection =
      visit.workspace->select_one(subject_of_key(request.values.get("proposal")));
  if (!selection) return error_page(visit, 404, selection.error().message);
  const Card& card = *selection->proposals.front().card;
  auto graph = graph::relations_graph(*visit.workspace, {query_term("number", card.number), ""});
  if (!graph) return error_page(visit, 404, graph.error().message);
  const auto svg = relations_svg(visit, card, *std::move(graph));
  if (!svg) return error_page(visit, 404, svg.error().message);
  http::Response response = http::text_response(200, "image/svg+xml", *svg);
  response.headers.add("content-security-policy",
                       "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  return response;
}

constexpr Guard kReads{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};

constexpr Route kRows[] = {
    {http::Method::kGet, "/proposals/{proposal}", kReads, Precondition::kFree, show_proposal, {}},
    {http::Method::kGet,
     "/proposals/{proposal}/relations.svg",
     kReads,
     Precondition::kFree,
     draw_relations,
     {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::show
