// Proposals found by a query, ready to be written as a table or as data.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/trouble.h"
#include "proposal/card.h"
#include "proposal/query.h"
#include "report/table.h"
#include "report/text_options.h"

namespace milepost {

struct FindingCounts {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t infos = 0;
};

struct Listing {
  std::shared_ptr<const Index> index;  // holds the cards
  std::shared_ptr<const Process> process;
  std::vector<const Card*> found;  // in order
  std::vector<QueryField> columns;
  std::vector<FindingCounts> findings;  // parallel to found, when asked for
  std::vector<std::string> notes;
  std::vector<Trouble> troubles;
};

std::string render_listing_text(const Listing& listing, const TextOptions& options);
std::string render_listing_json(const Listing& listing);
std::string render_listing_csv(const Listing& listing);
std::string render_listing_markdown(const Listing& listing);

}  // namespace milepost
