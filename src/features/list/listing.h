// The use case behind `milepost list`: from a query to the proposals it finds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "base/date.h"
#include "base/instant.h"
#include "features/list/model.h"
#include "proposal/query.h"

namespace milepost::list {

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

}  // namespace milepost::list
