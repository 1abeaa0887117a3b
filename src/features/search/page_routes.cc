#include <charconv>

#include "features/common/web_page.h"
#include "features/list/list_html.h"
#include "features/search/search.h"
#include "features/search/search_json.h"
#include "search/search_index.h"

namespace milepost::search {

namespace {

constexpr std::size_t kOnPage = 20;

std::size_t from_of(const http::Request& request) {
  const std::string text = request.query.get("from");
  std::size_t from = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), from);
  return read.ec == std::errc() ? std::min<std::size_t>(from, 100000) : 0;
}

// Where more of the same is; "" where there is none.
std::string page_link(const Visit& visit, const SearchPage& page, std::size_t from, bool there) {
  if (!there) return {};
  return visit.links.base + "/search?q=" + http::encode(page.query) +
         (from > 0 ? "&from=" + std::to_string(from) : "");
}

Json page_json(const SearchPage& page, const Visit& visit) {
  Json data = search_json(page);
  for (Json& found : data["found"]) {
    std::string link = visit.links.base + "/proposals/" +
                       http::encode(found["key"].get<std::string>()) + visit.links.ending;
    if (found["anchor"].is_string()) link += "#" + found["anchor"].get<std::string>();
    found["href"] = std::move(link);
  }
  if (!page.suggested.empty()) {
    const std::string query =
        page.filter.empty() ? page.suggested : page.suggested + ' ' + page.filter;
    data["suggestedHref"] = visit.links.base + "/search?q=" + http::encode(query);
  }
  data["any"] = !page.found.empty();
  data["count"] = std::to_string(page.total) + (page.total == 1 ? " proposal" : " proposals");
  data["before"] =
      page_link(visit, page, page.from > kOnPage ? page.from - kOnPage : 0, page.from > 0);
  data["after"] =
      page_link(visit, page, page.from + kOnPage, page.from + page.found.size() < page.total);
  return data;
}

// What is wrong in it at its place, as the list of proposals shows it.
Json fault_of(const Visit& visit, const std::string& query, const Error& error) {
  const auto parsed = list::parse_query(*visit.workspace, query, visit.visitor.handle);
  return list::fault_json(parsed ? list::ListFailure(error) : parsed.error());
}

http::Response show_search(const http::Request& request, const Visit& visit) {
  const std::string query = request.query.get("q");
  PageAbout about{.file = "search",
                  .title = query.empty() ? "Search" : query + " · search",
                  .narrow = true,
                  .query = query};
  if (query.empty()) return page_response(visit, about, {{"empty", true}});
  if (visit.search == nullptr) {
    return error_page(visit, 503, "The texts are not indexed yet; ask again in a moment.");
  }
  const auto page =
      search_proposals(*visit.workspace, *visit.search, {query, from_of(request), kOnPage});
  if (!page && page.error().kind == ErrorKind::kUnavailable) {
    return error_page(visit, page.error());
  }
  if (!page) {
    about.status = 422;
    return page_response(visit, about,
                         {{"query", query}, {"fault", fault_of(visit, query, page.error())}});
  }
  // The number that was asked for, and nothing else, is what was meant.
  if (page->found.size() == 1 && page->found.front().by_number) {
    return http::redirect(visit.links.base + "/proposals/" + http::encode(page->found[0].key));
  }
  auto response = page_response(visit, about, page_json(*page, visit));
  if (!is_fresh(visit)) response.headers.add("Cache-Control", "no-store");
  return response;
}

constexpr Route kRoutes[] = {
    {http::Method::kGet,
     "/search",
     {Caller::kReader, Scope::kRead, Rate::kSearch, Csrf::kSafe},
     Precondition::kFree,
     show_search,
     {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRoutes;

}  // namespace milepost::search
