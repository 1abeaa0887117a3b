// The use case behind `milepost graph`: the relations of the proposals a query
// finds.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "features/graph/model.h"
#include "features/list/listing.h"

namespace milepost::graph {

struct GraphOptions {
  std::string query;  // which proposals; what they relate to is drawn with them
  std::string me;
};

tl::expected<Graph, list::ListFailure> relations_graph(const Workspace& workspace,
                                                       const GraphOptions& options);

}  // namespace milepost::graph
