// Proposals over HTTP: what `milepost list` finds, a page at a time.
#include <algorithm>

#include <fmt/format.h>

#include "features/common/api.h"
#include "features/common/card_of_key.h"
#include "features/list/listing.h"
#include "features/list/listing_json.h"

namespace milepost::list {

namespace {

constexpr std::uint64_t kUsualPage = 50;
constexpr std::uint64_t kLargestPage = 500;

// Leaves one page of what was found. False when the proposal it comes after is not among it.
bool cut_page(const Index& index, Listing& listing, const std::optional<std::string_view>& after,
              std::size_t limit) {
  auto begin = listing.found.begin();
  if (after) {
    begin = std::ranges::find_if(
        listing.found, [&](const Card* card) { return key_of_card(index, *card) == *after; });
    if (begin == listing.found.end()) return false;
    ++begin;
  }
  listing.found.erase(listing.found.begin(), begin);
  if (listing.found.size() > limit) listing.found.resize(limit);
  return true;
}

// What the command line calls options is called otherwise here.
api::FieldFault fault_of(const ListFailure& failure) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {{"--columns ", "fields"},
                                                                      {"--sort ", "sort"}};
  for (const auto& [option, field] : kNames) {
    if (failure.message.starts_with(option)) {
      return {std::string(field), failure.message.substr(option.size())};
    }
  }
  if (!failure.fault) return {"q", failure.message};
  const QueryFault& fault = *failure.fault;
  const std::string at =
      failure.text.substr(std::min<std::size_t>(fault.span.begin, failure.text.size()),
                          fault.span.end - fault.span.begin);
  return {"q", fmt::format("is not understood at \"{}\": {}{}", at, fault.message,
                           fault.hint.empty() ? "" : fmt::format(" ({})", fault.hint))};
}

http::Response list_answer(const http::Request& request, const Visit& visit) {
  std::vector<api::FieldFault> faults;
  const auto limit = static_cast<std::size_t>(
      api::number_of(request, "limit", kUsualPage, 1, kLargestPage, faults));
  ListOptions options;
  options.query = request.query.get("q");
  options.sort = api::words_of(request.query.get("sort"));
  options.columns = api::words_of(request.query.get("fields"));
  options.me = visit.visitor.handle;
  if (!visit.visitor.signed_in() && options.query.find("@me") != std::string::npos) {
    faults.push_back({"q", "asks for @me, and nobody has signed in"});
  }
  if (!faults.empty()) return api::faults_problem(faults, request);
  auto listing = list_proposals(*visit.workspace, options);
  if (!listing) return api::faults_problem({fault_of(listing.error())}, request);
  Json answer;
  answer["total"] = listing->found.size();
  const bool more = listing->found.size() > limit;
  const Card* const last = listing->found.empty() ? nullptr : listing->found.back();
  const Index& index = visit.workspace->index();
  if (!cut_page(index, *listing, request.query.find("after"), limit)) {
    return api::faults_problem({{"after", "is not among what is found: begin with the first page"}},
                               request);
  }
  const bool is_end = !more || listing->found.empty() || listing->found.back() == last;
  const std::string next =
      is_end ? "" : api::next_link(request, visit, key_of_card(index, *listing->found.back()));
  answer["proposals"] = listing_json(*listing);
  answer["next"] = text_or_null(next);
  http::Response response = api::json_response(answer);
  if (!next.empty()) response.headers.add("Link", "<" + next + ">; rel=\"next\"");
  return response;
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/proposals",
     api::kToRead,
     Precondition::kFree,
     list_answer,
     {"The proposals that a query finds, a page at a time", "q,sort,fields,limit:integer,after", "",
      "ProposalList", "422"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::list
