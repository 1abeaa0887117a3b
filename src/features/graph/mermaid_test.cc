#include <gtest/gtest.h>

#include "base/strings.h"
#include "features/graph/formats.h"
#include "features/graph/graph_fixture.h"

namespace milepost::graph {
namespace {

TEST(GraphMermaid, Sample) {
  EXPECT_EQ(render_mermaid(sample_graph()), R"(flowchart LR
  n0["4211<br/>Node memory swap<br/>implementable, beta, sig-node"]
  n1["2400<br/>Swap #38; #34;limits#34;<br/>replaced, sig-node"]
  n2["design/old.md<br/>not found"]
  n3["17<br/>Alone<br/>provisional, sig-node"]
  n0 -->|replaces| n1
  n0 -.-|see also, one side| n2
  n1 -.-|see also| n2
  n1 -->|replaces, one side| n2
  classDef missing stroke-dasharray:4 3
  class n2 missing
)");
}

TEST(GraphMermaid, Escapes) {
  const std::pair<const char*, const char*> cases[] = {
      {"a \"b\"", "a #34;b#34;"},
      {"a] b[ c}", "a#93; b#91; c#125;"},
      {"`code`", "#96;code#96;"},
      {"issue #12; #quot;", "issue #35;12#59; #35;quot#59;"},
      {"two\nlines", "two#92;nlines"},
      {"<script>", "#60;script#62;"},
      {"style a:b", "style a#58;b"},
      {"%%{init}%%", "#37;#37;#123;init#125;#37;#37;"},
      {"- item", "#45; item"},
      {"1. item of v1.30", "1#46; item of v1.30"},
      {"1) item", "1#41; item"},
      {"  - item", "#45; item"},
      {"in-place, a/b? yes!", "in-place, a/b? yes!"},
      {"_a_ *b* ~c~", "#95;a#95; #42;b#42; #126;c#126;"},
      {"$$x$$ &amp;", "#36;#36;x#36;#36; #38;amp#59;"},
      {"漢字 é", "漢字 é"},
      {"\x1b\xff", "#92;x1b#92;xff"},
  };
  for (const auto& [title, want] : cases) {
    Graph graph;
    graph.nodes = {graph_node("1", title)};
    EXPECT_EQ(render_mermaid(graph), "flowchart LR\n  n0[\"1<br/>" + std::string(want) + "\"]\n");
  }
}

// Between the quotes of a label there is nothing Mermaid gives a meaning to.
TEST(GraphMermaid, HostileTextStaysInItsLabel) {
  const std::string text = render_mermaid(hostile_graph());
  std::string_view rest = text;
  std::size_t labels = 0;
  while (!rest.empty()) {
    const auto [line, tail] = cut(rest, '\n');
    rest = tail;
    const std::size_t open = line.find("[\"");
    if (open == line.npos) continue;
    ++labels;
    ASSERT_TRUE(line.ends_with("\"]"));
    std::string label(line.substr(open + 2, line.size() - open - 4));
    for (std::size_t at = 0; (at = label.find("<br/>", at)) != label.npos;) label.erase(at, 5);
    EXPECT_EQ(label.find_first_of("\"`<>&{}[]()|:\\%*_~$="), label.npos) << label;
    for (std::size_t at = label.find('#'); at != label.npos; at = label.find('#', at + 1)) {
      const std::size_t end = label.find_first_not_of("0123456789", at + 1);
      EXPECT_TRUE(end != label.npos && end > at + 1 && label[end] == ';') << label;
    }
  }
  EXPECT_EQ(labels, hostile_graph().nodes.size());
}

TEST(GraphMermaid, NothingKnown) {
  Graph graph;
  graph.nodes = {graph_node("")};
  EXPECT_EQ(render_mermaid(graph), "flowchart LR\n  n0[\" \"]\n");
  EXPECT_EQ(render_mermaid({}), "flowchart LR\n");
}

}  // namespace
}  // namespace milepost::graph
