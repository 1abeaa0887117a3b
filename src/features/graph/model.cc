#include "features/graph/model.h"

namespace milepost::graph {

std::string facts(const GraphNode& node) {
  std::string out;
  const auto add = [&](std::string_view fact) {
    if (!out.empty() && !fact.empty()) out += ", ";
    out += fact;
  };
  add(node.missing ? "not found" : std::string_view(node.status));
  add(node.stage);
  add(node.group);
  return out;
}

std::string_view name(Relation relation) {
  return relation == Relation::kReplaces ? "replaces" : "see-also";
}

}  // namespace milepost::graph
