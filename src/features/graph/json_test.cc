#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "features/graph/formats.h"
#include "features/graph/graph_fixture.h"

namespace milepost::graph {
namespace {

TEST(GraphJson, Sample) {
  const auto value = nlohmann::ordered_json::parse(render_graph_json(sample_graph()));
  EXPECT_EQ(
      value["nodes"][0].dump(),
      R"({"id":"4211","title":"Node memory swap","group":"sig-node","status":"implementable",)"
      R"("stage":"beta","closed":false,"missing":false,"link":"4211/README.md"})");
  EXPECT_EQ(value["nodes"][2].dump(),
            R"({"id":"design/old.md","title":null,"group":null,"status":null,"stage":null,)"
            R"("closed":false,"missing":true,"link":null})");
  EXPECT_EQ(value["edges"][0].dump(),
            R"({"from":"4211","to":"2400","relation":"replaces","oneSided":false})");
  EXPECT_EQ(value["edges"][1].dump(),
            R"({"from":"4211","to":"design/old.md","relation":"see-also","oneSided":true})");
  EXPECT_EQ(value["nodes"].size(), 4U);
  EXPECT_EQ(value["edges"].size(), 4U);
}

TEST(GraphJson, HostileTextComesBack) {
  const auto value = nlohmann::ordered_json::parse(render_graph_json(hostile_graph()));
  EXPECT_EQ(value["nodes"][5]["title"], "<script>alert(1)</script>");
  EXPECT_EQ(value["nodes"][16]["title"], "\x1b[31m \u202E\uFFFD");
}

TEST(GraphJson, Nothing) {
  EXPECT_EQ(nlohmann::json::parse(render_graph_json({})).dump(), R"({"edges":[],"nodes":[]})");
}

TEST(GraphFacts, InAFewWords) {
  const auto graph = sample_graph();
  EXPECT_EQ(facts(graph.nodes[0]), "implementable, beta, sig-node");
  EXPECT_EQ(facts(graph.nodes[1]), "replaced, sig-node");
  EXPECT_EQ(facts(graph.nodes[2]), "not found");
  EXPECT_EQ(facts({}), "");
}

}  // namespace
}  // namespace milepost::graph
