// The relations between proposals, and the forms they are drawn in.
//
// Everything in a Graph may come from a hostile repository: each writer escapes
// what its format gives a meaning to, and shows control characters as escapes.
// The same graph always gives the same bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

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

// For Graphviz; nodes are named by their ids.
std::string render_dot(const Graph& graph);

// A flowchart for Mermaid, which draws no more than 500 edges unless it is
// configured to.
std::string render_mermaid(const Graph& graph);

// {"nodes":[{"id","title","group","status","stage","closed","missing","link"}],
//  "edges":[{"from","to","relation","oneSided"}]}; edges name nodes by id, and
// what is not known is null.
std::string render_graph_json(const Graph& graph);

struct SvgOptions {
  std::string title = "Relations of proposals";
  bool keep_isolated = false;  // draw proposals without relations too
};

// A picture that needs nothing else: no scripts, no fonts, no other files. It
// follows the reader's light or dark scheme. Fails when the graph is too large
// or too entangled for a picture to be of use.
Result<std::string> render_svg(const Graph& graph, const SvgOptions& options = {});

}  // namespace milepost::graph
