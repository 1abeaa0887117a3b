// Graphs for the tests of drawing.
#pragma once

#include <string>

#include "features/graph/model.h"

namespace milepost::graph {

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

}  // namespace milepost::graph
