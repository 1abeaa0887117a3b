// Proposals found by a query, ready to be written as a table or as data.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/date.h"
#include "base/instant.h"
#include "base/read_error.h"
#include "proposal/card.h"
#include "proposal/query.h"

namespace milepost::list {

struct ListOptions {
  std::string query;
  std::vector<std::string> sort;     // fields, a `-` before one turns its order around
  std::vector<std::string> columns;  // fields; none: what the process has
  std::string me;                    // whom @me stands for
  // Check what is found, too, as one does at this time.
  std::optional<Instant> findings_at;
  std::optional<Date> as_of;  // as the repository was on this day
  bool verbose = false;       // name every file that looks like a proposal but is not read
};

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
  bool chosen = false;                  // the columns were, by somebody
  std::vector<FindingCounts> findings;  // parallel to found, when asked for
  std::vector<std::string> notes;
  std::vector<ReadError> read_errors;
};

}  // namespace milepost::list
