// The use case behind `milepost list`: from a query to the proposals it finds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "base/result.h"
#include "features/list/model.h"
#include "proposal/query.h"
#include "workspace/workspace.h"

namespace milepost::list {

// Why nothing can be listed.
struct ListFailure {
  ListFailure() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): so that TRY passes on what failed below.
  ListFailure(Error error) : message(std::move(error.message)) {}
  ListFailure(QueryFault wrong, std::string query)
      : message(wrong.message), fault(std::move(wrong)), text(std::move(query)) {}

  std::string message;
  std::optional<QueryFault> fault;  // when it has a place in the query
  std::string text;                 // that the fault points into
};

// A query in the words of the workspace's process, which must be recognised.
tl::expected<Query, ListFailure> parse_query(const Workspace& workspace, const std::string& query,
                                             const std::string& me);

tl::expected<Listing, ListFailure> list_proposals(const Workspace& workspace,
                                                  const ListOptions& options);

}  // namespace milepost::list
