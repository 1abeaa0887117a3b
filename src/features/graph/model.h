// The relations between proposals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace milepost::graph {

struct GraphNode {
  std::string id;  // unique: a number or a path
  std::string title;
  std::string group;
  std::string status;
  std::string stage;
  bool closed = false;   // implemented, rejected, withdrawn …
  bool missing = false;  // referred to, but not there
  std::string link;      // where the box leads: a relative or http(s) URL; may be empty
};

// What is known of a proposal beside its title, in a few words: "implementable,
// beta, sig-node". Not escaped.
std::string facts(const GraphNode& node);

enum class Relation {
  kSeeAlso,   // has no direction
  kReplaces,  // from the newer to the older
};
std::string_view name(Relation relation);  // "see-also", "replaces"

struct GraphEdge {
  std::size_t from = 0;  // positions in Graph::nodes
  std::size_t to = 0;
  Relation relation = Relation::kSeeAlso;
  bool one_sided = false;  // `from` names `to`, but not the other way round
};

struct Graph {
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
};

}  // namespace milepost::graph
