#include <gtest/gtest.h>

#include "features/graph/formats.h"
#include "features/graph/graph_fixture.h"

namespace milepost::graph {
namespace {

TEST(GraphDot, Sample) {
  EXPECT_EQ(render_dot(sample_graph()), R"(digraph proposals {
  rankdir=LR
  node [shape=box style=rounded fontname="Helvetica,Arial,sans-serif" fontsize=11]
  edge [fontname="Helvetica,Arial,sans-serif" fontsize=9]
  "4211" [label="4211\nNode memory swap\nimplementable, beta, sig-node" URL="4211/README.md"]
  "2400" [label="2400\nSwap &amp; \"limits\"\nreplaced, sig-node"]
  "design/old.md" [label="design/old.md\nnot found" style="rounded,dashed"]
  "17" [label="17\nAlone\nprovisional, sig-node"]
  "4211" -> "2400" [label="replaces"]
  "4211" -> "design/old.md" [style=dashed dir=none label="see also, one side"]
  "2400" -> "design/old.md" [style=dashed dir=none label="see also"]
  "2400" -> "design/old.md" [label="replaces, one side"]
}
)");
}

TEST(GraphDot, LongTitlesAreBroken) {
  Graph graph;
  graph.nodes = {graph_node("1", "A title that is a good deal longer than a line of the label")};
  EXPECT_NE(render_dot(graph).find(
                R"("1\nA title that is a good deal\nlonger than a line of the\nlabel")"),
            std::string::npos);
}

TEST(GraphDot, Escapes) {
  const std::pair<const char*, const char*> cases[] = {
      {"a \"b\"", R"([label="1\na \"b\""])"},
      {"back\\slash", R"([label="1\nback\\slash"])"},
      {"end\\", R"([label="1\nend\\"])"},
      {"\\N \\\"", R"([label="1\n\\N \\\""])"},
      {"&lt;", R"([label="1\n&amp;lt;"])"},
      {"<b>x</b>", R"([label="1\n<b>x</b>"])"},
      {"two\nlines", R"([label="1\ntwo\\nlines"])"},
      {"\x1b[0m\xff", R"([label="1\n\\x1b[0m\\xff"])"},
  };
  for (const auto& [title, want] : cases) {
    Graph graph;
    graph.nodes = {graph_node("1", title)};
    EXPECT_NE(render_dot(graph).find(want), std::string::npos) << title << render_dot(graph);
  }
}

// Each line is one statement: every quote that opens closes on it.
TEST(GraphDot, HostileTextStaysInItsString) {
  const std::string dot = render_dot(hostile_graph());
  bool quoted = false;
  std::string outside;
  for (std::size_t i = 0; i < dot.size(); ++i) {
    if (quoted && dot[i] == '\\') {
      ++i;
    } else if (dot[i] == '"') {
      quoted = !quoted;
    } else if (!quoted) {
      outside.push_back(dot[i]);
    }
    ASSERT_FALSE(quoted && dot[i] == '\n') << dot.substr(0, i);
  }
  EXPECT_EQ(outside.find("script"), outside.npos);
  EXPECT_EQ(outside.find("list"), outside.npos);
  EXPECT_EQ(dot.find("URL="), dot.npos);
}

TEST(GraphDot, Nothing) { EXPECT_TRUE(render_dot({}).ends_with("fontsize=9]\n}\n")); }

}  // namespace
}  // namespace milepost::graph
