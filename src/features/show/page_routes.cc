// The page about one proposal, and the drawing of what it relates to.
#include <memory>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "features/common/kept.h"
#include "features/common/query_terms.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/graph/graph.h"
#include "features/show/proposal_html.h"
#include "features/show/relations_svg.h"

namespace milepost::show {

namespace {

constexpr std::size_t kMostEntries = 60;
constexpr std::size_t kMostShown = 8;  // each some megabytes

// What the page shows to whoever asks: who has signed in gets it with forms.
struct Shown {
  Workspace::Pointer workspace;  // that the view looks at
  Result<ProposalView> view;
  std::optional<DocumentHtml> document;  // none: it has no text, or it cannot be read
};

Shown make_shown(const Visit& visit, const std::string& subject, const std::string& to) {
  // A server has a page with the others; among files there is none.
  const std::size_t most_entries = visit.links.is_static ? log::Slice{}.most : kMostEntries;
  Shown shown{visit.workspace, view_proposal(*visit.workspace, subject, to, most_entries), {}};
  if (!shown.view || !shown.view->page.card.has_text()) return shown;
  auto document = document_html(*visit.workspace, shown.view->page, visit.links);
  if (document) shown.document = *std::move(document);
  return shown;
}

// Judging and rendering a long proposal takes longer than all the rest.
std::shared_ptr<const Shown> find_shown(const Visit& visit, const std::string& subject,
                                        const std::string& to) {
  static Kept<Shown> kept(kMostShown);
  const auto make = [&] { return make_shown(visit, subject, to); };
  if (visit.links.is_static) return std::make_shared<const Shown>(make());
  return kept.get(visit, visit.links.base + '\n' + subject + '\n' + to, make);
}

http::Response show_proposal(const http::Request& request, const Visit& visit) {
  const std::string subject = subject_of_key(request.values.get("proposal"));
  const auto selection = visit.workspace->select_one(subject);
  if (!selection) return error_page(visit, 404, selection.error().message);
  const auto shown = find_shown(visit, subject, request.query.get("to"));
  if (!shown->view) return error_page(visit, shown->view.error());
  Json data = proposal_html(visit, *shown->view, shown->document ? &*shown->document : nullptr,
                            outcome_json(request, visit)["done"].get<std::string>());
  return page_response(
      visit, {.file = "proposal", .title = heading(shown->view->page.card), .at = "proposals"},
      std::move(data));
}

// As a picture of its own, since it brings its own style; its boxes lead to pages.
http::Response draw_relations(const http::Request& request, const Visit& visit) {
  const auto selection =
      visit.workspace->select_one(subject_of_key(request.values.get("proposal")));
  if (!selection) return error_page(visit, 404, selection.error().message);
  const Card& card = *selection->proposals.front().card;
  auto graph = graph::relations_graph(*visit.workspace, {query_term(card), ""});
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
