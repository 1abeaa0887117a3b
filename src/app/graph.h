// The use case behind `milepost graph`: the relations of the proposals a query
// finds.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "app/listing.h"
#include "report/graph.h"

namespace milepost {

struct GraphRequest {
  std::string directory = ".";
  std::string process;
  std::string query;  // which proposals; what they relate to is drawn with them
  std::string me;
  int jobs = 0;
};

tl::expected<Graph, ListFailure> relations_graph(const GraphRequest& request);

}  // namespace milepost
