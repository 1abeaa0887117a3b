#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "features/graph/card.h"
#include "features/graph/formats.h"
#include "features/graph/graph_fixture.h"
#include "render/xml_fixture.h"

namespace milepost::graph {
namespace {

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// The body, without the style and the description.
std::string body(const std::string& svg) { return svg.substr(svg.find("</style>")); }

Graph related(std::size_t nodes) {
  Graph graph;
  for (std::size_t i = 0; i < nodes; ++i) {
    graph.nodes.push_back(graph_node(std::to_string(i)));
    if (i > 0) graph.edges.push_back({i, i / 2, Relation::kSeeAlso, false});
  }
  return graph;
}

std::vector<std::string> texts(const GraphNode& node) {
  std::vector<std::string> out;
  for (const auto& line : make_card(node).lines) out.push_back(line.text);
  return out;
}

TEST(GraphCard, SaysWhatIsKnown) {
  using Lines = std::vector<std::string>;
  const auto graph = sample_graph();
  EXPECT_EQ(texts(graph.nodes[0]),
            (Lines{"4211", "implementable", "Node memory swap", "sig-node", "beta"}));
  EXPECT_EQ(texts(graph.nodes[2]), (Lines{"design/old.md", "not found"}));
  EXPECT_EQ(texts({}), Lines{"—"});
}

TEST(GraphCard, ALongPathHasALineToItself) {
  using Lines = std::vector<std::string>;
  auto node = sample_graph().nodes[0];
  node.id = "enhancements/network/on-a-subject-of-its-own.md";
  node.group = "net";
  EXPECT_EQ(texts(node),
            (Lines{"…-subject-of-its-own.md", "Node memory swap", "net", "implementable, beta"}));
}

TEST(GraphCard, TextStaysWithinTheBox) {
  const auto piece = rc::gen::element<std::string>(
      "W", "iii", " ", " ", "word", "sig-node", "漢字", "é", "e\u0301", "👩‍💻", "🎉",
      "<&>\"", "\x1b", "\xff", "/", "...", "a-very-long-word-without-any-space", "\n", "\u202E");
  const auto text = rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                                 [](const std::vector<std::string>& pieces) {
                                   std::string out;
                                   for (const auto& one : pieces) out += one;
                                   return out;
                                 });
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::string parts[5];
    for (std::uint64_t i = 0; i < 5; ++i) {
      parts[i] = text(rc::Random(5 * seed + i), static_cast<int>(seed % 30)).value();
    }
    const auto card =
        make_card({parts[0], parts[1], parts[2], parts[3], parts[4], false, false, ""});
    double baseline = 0;
    double right = 0;  // of the text before it on the line
    for (const auto& line : card.lines) {
      const double from = line.at_end ? line.x - line.width : line.x;
      if (line.baseline > baseline) {
        EXPECT_GE(line.baseline - baseline, 15);
        right = 0;
      }
      baseline = line.baseline;
      EXPECT_GE(from, std::max(right, 10.0)) << seed << ": " << line.text;
      EXPECT_LE(from + line.width, kCardWidth - 10) << seed << ": " << line.text;
      right = from + line.width + 5;
    }
    EXPECT_LE(baseline + 8, card.height);
  }
}

TEST(GraphSvg, Sample) {
  const std::string svg = *render_svg(sample_graph());
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_NE(svg.find("<title>Relations of proposals</title>"), svg.npos);
  EXPECT_NE(svg.find("<desc>3 proposals, 4 relations; 1 without relations left out. "
                     "4211 replaces 2400. 4211 see also design/old.md (named by one side only)."),
            svg.npos);
  EXPECT_NE(svg.find("<a href=\"4211/README.md\"><g class=\"open\"><title>4211: Node memory swap "
                     "(implementable, beta, sig-node)</title>"),
            svg.npos);
  const std::string drawn = body(svg);
  EXPECT_EQ(count(drawn, "<g class=\"missing\">"), 2U);  // one of them in the legend
  EXPECT_EQ(count(drawn, "<g class=\"see half\">"), 2U);
  EXPECT_EQ(count(drawn, "<g class=\"replaces half\">"), 2U);
  EXPECT_EQ(count(drawn, "<circle class=\"tip\""), 2U);
  EXPECT_EQ(count(drawn, "<path class=\"tip\""), 4U);
  EXPECT_EQ(drawn.find("Alone"), drawn.npos);
}

TEST(GraphSvg, MarksDifferInMoreThanColour) {
  const std::string svg = *render_svg(sample_graph());
  EXPECT_NE(svg.find(".half .tip{fill:" + std::string(svg::kLight.paper) + "}"), svg.npos);
  EXPECT_NE(svg.find(".see .line{stroke-dasharray:"), svg.npos);
  EXPECT_NE(svg.find(".missing .box{stroke-dasharray:"), svg.npos);
  EXPECT_NE(svg.find(">not found</text>"), svg.npos);
}

TEST(GraphSvg, NeedsNothingElse) {
  const std::string svg = *render_svg(sample_graph());
  for (const auto* const part :
       {"<script", "<image", "<foreignObject", "@import", "url(", "<use"}) {
    EXPECT_EQ(svg.find(part), svg.npos) << part;
  }
  EXPECT_EQ(count(svg, "http"), 1U);  // the name space
  EXPECT_EQ(count(svg, "<style>"), 1U);
}

TEST(GraphSvg, LegendShowsOnlyWhatIsThere) {
  Graph graph = sample_graph();
  graph.edges.resize(1);
  const std::string drawn = body(*render_svg(graph));
  EXPECT_NE(drawn.find(">replaces</text>"), drawn.npos);
  EXPECT_NE(drawn.find(">closed</text>"), drawn.npos);
  EXPECT_EQ(drawn.find("see also"), drawn.npos);
  EXPECT_EQ(drawn.find("one side"), drawn.npos);
  EXPECT_EQ(drawn.find("not found"), drawn.npos);
}

TEST(GraphSvg, IsolatedOnesOnDemand) {
  SvgOptions options;
  options.keep_isolated = true;
  options.title = "All <of> them";
  const std::string svg = *render_svg(sample_graph(), options);
  EXPECT_NE(svg.find(">Alone</text>"), svg.npos);
  EXPECT_NE(svg.find("<desc>4 proposals, 4 relations. "), svg.npos);
  EXPECT_NE(svg.find("<title>All &lt;of&gt; them</title>"), svg.npos);
}

TEST(GraphSvg, NothingToDraw) {
  for (const auto& graph : {Graph{}, Graph{{graph_node("1")}, {}}}) {
    const std::string svg = *render_svg(graph);
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_NE(svg.find("No relations."), svg.npos);
    EXPECT_NE(svg.find("role=\"img\""), svg.npos);
  }
}

TEST(GraphSvg, HostileTextIsText) {
  const std::string svg = *render_svg(hostile_graph());
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(svg.find("<script"), svg.npos);
  EXPECT_EQ(svg.find("javascript"), svg.npos);
  EXPECT_EQ(svg.find('\x1b'), svg.npos);
  EXPECT_NE(svg.find("&lt;script&gt;alert(1)&lt;/script&gt;"), svg.npos);
}

TEST(GraphSvg, CirclesAndLoops) {
  Graph graph = related(3);
  graph.edges = {{0, 1, Relation::kReplaces, false},
                 {1, 2, Relation::kReplaces, false},
                 {2, 0, Relation::kReplaces, false},
                 {1, 1, Relation::kReplaces, true},
                 {1, 1, Relation::kSeeAlso, true}};
  EXPECT_EQ(xml_fault(*render_svg(graph)), "");
}

TEST(GraphSvg, SameBytesEveryTime) {
  const auto graph = related(60);
  EXPECT_EQ(*render_svg(graph), *render_svg(graph));
}

TEST(GraphSvg, RefusesWhatNobodyCouldRead) {
  EXPECT_TRUE(render_svg(related(3000)).has_value());
  const auto refused = render_svg(related(3001));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message,
            "3001 proposals with 3000 relations are too many for a picture, which holds 3000 and "
            "10000");
  // Those left out do not count.
  Graph isolated = related(2);
  for (int i = 0; i < 4000; ++i) isolated.nodes.push_back(graph_node("x" + std::to_string(i)));
  EXPECT_TRUE(render_svg(isolated).has_value());
}

}  // namespace
}  // namespace milepost::graph
