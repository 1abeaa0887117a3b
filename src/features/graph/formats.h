// The forms that relations of proposals are drawn in.
//
// Everything in a Graph may come from a hostile repository: each writer escapes
// what its format gives a meaning to, and shows control characters as escapes.
// The same graph always gives the same bytes.
#pragma once

#include <string>

#include "base/result.h"
#include "features/graph/model.h"

namespace milepost::graph {

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
