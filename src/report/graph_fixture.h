// Graphs for the tests of layout and drawing.
#pragma once

#include <cstdint>
#include <string>

#include <rapidcheck.h>

#include "report/graph.h"
#include "report/graph_layout.h"

namespace milepost {

// The same graph for the same seed: sparse or dense, in one part or in several,
// with stars, circles, repeated edges, and edges from a node to itself.
inline drawing::LayoutInput random_layout(std::uint64_t seed) {
  rc::Random random(seed);
  const auto below = [&](std::size_t limit) {
    return static_cast<std::size_t>(random.next()) % limit;
  };
  drawing::LayoutInput input;
  input.box_width = 100;
  const std::size_t nodes = 1 + below(40);
  for (std::size_t i = 0; i < nodes; ++i) input.heights.push_back(double(30 + below(60)));
  const bool star = below(4) == 0;
  const bool chain = below(2) == 0;
  for (std::size_t left = below(2 * nodes); left > 0; --left) {
    const std::size_t from = star ? 0 : below(nodes);
    const std::size_t to = chain ? (from + below(4)) % nodes : below(nodes);
    input.edges.push_back({from, to, below(2) == 0});
  }
  return input;
}

inline constexpr std::uint64_t kRandomGraphs = 200;

inline GraphNode graph_node(std::string id, std::string title = "") {
  GraphNode node;
  node.id = std::move(id);
  node.title = std::move(title);
  return node;
}

// Every kind of node and relation.
inline Graph sample_graph() {
  Graph graph;
  graph.nodes = {
      {"4211", "Node memory swap", "sig-node", "implementable", "beta", false, false,
       "4211/README.md"},
      {"2400", "Swap & \"limits\"", "sig-node", "replaced", "", true, false, ""},
      {"design/old.md", "", "", "", "", false, true, ""},
      {"17", "Alone", "sig-node", "provisional", "", false, false, ""},
  };
  graph.edges = {
      {0, 1, Relation::kReplaces, false},
      {0, 2, Relation::kSeeAlso, true},
      {1, 2, Relation::kSeeAlso, false},
      {1, 2, Relation::kReplaces, true},
  };
  return graph;
}

// Texts that mean something to a format they are written in.
inline Graph hostile_graph() {
  const std::string texts[] = {
      "a \"quoted\" one",
      "br]ack[et}s{",
      "`tick` \"`md`\"",
      "#quot; #35; #",
      "line\nbreak\r\n n1 --> n2",
      "<script>alert(1)</script>",
      "style x:y#z;",
      "%%{init: {}}%%",
      "1. list",
      "- list",
      "* _x_ ~~y~~",
      "end",
      "\\n\\N \\\"",
      "&lt;b&gt; &amp;",
      "]]>",
      "--> <!--",
      "\x1b[31m \u202E\xff",
      "a;b|c",
      "",
  };
  Graph graph;
  for (const auto& text : texts) {
    graph.nodes.push_back({text + std::to_string(graph.nodes.size()), text, text, text, text,
                           graph.nodes.size() % 2 == 0, graph.nodes.size() % 3 == 0,
                           "javascript:alert(1)"});
  }
  for (std::size_t i = 1; i < graph.nodes.size(); ++i) {
    graph.edges.push_back(
        {i, i - 1, i % 2 == 0 ? Relation::kReplaces : Relation::kSeeAlso, i % 3 == 0});
  }
  return graph;
}

}  // namespace milepost
