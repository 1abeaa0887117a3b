// The use case behind `milepost list`: from a query to the proposals it finds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "base/date.h"
#include "base/instant.h"
#include "proposal/query.h"
#include "report/listing.h"

namespace milepost {

struct ListRequest {
  std::string directory = ".";
  std::string process;
  std::string query;
  std::vector<std::string> sort;     // fields, a `-` before one turns its order around
  std::vector<std::string> columns;  // fields; none: what the process has
  std::string me;                    // whom @me stands for
  bool with_findings = false;        // check what is found, too
  std::optional<Date> today;
  std::optional<Date> as_of;  // as the repository was on this day
  Instant now;                // where proposals stand in a release depends on it
  std::string store;          // the record's address; "": the repository's own
  int jobs = 0;
};

// Why nothing can be listed. A fault has a place in the query, or in the option
// that `where` names.
struct ListFailure {
  std::string message;
  std::optional<QueryFault> fault;
  std::string text;  // that the fault points into
};

// The document of a card, read when it is first asked for; "" when it cannot be.
class CardBody {
 public:
  CardBody(const Repository& repository, const Card& card)
      : repository_(repository), card_(card), source_(card.document) {}
  std::string_view text();

 private:
  const Repository& repository_;
  const Card& card_;
  std::shared_ptr<const Source> source_;
};

tl::expected<Listing, ListFailure> list_proposals(const ListRequest& request);

}  // namespace milepost
