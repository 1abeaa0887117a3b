// The page of proposals that a query finds, and the board of the same, as values of templates.
#pragma once

#include <string>
#include <vector>

#include "features/common/route.h"
#include "features/list/facets.h"
#include "features/list/listing.h"
#include "features/list/rows.h"
#include "render/json_value.h"

namespace milepost::list {

inline constexpr std::size_t kRowsOfPage = 40;

// What is asked for with the address.
struct ListPageOptions {
  std::string query = {};
  std::string sort = {};  // a field, `-` before it turns its order around
  std::size_t page = 1;
};

// The address of the same list, otherwise sorted or at another page.
std::string list_href(const Visit& visit, const ListPageOptions& options);

// Where the words of a query are looked for in texts, too; "" where it has none to look for, or
// joins them in a way that a search does not know.
std::string texts_href(const Visit& visit, const std::string& query);

// A picture of how sections stand, which says it in words too.
std::string dots_svg(const std::vector<Health>& sections);
// "18 of 20 sections filled"
std::string dots_text(const std::vector<Health>& sections);

// "the author, a lead", "ready"; `tone` is the class that colours it.
Json waiting_json(const RowState& row);

struct ListPageInput {
  const ListPageOptions& options;
  const Listing& listing;
  const std::vector<RowState>& rows;  // of those that are shown
  const std::vector<Facet>& facets;
  std::vector<std::string> in_stage;  // "4 months", parallel to the rows
};
Json list_page_json(const Visit& visit, const ListPageInput& input);

// The query with what is wrong in it: {message, hint, before, wrong, after}.
Json fault_json(const ListFailure& failure);

// Columns of cards; what has no value stands in a column of its own at the end.
Json board_json(const Visit& visit, const Listing& listing, const std::vector<std::string>& order,
                std::string_view by, std::string_view query);

// The same list as a feed: what changed last comes first.
struct FeedEntry {
  const Card* card;
  Instant changed;
};
std::string render_atom(const Visit& visit, const std::string& origin, const std::string& query,
                        std::vector<FeedEntry> entries);

}  // namespace milepost::list
