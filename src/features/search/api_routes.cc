#include <cstdint>
#include <vector>

#include "features/common/api.h"
#include "features/search/search.h"
#include "features/search/search_json.h"
#include "search/search_index.h"

namespace milepost::search {

namespace {

http::Response answer_search(const http::Request& request, const Visit& visit) {
  if (visit.search == nullptr) {
    return problem(503, "Not available", "the texts are not indexed yet; ask again in a moment",
                   request);
  }
  std::vector<api::FieldFault> faults;
  const std::uint64_t from = api::number_of(request, "from", 0, 0, 100000, faults);
  const std::uint64_t limit = api::number_of(request, "limit", 20, 1, 100, faults);
  if (!faults.empty()) return api::faults_problem(faults, request);
  const auto page =
      search_proposals(*visit.workspace, *visit.search, {request.query.get("q"), from, limit});
  if (!page) return problem(page.error(), request);
  auto response = http::text_response(200, "application/json", json_text(search_json(*page)));
  if (!is_fresh(visit)) response.headers.add("Cache-Control", "no-store");
  return response;
}

constexpr Route kRoutes[] = {
    {http::Method::kGet,
     "/api/v1/search",
     {Caller::kReader, Scope::kRead, Rate::kSearch, Csrf::kSafe},
     Precondition::kFree,
     answer_search,
     {"Proposals by the words of their texts", "q,from:integer,limit:integer", "", "Search",
      "422 503"}},
};

}  // namespace

extern const std::span<const Route> kApiRoutes;
const std::span<const Route> kApiRoutes = kRoutes;

}  // namespace milepost::search
